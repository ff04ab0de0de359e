// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Set;

/**
 * Roles and how far they extend. A caller may hold several: a viewer everywhere, an operator in one namespace.
 *
 * @param roles the roles
 * @param scope to which jobs they extend; reading is never limited by it
 */
public record Grant(Set<Role> roles, Scope scope) {

    /** Takes a copy. */
    public Grant {
        roles = Set.copyOf(roles);
    }

    boolean holds(Role needed) {
        return roles.stream().anyMatch(role -> role.includes(needed));
    }
}
