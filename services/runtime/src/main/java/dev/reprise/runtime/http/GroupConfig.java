// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.runtime.config.ConfigException;

/**
 * What the members of a group may do, where someone else says who is in it: a proxy or an OpenID Connect provider.
 *
 * @param group its name there; {@code *} stands for whoever has signed in
 * @param roles what its members may do, at least one
 * @param scope how far; everywhere where absent
 */
public record GroupConfig(String group, Set<Role> roles, Optional<Scope> scope) {

    private static final String EVERYONE = "*";

    /**
     * Checks them.
     *
     * @throws ConfigException for an empty name or no role
     */
    public GroupConfig {
        if (group.isBlank()) {
            throw ConfigException.of("group", "is empty", "name the group, or write * for whoever has signed in");
        }
        if (roles.isEmpty()) {
            throw ConfigException.of("roles", "is empty", "give viewer, operator, approver or admin");
        }
        roles = Set.copyOf(roles);
    }

    /** What someone in these groups may do. */
    static List<Grant> grants(List<GroupConfig> configured, Set<String> groups) {
        return configured.stream().filter(each -> each.group().equals(EVERYONE) || groups.contains(each.group()))
                .map(each -> new Grant(each.roles(), each.scope().orElse(Scope.EVERYTHING))).toList();
    }
}
