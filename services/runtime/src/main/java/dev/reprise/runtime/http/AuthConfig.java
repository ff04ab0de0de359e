// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;

/**
 * The ways to sign in besides tokens.
 *
 * @param users people with passwords
 * @param proxy a proxy that says who is calling
 * @param oidc an OpenID Connect provider
 */
public record AuthConfig(List<UserConfig> users, ProxyConfig proxy, OidcConfig oidc) {

    /** None of them. */
    public static final AuthConfig NONE = new AuthConfig(null, null, null);

    private static final int MOST_USERS = 1_000;

    /**
     * Fills in what is absent.
     *
     * @throws ConfigException for two people of one name, or more than 1000
     */
    public AuthConfig(@Nullable List<UserConfig> users, @Nullable ProxyConfig proxy, @Nullable OidcConfig oidc) {
        this.users = users == null ? List.of() : List.copyOf(users);
        this.proxy = proxy == null ? ProxyConfig.OFF : proxy;
        this.oidc = oidc == null ? OidcConfig.OFF : oidc;
        if (this.users.stream().map(UserConfig::name).distinct().count() < this.users.size()) {
            throw ConfigException.of("users", "two people have one name", "give each their own");
        }
        if (this.users.size() > MOST_USERS) {
            throw ConfigException.of("users", "has more than " + MOST_USERS, "use an OpenID Connect provider");
        }
    }

    /** Whether there is any of them. */
    public boolean isOn() {
        return !users.isEmpty() || proxy.isOn() || oidc.isOn();
    }

    /** Whether a secret of a person travels with requests, so that they must not be read on the way. */
    boolean needsTls() {
        return !users.isEmpty() || oidc.isOn();
    }
}
