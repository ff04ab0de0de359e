// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * A bearer token. The configuration holds the token itself or, better, only its hash.
 *
 * @param name who uses it; appears in the audit trail
 * @param token the token itself, at least 20 characters
 * @param sha256 SHA-256 of the token in hexadecimal, in its place
 * @param roles what its holder may do, at least one
 * @param expires when it ends; never where absent
 * @param scope how far the roles extend; everywhere where absent
 * @param routes the only routes it may call, as patterns of {@code METHOD /path} with {@code *}; all where absent
 */
public record TokenConfig(String name, Optional<Secret> token, Optional<String> sha256, Set<Role> roles,
        Optional<Instant> expires, Optional<Scope> scope, Optional<List<String>> routes) {

    private static final int SHORTEST = 20;
    private static final Pattern ROUTE = Pattern.compile("(GET|POST|PUT|PATCH|DELETE|\\*) /\\S{0,255}");
    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");

    /**
     * Checks them.
     *
     * @throws ConfigException for an empty name, a token that can be guessed, a hash that is none, both or neither of the
     *         two, or no role
     */
    public TokenConfig {
        if (name.isBlank()) {
            throw ConfigException.of("name", "is empty", "name the person or program that uses the token");
        }
        if (token.isPresent() == sha256.isPresent()) {
            throw ConfigException.of("token", token.isPresent() ? "stands beside sha256" : "is required",
                    "give token, or sha256 with the hash of it: printf %s TOKEN | sha256sum");
        }
        if (token.isPresent() && token.get().reveal().length() < SHORTEST) {
            throw ConfigException.of("token", "is shorter than " + SHORTEST + " characters",
                    "draw one with: openssl rand -hex 32");
        }
        if (sha256.isPresent() && !HASH.matcher(sha256.get()).matches()) {
            throw ConfigException.of("sha256", "is no SHA-256 in hexadecimal",
                    "give the 64 digits of: printf %s TOKEN | sha256sum");
        }
        if (roles.isEmpty()) {
            throw ConfigException.of("roles", "is empty", "give viewer, operator, approver or admin");
        }
        if (routes.isPresent()
                && (routes.get().isEmpty() || !routes.get().stream().allMatch(ROUTE.asMatchPredicate()))) {
            throw ConfigException.of("routes", "has an entry that is no route, or none at all",
                    "write METHOD /path, such as POST /api/v1/events or GET /api/v1/*");
        }
        roles = Set.copyOf(roles);
    }

    /** One that may do what its roles say, everywhere. */
    public TokenConfig(String name, Optional<Secret> token, Optional<String> sha256, Set<Role> roles,
            Optional<Instant> expires) {
        this(name, token, sha256, roles, expires, Optional.empty(), Optional.empty());
    }

    Principal principal() {
        return new Principal(name, List.of(new Grant(roles, scope.orElse(Scope.EVERYTHING))),
                Principal.AuthMethod.TOKEN, routes.orElse(List.of()));
    }

    /** One that is written out and never ends. */
    public TokenConfig(String name, Secret token, Set<Role> roles) {
        this(name, Optional.of(token), Optional.empty(), roles, Optional.empty());
    }
}
