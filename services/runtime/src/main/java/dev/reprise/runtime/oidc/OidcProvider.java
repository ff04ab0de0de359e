// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.oidc;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.reprise.runtime.config.Secret;

/**
 * One provider. Its metadata is asked for when it is first needed, so that this process starts without it; safe for use by
 * many threads.
 */
public final class OidcProvider {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Duration KEYS_AT_MOST_EVERY = Duration.ofSeconds(10);

    private final Registration registration;
    private final Duration keysAtMostEvery;
    private final ProviderCalls calls = new ProviderCalls();
    private volatile @Nullable Metadata metadata;

    /**
     * How this server is registered there.
     *
     * @param issuer as its tokens name it
     * @param clientId what it calls this server
     * @param clientSecret proves this server; absent for a public client
     * @param redirectUri where browsers come back
     * @param clockSkew how far the clocks may differ
     */
    public record Registration(String issuer, String clientId, Optional<Secret> clientSecret, URI redirectUri,
            Duration clockSkew) {}

    /**
     * What binds a sign-in to the browser that began it.
     *
     * @param state comes back with the code
     * @param nonce comes back in the token
     * @param verifier proves that who began it ends it (RFC 7636)
     */
    public record Proof(String state, String nonce, String verifier) {}

    private record Metadata(URI authorization, URI token, Optional<URI> endSession, TokenChecks checks) {}

    /** A provider that is asked for its keys every ten seconds at most. */
    public OidcProvider(Registration registration) {
        this(registration, KEYS_AT_MOST_EVERY);
    }

    OidcProvider(Registration registration, Duration keysAtMostEvery) {
        this.registration = registration;
        this.keysAtMostEvery = keysAtMostEvery;
    }

    /**
     * Where a browser is sent to sign in.
     *
     * @throws OidcException if the provider cannot be asked
     */
    public URI authorizationUri(Proof proof, String scopes) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", registration.clientId());
        query.put("redirect_uri", registration.redirectUri().toString());
        query.put("scope", scopes);
        query.put("state", proof.state());
        query.put("nonce", proof.nonce());
        query.put("code_challenge", Digests.challenge(proof.verifier()));
        query.put("code_challenge_method", "S256");
        URI endpoint = metadata().authorization();
        return URI.create(endpoint + (endpoint.getQuery() == null ? "?" : "&") + form(query));
    }

    /**
     * Changes a code for the claims of its ID token.
     *
     * @throws OidcException if the provider refuses the code, or the token does not stand the checks
     */
    public Map<String, Object> exchange(String code, Proof proof) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", registration.redirectUri().toString());
        form.put("code_verifier", proof.verifier());
        Map<String, String> headers = new LinkedHashMap<>();
        registration.clientSecret().ifPresentOrElse(secret -> headers.put("Authorization", basic(secret)),
                () -> form.put("client_id", registration.clientId()));
        Metadata known = metadata();
        ProviderCalls.Answer answer = calls.post(known.token(), headers, form(form));
        if (answer.status() != 200) {
            throw answer.status() >= 500
                    ? OidcException.unavailable("the provider answers the code with status " + answer.status())
                    : OidcException.refused("the provider refuses the code with status " + answer.status());
        }
        JsonNode token = ProviderCalls.json(answer).path("id_token");
        if (!token.isString()) {
            throw OidcException.refused("the provider gives no ID token");
        }
        Map<String, Object> claims = known.checks().check(token.asString(), registration.clientId());
        if (!(claims.get("nonce") instanceof String nonce) || !same(nonce, proof.nonce())) {
            throw OidcException.refused("the ID token answers another sign-in");
        }
        Object party = claims.get("azp");
        if (party != null && !registration.clientId().equals(party)) {
            throw OidcException.refused("the ID token was given to another client");
        }
        return claims;
    }

    /**
     * The claims of a token that a program sends.
     *
     * @throws OidcException if it does not stand the checks
     */
    public Map<String, Object> verify(String token, String audience) {
        return metadata().checks().check(token, audience);
    }

    /** Where a browser is sent to end its session at the provider, if it has such a place. */
    public Optional<URI> endSessionUri(URI backTo) {
        return metadata().endSession().map(endpoint -> URI.create(endpoint + (endpoint.getQuery() == null ? "?" : "&")
                + form(Map.of("client_id", registration.clientId(), "post_logout_redirect_uri", backTo.toString()))));
    }

    private Metadata metadata() {
        Metadata known = metadata;
        if (known != null) {
            return known;
        }
        String issuer = registration.issuer();
        JsonNode found = calls.get(URI.create((issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer)
                + "/.well-known/openid-configuration"));
        if (!issuer.equals(found.path("issuer").asString(""))) {
            throw OidcException.unavailable("the provider calls itself " + found.path("issuer").asString("nothing")
                    + ", not " + issuer + "; set http.auth.oidc.issuer to its own name");
        }
        Metadata fresh = new Metadata(uri(found, "authorization_endpoint"), uri(found, "token_endpoint"),
                found.has("end_session_endpoint") ? Optional.of(uri(found, "end_session_endpoint")) : Optional.empty(),
                new TokenChecks(issuer, uri(found, "jwks_uri").toString(), registration.clockSkew(), keysAtMostEvery,
                        calls));
        metadata = fresh;
        return fresh;
    }

    private static URI uri(JsonNode found, String field) {
        try {
            URI uri = URI.create(found.path(field).asString(""));
            boolean loopback = uri.getHost() != null && LOOPBACK.contains(uri.getHost());
            if ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && loopback) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // told below
        }
        throw OidcException.unavailable("the provider gives no https address as " + field);
    }

    private String basic(Secret secret) {
        String pair = encoded(registration.clientId()) + ":" + encoded(secret.reveal());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String form(Map<String, String> values) {
        return values.entrySet().stream().map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
