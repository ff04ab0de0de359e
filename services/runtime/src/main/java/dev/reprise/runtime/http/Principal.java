// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Set;

/**
 * Who is calling.
 *
 * @param name the name of the token, {@code local} for the loopback without tokens, {@code anonymous} without a token
 * @param roles what the caller may do; empty for {@code anonymous}
 * @param method how the caller was recognised
 */
public record Principal(String name, Set<Role> roles, AuthMethod method) {

    /** How a caller was recognised. */
    public enum AuthMethod {
        /** By a bearer token. */
        TOKEN,
        /** By being on this machine, where no token is configured. */
        LOOPBACK,
        /** Not at all. */
        NONE
    }

    /** Takes a copy of the roles. */
    public Principal {
        roles = Set.copyOf(roles);
    }

    /** Whether a role of the caller includes {@code needed}. */
    public boolean may(Role needed) {
        return roles.stream().anyMatch(role -> role.includes(needed));
    }

    static Principal local() {
        return new Principal("local", Set.of(Role.ADMIN), AuthMethod.LOOPBACK);
    }

    static Principal anonymous() {
        return new Principal("anonymous", Set.of(), AuthMethod.NONE);
    }
}
