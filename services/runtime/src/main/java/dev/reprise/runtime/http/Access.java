// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

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
    ADMIN
}
