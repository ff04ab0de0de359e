// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

/**
 * Sign-in at an OpenID Connect provider.
 *
 * @param issuer the provider, exactly as its tokens name it; off where absent
 * @param clientId what the provider calls this server
 * @param clientSecret what this server proves itself with there; absent for a public client
 * @param redirectUri where browsers come back, as people reach this server: it ends in {@code /auth/callback}
 * @param apiAudience the audience of JSON Web Tokens that programs send as bearer tokens; absent: none is taken
 * @param scopes what is asked for (default {@code openid profile email})
 * @param nameClaim the claim with the name that appears in the audit trail (default {@code preferred_username}); the
 *        subject stands in where it is absent
 * @param groupsClaim the claim with the groups, dots for a claim within a claim (default {@code groups})
 * @param groups what the groups may do
 * @param clockSkew how far the provider's clock may differ (default 30s, at most 2m)
 * @param sessionIdle how long a session lasts without a request (default 8h)
 * @param sessionLife how long a session lasts at most (default 24h)
 * @param sessionKeys what sessions are sealed with, the same in all processes behind one address: the first seals, each
 *        opens; without any, a key of the process
 */
public record OidcConfig(Optional<String> issuer, String clientId, Optional<Secret> clientSecret,
        Optional<URI> redirectUri, Optional<String> apiAudience, List<String> scopes, String nameClaim,
        String groupsClaim, List<GroupConfig> groups, Duration clockSkew, Duration sessionIdle,
        Duration sessionLife, List<Secret> sessionKeys) {

    /** Where browsers come back. */
    static final String CALLBACK = "/auth/callback";
    /** Off. */
    public static final OidcConfig OFF = new OidcConfig(null, null, null, null, null, null, null, null, null, null,
            null, null, null);

    private static final int SHORTEST_KEY = 32;
    private static final int MOST_KEYS = 5;
    private static final Duration LONGEST_SKEW = Duration.ofMinutes(2);
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * Fills in the defaults and checks the rest.
     *
     * @throws ConfigException for an address that is neither https nor of this machine, a missing part, or no group
     */
    @SuppressWarnings("OptionalAssignedToNull") // an absent section of a configuration is bound to null
    public OidcConfig(@Nullable Optional<String> issuer, @Nullable String clientId,
            @Nullable Optional<Secret> clientSecret, @Nullable Optional<URI> redirectUri,
            @Nullable Optional<String> apiAudience, @Nullable List<String> scopes, @Nullable String nameClaim,
            @Nullable String groupsClaim, @Nullable List<GroupConfig> groups, @Nullable Duration clockSkew,
            @Nullable Duration sessionIdle, @Nullable Duration sessionLife, @Nullable List<Secret> sessionKeys) {
        this.issuer = issuer == null ? Optional.empty() : issuer;
        this.clientId = clientId == null ? "reprise" : clientId;
        this.clientSecret = clientSecret == null ? Optional.empty() : clientSecret;
        this.redirectUri = redirectUri == null ? Optional.empty() : redirectUri;
        this.apiAudience = apiAudience == null ? Optional.empty() : apiAudience;
        this.scopes = scopes == null ? List.of("openid", "profile", "email") : List.copyOf(scopes);
        this.nameClaim = nameClaim == null ? "preferred_username" : nameClaim;
        this.groupsClaim = groupsClaim == null ? "groups" : groupsClaim;
        this.groups = groups == null ? List.of() : List.copyOf(groups);
        this.clockSkew = clockSkew == null ? Duration.ofSeconds(30) : clockSkew;
        this.sessionIdle = sessionIdle == null ? Duration.ofHours(8) : sessionIdle;
        this.sessionLife = sessionLife == null ? Duration.ofHours(24) : sessionLife;
        this.sessionKeys = sessionKeys == null ? List.of() : List.copyOf(sessionKeys);
        if (isOn()) {
            check();
        }
    }

    /** Whether there is a provider. */
    public boolean isOn() {
        return issuer.isPresent();
    }

    /** Whether browsers reach this server by https, so that a cookie may insist on it. */
    boolean secureCookies() {
        return redirectUri.filter(uri -> "https".equals(uri.getScheme())).isPresent();
    }

    /** Whether other processes take the same sessions. */
    public boolean sharesSessions() {
        return !sessionKeys.isEmpty();
    }

    List<byte[]> sealingKeys() {
        return sessionKeys.stream().map(key -> key.reveal().getBytes(StandardCharsets.UTF_8)).toList();
    }

    private void check() {
        requireSafe("issuer", URI.create(issuer.orElseThrow().replace(' ', '+')));
        URI back = redirectUri.orElseThrow(() -> ConfigException.of("redirect-uri", "is required",
                "give the address at which people reach this server, such as https://reprise.example.org" + CALLBACK));
        requireSafe("redirect-uri", back);
        if (!CALLBACK.equals(back.getPath())) {
            throw ConfigException.of("redirect-uri", "does not end in " + CALLBACK, "let it end so");
        }
        if (!scopes.contains("openid")) {
            throw ConfigException.of("scopes", "does not have openid", "add it");
        }
        if (apiAudience.filter(clientId::equals).isPresent()) {
            throw ConfigException.of("api-audience", "is the client-id, so that a sign-in would pass for an API token",
                    "register an audience of its own at the provider");
        }
        if (groups.isEmpty()) {
            throw ConfigException.of("groups", "is empty, so that nobody may do anything",
                    "give what a group may do, such as {group: \"*\", roles: [viewer]}");
        }
        if (clockSkew.isNegative() || clockSkew.compareTo(LONGEST_SKEW) > 0) {
            throw ConfigException.of("clock-skew", "expected 0s to 2m, found " + clockSkew, "set the clocks instead");
        }
        if (!sessionIdle.isPositive() || sessionLife.compareTo(sessionIdle) < 0) {
            throw ConfigException.of("session-life", "is shorter than session-idle", "set it to at least that");
        }
        if (sessionKeys.size() > MOST_KEYS
                || sessionKeys.stream().anyMatch(key -> key.reveal().length() < SHORTEST_KEY)) {
            throw ConfigException.of("session-keys",
                    "expected at most " + MOST_KEYS + ", each of " + SHORTEST_KEY + " characters or more",
                    "make one with: openssl rand -base64 32");
        }
    }

    private static void requireSafe(String field, URI uri) {
        boolean loopback = uri.getHost() != null && LOOPBACK.contains(uri.getHost());
        if (uri.getHost() == null || !("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && loopback)) {
            throw ConfigException.of(field, "is no https address", "give one; http is for this machine only");
        }
    }
}
