// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * Sign-in by a proxy in front, which says in headers who is calling. It is believed only from the addresses of
 * {@code http.trusted-proxies}.
 *
 * @param userHeader the header with the name, such as {@code X-Forwarded-User}; off where absent
 * @param groupsHeader the header with the groups, parted by commas (default {@code X-Forwarded-Groups})
 * @param secretHeader a header that proves the proxy, as other programs may run at its address
 * @param secret its value, 20 characters or more
 * @param groups what the groups may do
 */
public record ProxyConfig(Optional<String> userHeader, String groupsHeader, Optional<String> secretHeader,
        Optional<Secret> secret, List<GroupConfig> groups) {

    /** Off. */
    public static final ProxyConfig OFF = new ProxyConfig(null, null, null, null, null);

    private static final int SHORTEST_SECRET = 20;

    /**
     * Fills in the defaults.
     *
     * @throws ConfigException for half of a secret, or no group
     */
    @SuppressWarnings("OptionalAssignedToNull") // an absent section of a configuration is bound to null
    public ProxyConfig(@Nullable Optional<String> userHeader, @Nullable String groupsHeader,
            @Nullable Optional<String> secretHeader, @Nullable Optional<Secret> secret,
            @Nullable List<GroupConfig> groups) {
        this.userHeader = userHeader == null ? Optional.empty() : userHeader;
        this.groupsHeader = groupsHeader == null ? "X-Forwarded-Groups" : groupsHeader;
        this.secretHeader = secretHeader == null ? Optional.empty() : secretHeader;
        this.secret = secret == null ? Optional.empty() : secret;
        this.groups = groups == null ? List.of() : List.copyOf(groups);
        if (this.secretHeader.isPresent() != this.secret.isPresent()) {
            throw ConfigException.of(this.secret.isPresent() ? "secret-header" : "secret", "is missing",
                    "give secret-header and secret together, or neither");
        }
        if (this.secret.isPresent() && this.secret.get().reveal().length() < SHORTEST_SECRET) {
            throw ConfigException.of("secret", "is shorter than " + SHORTEST_SECRET + " characters",
                    "draw one with: openssl rand -hex 32");
        }
        if (isOn() && this.groups.isEmpty()) {
            throw ConfigException.of("groups", "is empty, so that nobody may do anything",
                    "give what a group may do, such as {group: \"*\", roles: [viewer]}");
        }
    }

    /** Whether a proxy may say who is calling. */
    public boolean isOn() {
        return userHeader.isPresent();
    }
}
