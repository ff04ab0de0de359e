// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Optional;

/** Who may call a route. */
public enum Access {
    /** Anyone who can connect. */
    OPEN,
    /** Anyone while the server listens on the loopback address only; a viewer otherwise. */
    OPEN_ON_LOOPBACK,
    /** {@link Role#VIEWER} and above. */
    VIEWER,
    /** {@link Role#OPERATOR} and above. */
    OPERATOR,
    /** {@link Role#APPROVER} and above. */
    APPROVER,
    /** {@link Role#ADMIN} only. */
    ADMIN;

    /** The role that is needed; empty for {@link #OPEN}. */
    Optional<Role> role(boolean loopbackOnly) {
        return switch (this) {
            case OPEN -> Optional.empty();
            case OPEN_ON_LOOPBACK -> loopbackOnly ? Optional.empty() : Optional.of(Role.VIEWER);
            case VIEWER -> Optional.of(Role.VIEWER);
            case OPERATOR -> Optional.of(Role.OPERATOR);
            case APPROVER -> Optional.of(Role.APPROVER);
            case ADMIN -> Optional.of(Role.ADMIN);
        };
    }
}
