// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.Set;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * A bearer token.
 *
 * @param name who uses it; appears in the audit trail
 * @param token the token itself, at least 20 characters
 * @param roles what its holder may do, at least one
 */
public record TokenConfig(String name, Secret token, Set<Role> roles) {

    private static final int SHORTEST = 20;

    /**
     * Checks the three.
     *
     * @throws ConfigException for an empty name, a token that can be guessed, or no role
     */
    public TokenConfig {
        if (name.isBlank()) {
            throw ConfigException.of("name", "is empty", "name the person or program that uses the token");
        }
        if (token.reveal().length() < SHORTEST) {
            throw ConfigException.of("token", "is shorter than " + SHORTEST + " characters",
                    "draw one with: openssl rand -hex 32");
        }
        if (roles.isEmpty()) {
            throw ConfigException.of("roles", "is empty", "give viewer, operator, approver or admin");
        }
        roles = Set.copyOf(roles);
    }
}
