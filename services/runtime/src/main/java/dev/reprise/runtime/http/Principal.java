// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who is calling.
 *
 * @param name the name of the token or person, {@code local} for the loopback without sign-in, {@code anonymous} for
 *        whoever does not say
 * @param grants what the caller may do; empty for {@code anonymous}
 * @param method how the caller was recognised
 * @param routes the routes that the caller is limited to, as patterns of {@code METHOD /path}; empty for no limit
 */
public record Principal(String name, List<Grant> grants, AuthMethod method, List<String> routes) {

    /** How a caller was recognised. */
    public enum AuthMethod {
        /** By a bearer token of the configuration. */
        TOKEN,
        /** By name and password. */
        BASIC,
        /** By a header that a trusted proxy has set. */
        PROXY,
        /** By a session that began with a sign-in at an OpenID Connect provider. */
        SESSION,
        /** By a JSON Web Token of that provider. */
        JWT,
        /** By being on this machine, where no way to sign in is configured. */
        LOOPBACK,
        /** Not at all. */
        NONE
    }

    /** Takes copies. */
    public Principal {
        grants = List.copyOf(grants);
        routes = List.copyOf(routes);
    }

    /** One that is limited to no route. */
    public Principal(String name, List<Grant> grants, AuthMethod method) {
        this(name, grants, method, List.of());
    }

    /** All roles, however far each extends. */
    public Set<Role> roles() {
        return grants.stream().flatMap(grant -> grant.roles().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a role of the caller includes {@code needed}, somewhere. */
    public boolean may(Role needed) {
        return grants.stream().anyMatch(grant -> grant.holds(needed));
    }

    /** Whether a role of the caller includes {@code needed} for what concerns a place. */
    public boolean may(Role needed, Scope.Place place) {
        return grants.stream().anyMatch(grant -> grant.holds(needed) && grant.scope().covers(place));
    }

    /** Whether a role of the caller includes {@code needed} without any limit. */
    public boolean mayEverywhere(Role needed) {
        return grants.stream().anyMatch(grant -> grant.holds(needed) && grant.scope().isUnlimited());
    }

    static Principal local() {
        return new Principal("local", List.of(new Grant(Set.of(Role.ADMIN), Scope.EVERYTHING)), AuthMethod.LOOPBACK);
    }

    static Principal anonymous() {
        return new Principal("anonymous", List.of(), AuthMethod.NONE);
    }
}
