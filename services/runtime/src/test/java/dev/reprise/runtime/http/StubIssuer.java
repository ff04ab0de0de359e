// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/** An OpenID Connect provider that signs everyone in, and keeps to the protocol as strictly as a real one. */
final class StubIssuer implements AutoCloseable {

    static final String CLIENT = "reprise";
    static final String SECRET = "client-secret-0123456789";

    private final HttpServer server;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final AtomicInteger keyRequests = new AtomicInteger();
    private volatile RsaJsonWebKey key = newKey("first");
    private volatile Consumer<JwtClaims> change = _ -> {};

    StubIssuer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int keyRequests() {
        return keyRequests.get();
    }

    void rotate() {
        key = newKey(UUID.randomUUID().toString());
    }

    /** Changes the claims of the next ID tokens. */
    void claims(Consumer<JwtClaims> changed) {
        change = changed;
    }

    JwtClaims claims(String audience) {
        JwtClaims claims = new JwtClaims();
        claims.setIssuer(issuer());
        claims.setAudience(audience);
        claims.setSubject("subject-1");
        claims.setExpirationTimeMinutesInTheFuture(5);
        claims.setIssuedAtToNow();
        claims.setStringClaim("preferred_username", "ann");
        claims.setStringListClaim("groups", List.of("reprise-ops"));
        return claims;
    }

    String sign(JwtClaims claims) {
        return sign(claims, key);
    }

    static String sign(JwtClaims claims, RsaJsonWebKey with) {
        JsonWebSignature jws = new JsonWebSignature();
        jws.setPayload(claims.toJson());
        jws.setKey(with.getPrivateKey());
        jws.setKeyIdHeaderValue(with.getKeyId());
        jws.setAlgorithmHeaderValue("RS256");
        try {
            return jws.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    RsaJsonWebKey key() {
        return key;
    }

    static RsaJsonWebKey newKey(String id) {
        try {
            RsaJsonWebKey made = RsaJwkGenerator.generateJwk(2048);
            made.setKeyId(id);
            return made;
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a browser gets when the person agrees: the address that it is sent back to. */
    URI agree(URI authorization) {
        Map<String, String> asked = form(authorization.getRawQuery());
        if (!asked.get("client_id").equals(CLIENT) || !asked.get("response_type").equals("code")
                || !asked.get("code_challenge_method").equals("S256") || !asked.get("scope").contains("openid")) {
            throw new IllegalArgumentException("a provider would refuse " + authorization);
        }
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        return URI.create(asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state"));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/.well-known/openid-configuration" -> answer(exchange, 200, """
                    {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
                     "jwks_uri":"%1$s/keys","end_session_endpoint":"%1$s/logout"}""".formatted(issuer()));
            case "/keys" -> {
                keyRequests.incrementAndGet();
                answer(exchange, 200, new JsonWebKeySet(key).toJson());
            }
            case "/token" -> token(exchange);
            default -> answer(exchange, 404, "{}");
        }
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
        String basic = "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET)
                .getBytes(StandardCharsets.UTF_8));
        if (asked == null || !basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                || !asked.get("code_challenge").equals(challenge(form.getOrDefault("code_verifier", "")))
                || !asked.get("redirect_uri").equals(form.get("redirect_uri"))) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        JwtClaims claims = claims(CLIENT);
        claims.setStringClaim("nonce", asked.get("nonce"));
        change.accept(claims);
        answer(exchange, 200, "{\"token_type\":\"Bearer\",\"id_token\":\"" + sign(claims) + "\"}");
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(MessageDigest.getInstance("SHA-256")
                    .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> form(String text) {
        return Arrays.stream(text.split("&")).map(each -> each.split("=", 2)).collect(Collectors.toMap(
                pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
