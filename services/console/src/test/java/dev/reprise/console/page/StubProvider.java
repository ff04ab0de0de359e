// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/**
 * A small OpenID Connect provider with pages for people: who they are is asked with a button, the code works once and only
 * with its proof key, tokens are signed, and a sign-out ends at a page of its own that leads back.
 */
final class StubProvider implements AutoCloseable {

    static final String CLIENT = "reprise";
    static final String SECRET = "client-secret-0123456789";

    private final HttpServer server;
    private final RsaJsonWebKey key;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private volatile Consumer<JwtClaims> claims = _ -> {};
    private volatile UnaryOperator<String> back = address -> address;

    StubProvider() {
        try {
            key = RsaJwkGenerator.generateJwk(2048);
            key.setKeyId("key");
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::handle);
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Changes what the next tokens say. */
    void saying(Consumer<JwtClaims> change) {
        claims = change;
    }

    /** Changes where the next browsers are sent back to. */
    void sendingBack(UnaryOperator<String> change) {
        back = change;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
        switch (exchange.getRequestURI().getPath()) {
            case "/.well-known/openid-configuration" -> answer(exchange, 200, "application/json", """
                    {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
                     "jwks_uri":"%1$s/keys","end_session_endpoint":"%1$s/logout"}""".formatted(issuer()));
            case "/keys" -> answer(exchange, 200, "application/json", new JsonWebKeySet(key).toJson());
            case "/authorize" -> authorize(exchange, query);
            case "/token" -> token(exchange);
            case "/logout" -> answer(exchange, 200, "text/html", "<h1>You are signed out</h1><p><a href='"
                    + query.getOrDefault("post_logout_redirect_uri", "") + "'>Back</a></p>");
            default -> answer(exchange, 404, "text/plain", "");
        }
    }

    private void authorize(HttpExchange exchange, Map<String, String> asked) throws IOException {
        if (!CLIENT.equals(asked.get("client_id")) || !"code".equals(asked.get("response_type"))
                || !"S256".equals(asked.get("code_challenge_method")) || asked.get("code_challenge") == null) {
            answer(exchange, 400, "text/plain", "not a request for a code with a proof key");
            return;
        }
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        String agreed = back.apply(asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state"));
        answer(exchange, 200, "text/html", "<main><h1>Who are you?</h1><p><a id='agree' href='"
                + agreed.replace("&", "&amp;") + "'>I am Ann</a></p></main>");
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
        String basic = "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET)
                .getBytes(StandardCharsets.UTF_8));
        if (asked == null || !basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                || !challenge(form.getOrDefault("code_verifier", "")).equals(asked.get("code_challenge"))
                || !form.getOrDefault("redirect_uri", "").equals(asked.get("redirect_uri"))) {
            answer(exchange, 400, "application/json", "{\"error\":\"invalid_grant\"}");
            return;
        }
        JwtClaims said = new JwtClaims();
        said.setIssuer(issuer());
        said.setAudience(CLIENT);
        said.setSubject("subject-1");
        said.setExpirationTimeMinutesInTheFuture(5);
        said.setIssuedAtToNow();
        said.setStringClaim("preferred_username", "ann");
        said.setStringListClaim("groups", List.of("on-call", "choir"));
        said.setStringClaim("nonce", asked.get("nonce"));
        claims.accept(said);
        answer(exchange, 200, "application/json",
                "{\"token_type\":\"Bearer\",\"id_token\":\"" + signed(said) + "\"}");
    }

    private String signed(JwtClaims said) {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(said.toJson());
        signature.setKey(key.getPrivateKey());
        signature.setKeyIdHeaderValue(key.getKeyId());
        signature.setAlgorithmHeaderValue("RS256");
        try {
            return signature.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(MessageDigest.getInstance("SHA-256")
                    .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> form(String text) {
        return text == null
                ? Map.of()
                : Arrays.stream(text.split("&")).map(each -> each.split("=", 2)).filter(pair -> pair.length == 2)
                        .collect(Collectors.toMap(pair -> pair[0],
                                pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
