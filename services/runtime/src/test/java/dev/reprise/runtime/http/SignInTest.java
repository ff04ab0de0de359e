// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.password.PasswordHash;

/** Passwords, and proxies that say who is calling. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignInTest {

    private static final String PASSWORD = "correct horse battery";
    private static final PasswordHash HASH = PasswordHash.parse(
            "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg:hLne8TouGCTQgICXM2UlnguGPFJk6wzUwaafCbSR-18");
    private static final String PROXY_SECRET = "proxy-secret-0123456789";
    private static final String TOKEN = "machine-token-0123456789";

    private final MovingClock clock = new MovingClock();
    private final HttpServer server = start(List.of(CidrRange.parse("127.0.0.1")));
    private final HttpCaller caller = new HttpCaller(server.uri());

    private static final class MovingClock implements InstantSource {

        private volatile Instant now = Instant.parse("2026-11-30T00:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        void move(Duration by) {
            now = now.plus(by);
        }
    }

    private HttpServer start(List<CidrRange> proxies) {
        AuthConfig auth = new AuthConfig(
                List.of(new UserConfig("ann", HASH, Set.of(Role.OPERATOR), Optional.empty())),
                new ProxyConfig(Optional.of("X-Forwarded-User"), null, Optional.of("X-Proxy-Secret"),
                        Optional.of(Secret.of(PROXY_SECRET)),
                        List.of(new GroupConfig("*", Set.of(Role.VIEWER), Optional.empty()),
                                new GroupConfig("ops", Set.of(Role.APPROVER), Optional.empty()))),
                null);
        HttpConfig config = new HttpConfig("127.0.0.1", 0, null, null,
                List.of(new TokenConfig("machine", Secret.of(TOKEN), Set.of(Role.VIEWER))), null, null, proxies, auth,
                new LimitConfig(20, 10, 3));
        return HttpServer.start(config, new SimpleMeterRegistry(), List.of(SignInTest::routes), Refusals.NOWHERE, clock,
                Optional.empty());
    }

    private static void routes(RouteRegistry routes) {
        for (Access access : Access.values()) {
            routes.get("/" + access, access,
                    request -> Response.json(request.principal().name() + " " + request.remoteAddress()));
        }
        routes.post("/act", Access.OPERATOR, request -> Response.empty(202));
    }

    @BeforeEach
    void forget() {
        clock.move(Duration.ofMinutes(10));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void shouldKnowPersonByPassword() {
        assertThat(caller.get("/OPERATOR", "Authorization", basic("ann", PASSWORD)).body()).startsWith("\"ann ");
        assertThat(caller.get("/APPROVER", "Authorization", basic("ann", PASSWORD)).statusCode()).isEqualTo(403);
    }

    @Test
    void shouldAnswerUnknownNameAsWrongPassword() {
        HttpResponse<String> wrong = caller.get("/VIEWER", "Authorization", basic("ann", "wrong horse battery"));
        HttpResponse<String> unknown = caller.get("/VIEWER", "Authorization", basic("bob", PASSWORD));

        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.body()).isEqualTo(wrong.body()).doesNotContain("horse");
        assertThat(wrong.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic realm=");
    }

    @Test
    void shouldNotOpenTheBrowsersDialogOverAPage() {
        assertThat(caller.get("/VIEWER", "Sec-Fetch-Site", "same-origin").headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer");
    }

    @Test
    void shouldRefuseCredentialsThatAreNone() {
        for (String credentials : List.of("Basic", "Basic !!!", "Basic " + base64("ann"), "Digest x", "Basic /w==")) {
            assertThat(caller.get("/VIEWER", "Authorization", credentials).statusCode()).as(credentials)
                    .isIn(401, 429);
            clock.move(Duration.ofMinutes(1));
        }
    }

    @Test
    void shouldSlowDownWhoeverTriesPasswords() {
        assertThat(caller.get("/VIEWER", "Authorization", basic("ann", PASSWORD)).statusCode()).isEqualTo(200);
        for (int i = 0; i < 3; i++) {
            assertThat(caller.get("/VIEWER", "Authorization", basic("ann", "guess " + i)).statusCode())
                    .isEqualTo(401);
        }
        HttpResponse<String> refused = caller.get("/VIEWER", "Authorization", basic("ann", "guess 4"));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("20");

        // Whoever has signed in is not locked out by the guesses of others, nor is another way in.
        assertThat(caller.get("/VIEWER", "Authorization", basic("ann", PASSWORD)).statusCode()).isEqualTo(200);
        assertThat(caller.get("/VIEWER", "Authorization", "Bearer " + TOKEN).statusCode()).isEqualTo(200);

        clock.move(Duration.ofSeconds(21));
        assertThat(caller.get("/VIEWER", "Authorization", basic("ann", "guess 5")).statusCode()).isEqualTo(401);
        assertThat(caller.get("/VIEWER", "Authorization", basic("ann", "guess 6")).statusCode()).isEqualTo(429);
    }

    @Test
    void shouldTurnUnknownTokensInto429() {
        for (int i = 0; i < 3; i++) {
            assertThat(caller.get("/VIEWER", "Authorization", "Bearer guess-" + i).statusCode()).isEqualTo(401);
        }
        assertThat(caller.get("/VIEWER", "Authorization", "Bearer guess-4").statusCode()).isEqualTo(429);
        assertThat(caller.get("/VIEWER", "Authorization", "Bearer " + TOKEN).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldLimitEachCallerAndEachAddress() {
        for (int i = 0; i < 20; i++) {
            assertThat(caller.get("/VIEWER", "Authorization", "Bearer " + TOKEN).statusCode()).isEqualTo(200);
        }
        HttpResponse<String> refused = caller.get("/VIEWER", "Authorization", "Bearer " + TOKEN);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("3");
        assertThat(refused.body()).contains("machine asks too often");
        for (int i = 0; i < 10; i++) {
            assertThat(caller.get("/OPEN").statusCode()).isEqualTo(200);
        }
        assertThat(caller.get("/OPEN").statusCode()).isEqualTo(429);
        clock.move(Duration.ofMinutes(1));
        assertThat(caller.get("/OPEN").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldBelieveTrustedProxy() {
        assertThat(caller.get("/VIEWER", "X-Forwarded-User", "eve", "X-Proxy-Secret", PROXY_SECRET, "X-Forwarded-For",
                "6.6.6.6, 203.0.113.9").body()).isEqualTo("\"eve 203.0.113.9\"");
        assertThat(caller.get("/APPROVER", "X-Forwarded-User", "eve", "X-Proxy-Secret", PROXY_SECRET).statusCode())
                .isEqualTo(403);
        assertThat(caller.get("/APPROVER", "X-Forwarded-User", "eve", "X-Proxy-Secret", PROXY_SECRET,
                "X-Forwarded-Groups", "dev, ops").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldRefuseProxyHeaderWithoutItsSecret() {
        assertThat(caller.get("/VIEWER", "X-Forwarded-User", "eve").statusCode()).isEqualTo(403);
        assertThat(caller.get("/VIEWER", "X-Forwarded-User", "eve", "X-Proxy-Secret", "guess").statusCode())
                .isEqualTo(403);
        assertThat(caller.get("/VIEWER", "X-Forwarded-User", "eve", "X-Proxy-Secret", PROXY_SECRET, "X-Forwarded-User",
                "root").statusCode()).isEqualTo(400);
    }

    @Test
    void shouldRefuseProxyHeaderFromElsewhere() {
        try (HttpServer elsewhere = start(List.of(CidrRange.parse("10.0.0.0/8")))) {
            HttpResponse<String> answer = new HttpCaller(elsewhere.uri()).get("/OPEN", "X-Forwarded-User", "eve",
                    "X-Proxy-Secret", PROXY_SECRET, "Authorization", "Bearer " + TOKEN);
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("only a trusted proxy");
            assertThat(new HttpCaller(elsewhere.uri()).get("/OPEN", "X-Forwarded-For", "10.0.0.1").body())
                    .as("an address that anyone may write is not believed").contains("127.0.0.1");
        }
    }

    @Test
    void shouldTellHowToSignIn() {
        assertThat(caller.get("/auth/methods").body())
                .isEqualTo("{\"token\":true,\"password\":true,\"provider\":false}");
    }

    @Test
    void shouldCheckConfigOfProxyAndUsers() {
        ProxyConfig proxy = new ProxyConfig(Optional.of("X-User"), null, null, null,
                List.of(new GroupConfig("*", Set.of(Role.VIEWER), Optional.empty())));
        assertThatThrownBy(() -> new HttpConfig("127.0.0.1", 0, null, null, null, null, null, null,
                new AuthConfig(null, proxy, null), null)).isInstanceOf(ConfigException.class)
                .hasMessageContaining("trusted-proxies");
        assertThatThrownBy(() -> new ProxyConfig(Optional.of("X-User"), null, null, null, null))
                .hasMessageContaining("nobody may do anything");
        assertThatThrownBy(() -> new UserConfig("a:b", HASH, Set.of(Role.ADMIN),
                Optional.empty())).hasMessageContaining("colon");
    }

    private static String basic(String name, String password) {
        return "Basic " + base64(name + ":" + password);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
