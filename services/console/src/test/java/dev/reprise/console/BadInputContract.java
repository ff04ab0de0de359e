// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import dev.reprise.runtime.http.GroupConfig;
import dev.reprise.runtime.http.OidcConfig;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.topic.Topics;

/**
 * What comes in and must not, over each database: each is answered precisely, changes nothing and leaves a trace. Kafka is
 * away, so that whatever went as far as a change would be answered with 503 instead.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BadInputContract {

    private static final String INSTANCE = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";
    private static final String RERUN_ID = Samples.rerunOf(ORDERS_28).value();
    private static final String ANSWER = "{\"reason\": \"x\", \"rerunId\": \"" + RERUN_ID + "\"}";
    private static final String RERUN = "{\"reason\": \"x\"}";
    private static final String AUDIENCE = "reprise-api";

    private RsaJsonWebKey key;
    private HttpServer issuer;
    private ApiServer server;

    /**
     * One bad request.
     *
     * @param what is wrong with it
     * @param caller who it comes from, as far as that is known
     * @param authorization what it says of who sends it
     * @param status the answer
     * @param field what the answer names, or its type where it begins with {@code urn:}
     */
    private record Bad(String what, String caller, String authorization, String method, String path, String body,
            List<String> headers, int status, String field) {

        @Override
        public String toString() {
            return what;
        }
    }

    @BeforeAll
    void start() throws IOException, JoseException {
        key = newKey("key");
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve("/.well-known/openid-configuration", """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/a","token_endpoint":"%1$s/t","jwks_uri":"%1$s/k"}"""
                .formatted(issuer()));
        serve("/k", new JsonWebKeySet(key).toJson());
        issuer.start();
        server = server(new OidcConfig(Optional.of(issuer()), null, null,
                Optional.of(URI.create("http://localhost/auth/callback")), Optional.of(AUDIENCE), null, null, null,
                List.of(new GroupConfig("*", Set.of(Role.ADMIN), Optional.empty())), null, null, null, null));
        server.apply(Topics.JOBS, Samples.job(ORDERS));
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
    }

    /** A server over the database of this test. */
    abstract ApiServer server(OidcConfig oidc);

    @AfterAll
    void stop() {
        server.close();
        issuer.stop(0);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefusePreciselyChangeNothingAndLeaveATrace(Bad bad) {
        String before = server.client().get(INSTANCE).body();
        String[] headers = Stream.concat(
                bad.authorization().isEmpty() ? Stream.of() : Stream.of("Authorization", bad.authorization()),
                bad.headers().stream()).toArray(String[]::new);

        HttpResponse<String> answer = server.client().anonymous(bad.method(), bad.path(), bad.body(), headers);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(bad.status());
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/problem+json"));
        JsonNode problem = ApiClient.tree(answer);
        assertThat(problem.path("status").asInt()).isEqualTo(bad.status());
        assertThat(problem.path("detail").asString()).isNotBlank();
        if (!bad.field().isEmpty()) {
            assertThat(problem.path(bad.field().startsWith("urn:") ? "type" : "field").asString())
                    .isEqualTo(bad.field());
        }
        if (bad.authorization().length() > 30) {
            assertThat(answer.body()).doesNotContain(bad.authorization().substring(10));
        }
        await().atMost(Duration.ofSeconds(120)).untilAsserted(() -> assertThat(server.refused())
                .anySatisfy(refusal -> {
                    assertThat(refusal.status()).isEqualTo(bad.status());
                    assertThat(refusal.caller()).isEqualTo(bad.caller());
                    assertThat(refusal.route()).startsWith(bad.method() + " /api/v1/");
                    assertThat(refusal.address()).isEqualTo("127.0.0.1");
                }));
        assertThat(server.client().get(INSTANCE).body()).isEqualTo(before);
    }

    Stream<Bad> all() throws JoseException {
        return Stream.of(filters(), revisions(), rights(), tokens(), pages(), bodies()).flatMap(each -> each);
    }

    private static Stream<Bad> filters() {
        return Stream.of("status=NOPE", "sort=best", "label=tier", "job=%2F", "cursor=AAAA", "limit=0", "limit=501",
                "limit=1000000000000", "limit=-1", "limit=many", "q=" + "x".repeat(5_000)).map(
                        query -> new Bad("wrong filter " + query.substring(0, Math.min(30, query.length())), "viewer",
                                bearer(Role.VIEWER), "GET", "/api/v1/instances?" + query, "", List.of(), 400,
                                query.substring(0, query.indexOf('='))));
    }

    private static Stream<Bad> revisions() {
        return Stream.of(
                new Bad("stale revision", "approver", bearer(Role.APPROVER), "POST", INSTANCE + "/approve", ANSWER,
                        List.of("If-Match", "\"0123456789abcdef0123456789abcdef\""), 412,
                        "urn:reprise:stale-revision"),
                new Bad("stale revision among others", "operator", bearer(Role.OPERATOR), "POST", INSTANCE + "/rerun",
                        RERUN, List.of("If-Match", "\"a\", W/\"b\", nonsense"), 412, "If-Match"),
                new Bad("stale revision of a control", "operator", bearer(Role.OPERATOR), "PUT", "/api/v1/controls",
                        "{\"scope\": \"warehouse\", \"kind\": \"PAUSE\", \"reason\": \"x\"}",
                        List.of("If-Match", "\"2020-01-01T00:00:00Z\""), 412, "urn:reprise:stale-revision"),
                new Bad("stale revision of a registry document", "admin", bearer(Role.ADMIN), "PUT", "/api/v1/jobs",
                        "jobs: [{job: warehouse/load_orders}]",
                        List.of("If-Match", "\"0123456789abcdef0123456789abcdef@2020-01-01T00:00:00Z\""), 412,
                        "urn:reprise:stale-revision"),
                new Bad("two request ids", "operator", bearer(Role.OPERATOR), "POST", INSTANCE + "/rerun",
                        "{\"reason\": \"x\", \"requestId\": \"one\"}", List.of("Idempotency-Key", "two"), 400,
                        "Idempotency-Key"));
    }

    private static Stream<Bad> rights() {
        String elsewhere = "Bearer " + ApiServer.scopedToken("elsewhere");
        return Stream.of(
                new Bad("missing role", "viewer", bearer(Role.VIEWER), "POST", INSTANCE + "/rerun", RERUN, List.of(),
                        403, ""),
                new Bad("missing scope", "elsewhere", elsewhere, "POST", INSTANCE + "/rerun", RERUN, List.of(), 403,
                        "urn:reprise:out-of-scope"),
                new Bad("missing scope of everything", "elsewhere", elsewhere, "PUT", "/api/v1/controls",
                        "{\"scope\": \"*\", \"kind\": \"FREEZE\", \"reason\": \"x\"}", List.of(), 403,
                        "urn:reprise:out-of-scope"),
                new Bad("approval by another name", "operator", bearer(Role.OPERATOR), "POST", INSTANCE + "/rerun",
                        "{\"reason\": \"x\", \"acceptNotIdempotent\": true}", List.of(), 403, "acceptNotIdempotent"));
    }

    private Stream<Bad> tokens() throws JoseException {
        String valid = token(key, _ -> {});
        String payload = valid.split("\\.")[1];
        return Stream.of(anonymous("no token", ""), anonymous("unknown token", "Bearer guess-0123456789-0123456789"),
                anonymous("wrong password", "Basic " + part64("ann:wrong horse battery")),
                anonymous("another kind", "Digest username=\"ann\""),
                anonymous("no signature", "Bearer " + part("{\"alg\":\"none\"}") + "." + payload + "."),
                anonymous("cut signature", "Bearer " + valid.substring(0, valid.length() - 40)),
                anonymous("another key", "Bearer " + token(newKey("key"), _ -> {})),
                anonymous("ended", "Bearer " + token(key, claims -> {
                    claims.setIssuedAt(past(600));
                    claims.setExpirationTime(past(300));
                })), anonymous("another audience", "Bearer " + token(key, claims -> claims.setAudience("reprise"))),
                anonymous("another issuer", "Bearer " + token(key, claims -> claims.setIssuer("https://evil.example"))),
                anonymous("not valid yet", "Bearer " + token(key, claims -> claims.setNotBefore(past(-300)))));
    }

    private static Stream<Bad> pages() {
        return Stream.of(List.of("Sec-Fetch-Site", "cross-site"), List.of("Sec-Fetch-Site", "same-site"),
                List.of("Origin", "https://evil.example"), List.of("Origin", "null"))
                .map(headers -> new Bad("page of another site " + headers, "operator", bearer(Role.OPERATOR), "POST",
                        INSTANCE + "/rerun", RERUN, headers, 403, "Origin"));
    }

    private static Stream<Bad> bodies() {
        return Stream.of(body("no JSON", "reason", List.of(), 400), body("an array", "[]", List.of(), 400),
                body("nothing", "", List.of(), 400), body("no reason", "{}", List.of(), 400),
                body("unknown field", "{\"reason\": \"x\", \"forced\": true}", List.of(), 400),
                body("huge", "{\"reason\": \"" + "x".repeat(1_100_000) + "\"}", List.of(), 413),
                body("nested without end", "[".repeat(100_000), List.of(), 400),
                body("unknown encoding", RERUN, List.of("Content-Encoding", "br"), 415),
                body("gzip that is none", RERUN, List.of("Content-Encoding", "gzip"), 400),
                new Bad("registry document", "admin", bearer(Role.ADMIN), "PUT", "/api/v1/jobs",
                        "jobs: [{job: warehouse/load_orders, polcy: {}}]", List.of(), 400,
                        "urn:reprise:registry-refused"));
    }

    @Test
    void shouldNotUnpackABomb() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[64 * 1024 * 1024]);
        }
        assertThat(bomb.size()).isLessThan(1024 * 1024);
        assertThat(server.client().call("PUT", "/api/v1/jobs", bomb.toByteArray(), Role.ADMIN, "Content-Encoding",
                "gzip").statusCode()).isEqualTo(413);
    }

    @Test
    void shouldTakeTheTokenThatIsForgedAbove() throws JoseException {
        HttpResponse<String> answer = server.client().anonymous("GET", "/api/v1/me", "", "Authorization",
                "Bearer " + token(key, _ -> {}));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ApiClient.tree(answer).path("method").asString()).isEqualTo("JWT");
    }

    private static Bad anonymous(String what, String authorization) {
        return new Bad(what, "anonymous", authorization, "PUT", "/api/v1/jobs", "jobs: [{job: warehouse/load_orders}]",
                List.of(), 401, "Authorization");
    }

    private static Bad body(String what, String body, List<String> headers, int status) {
        return new Bad("body: " + what, "operator", bearer(Role.OPERATOR), "POST", INSTANCE + "/rerun", body, headers,
                status, "");
    }

    private String token(RsaJsonWebKey signing, Consumer<JwtClaims> change) throws JoseException {
        JwtClaims claims = new JwtClaims();
        claims.setIssuer(issuer());
        claims.setAudience(AUDIENCE);
        claims.setSubject("program");
        claims.setIssuedAtToNow();
        claims.setExpirationTimeMinutesInTheFuture(5);
        change.accept(claims);
        JsonWebSignature jws = new JsonWebSignature();
        jws.setPayload(claims.toJson());
        jws.setKey(signing.getPrivateKey());
        jws.setKeyIdHeaderValue(signing.getKeyId());
        jws.setAlgorithmHeaderValue("RS256");
        return jws.getCompactSerialization();
    }

    private static RsaJsonWebKey newKey(String id) throws JoseException {
        RsaJsonWebKey made = RsaJwkGenerator.generateJwk(2048);
        made.setKeyId(id);
        return made;
    }

    private String issuer() {
        return "http://127.0.0.1:" + issuer.getAddress().getPort();
    }

    private void serve(String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        issuer.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private static String bearer(Role role) {
        return "Bearer " + ApiServer.token(role);
    }

    private static NumericDate past(long seconds) {
        NumericDate date = NumericDate.now();
        date.addSeconds(-seconds);
        return date;
    }

    private static String part(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String part64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
