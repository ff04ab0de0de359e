// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.password.PasswordHash;

/**
 * A person with a password.
 *
 * @param name who; appears in the audit trail
 * @param passwordHash as {@code reprise password hash} writes it
 * @param roles what the person may do, at least one
 * @param scope how far; everywhere where absent
 */
public record UserConfig(String name, PasswordHash passwordHash, Set<Role> roles, Optional<Scope> scope) {

    private static final Pattern NAME = Pattern.compile("[^:\\p{Cntrl}]{1,100}");

    /**
     * Checks them.
     *
     * @throws ConfigException for a name that is empty or has a colon, or no role
     */
    public UserConfig {
        if (name.isBlank() || !NAME.matcher(name).matches()) {
            throw ConfigException.of("name", "expected 1 to 100 characters without a colon",
                    "give the name that the person signs in with");
        }
        if (roles.isEmpty()) {
            throw ConfigException.of("roles", "is empty", "give viewer, operator, approver or admin");
        }
        roles = Set.copyOf(roles);
    }

    Grant grant() {
        return new Grant(roles, scope.orElse(Scope.EVERYTHING));
    }
}
