// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.oidc.OidcProvider;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OidcTest {

    private static final String API = "reprise-api";

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private StubIssuer issuer;
    private HttpServer server;
    private HttpCaller caller;

    @BeforeAll
    void start() throws IOException {
        issuer = new StubIssuer();
        InstantSource clock = () -> InstantSource.system().instant().plus(ahead.get());
        HttpConfig config = new HttpConfig("127.0.0.1", 0, null, null, null, null, null, null,
                new AuthConfig(null, null, oidc("http://localhost/auth/callback")), new LimitConfig(1000, 1000, 1000));
        server = HttpServer.start(config, new SimpleMeterRegistry(), List.of(OidcTest::routes), Refusals.NOWHERE, clock,
                Optional.empty());
        caller = new HttpCaller(server.uri());
    }

    private OidcConfig oidc(String redirect, String... keys) {
        return new OidcConfig(Optional.of(issuer.issuer()), StubIssuer.CLIENT,
                Optional.of(Secret.of(StubIssuer.SECRET)),
                Optional.of(URI.create(redirect)), Optional.of(API), null, null, null,
                List.of(new GroupConfig("reprise-ops", Set.of(Role.OPERATOR), Optional.empty()),
                        new GroupConfig("*", Set.of(Role.VIEWER), Optional.empty())),
                null, null, null, Arrays.stream(keys).map(Secret::of).toList());
    }

    private static void routes(RouteRegistry routes) {
        routes.get("/who", Access.VIEWER, request -> Response
                .json(request.principal().name() + " " + request.principal().method()));
        routes.post("/act", Access.OPERATOR, _ -> Response.empty(202));
    }

    @AfterAll
    void stop() {
        server.close();
        issuer.close();
    }

    @AfterEach
    void reset() {
        issuer.claims(_ -> {});
        ahead.set(Duration.ZERO);
    }

    @Test
    void shouldSignInActAndSignOut() {
        HttpResponse<String> begun = caller.get("/auth/sign-in?to=/instances/a%2Fb?x=1");
        assertThat(begun.statusCode()).isEqualTo(303);
        String flow = cookie(begun, "reprise-sign-in");
        HttpResponse<String> ended = caller.get(back(begun), "Cookie", flow);
        assertThat(ended.statusCode()).isEqualTo(303);
        assertThat(ended.headers().firstValue("Location")).hasValue("/instances/a/b?x=1");
        assertThat(ended.headers().allValues("Set-Cookie")).hasSize(2).allSatisfy(
                each -> assertThat(each).contains("; Path=/; HttpOnly; SameSite=Lax"));
        String session = cookie(ended, "reprise-session");

        assertThat(caller.get("/who", "Cookie", session).body()).isEqualTo("\"ann SESSION\"");
        assertThat(caller.post("/act", "", "Cookie", session, "Sec-Fetch-Site", "same-origin").statusCode())
                .isEqualTo(202);
        HttpResponse<String> out = caller.post("/auth/sign-out", "", "Cookie", session, "Sec-Fetch-Site",
                "same-origin");
        assertThat(out.statusCode()).isEqualTo(200);
        assertThat(out.body()).contains(issuer.issuer() + "/logout?");
        assertThat(caller.get("/who", "Cookie", session).statusCode()).isEqualTo(401);
    }

    @Test
    void shouldRefuseSessionFromAnotherSiteOrWithoutProof() {
        String session = session();
        assertThat(caller.post("/act", "", "Cookie", session).statusCode()).isEqualTo(403);
        assertThat(caller.post("/act", "", "Cookie", session, "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(caller.post("/act", "", "Cookie", session, "Origin", "https://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(caller.post("/act", "", "Cookie", session, "Origin", "null").statusCode()).isEqualTo(403);
        assertThat(caller.get("/who", "Cookie", session + "; " + session).statusCode())
                .as("a cookie that is there twice was set by someone else").isEqualTo(401);
    }

    @Test
    void shouldEndSessionByTime() {
        String session = session();
        ahead.set(Duration.ofHours(7));
        HttpResponse<String> used = caller.get("/who", "Cookie", session);
        assertThat(used.statusCode()).isEqualTo(200);
        String renewed = cookie(used, "reprise-session");
        ahead.set(Duration.ofHours(14));
        assertThat(caller.get("/who", "Cookie", session).statusCode()).as("idle").isEqualTo(401);
        assertThat(caller.get("/who", "Cookie", renewed).statusCode()).isEqualTo(200);
        String kept = renewed;
        for (int hour = 14; hour < 24; hour += 3) {
            ahead.set(Duration.ofHours(hour));
            kept = cookie(caller.get("/who", "Cookie", kept), "reprise-session");
        }
        ahead.set(Duration.ofHours(24));
        assertThat(caller.get("/who", "Cookie", kept).statusCode()).as("too old").isEqualTo(401);
    }

    @Test
    void shouldNotSealAnewWhatIsStillFresh() {
        assertThat(caller.get("/who", "Cookie", session()).headers().allValues("Set-Cookie")).isEmpty();
    }

    @Test
    void shouldGoOnAtAnotherProcessAndEndInBoth() {
        EndedSessions shared = EndedSessions.here(InstantSource.system());
        String key = "k".repeat(32);
        String old = "o".repeat(32);
        try (HttpServer one = sharing(shared, key);
                HttpServer other = sharing(shared, "n".repeat(32), key);
                HttpServer stranger = sharing(shared, old)) {
            HttpCaller first = new HttpCaller(one.uri());
            HttpCaller second = new HttpCaller(other.uri());
            HttpResponse<String> begun = first.get("/auth/sign-in");
            String session = cookie(second.get(back(begun), "Cookie", cookie(begun, "reprise-sign-in")),
                    "reprise-session");

            assertThat(second.get("/who", "Cookie", session).body()).isEqualTo("\"ann SESSION\"");
            assertThat(first.get("/who", "Cookie", session).statusCode()).as("a key that the first does not have")
                    .isEqualTo(401);
            HttpResponse<String> again = first.get("/auth/sign-in");
            String common = cookie(first.get(back(again), "Cookie", cookie(again, "reprise-sign-in")),
                    "reprise-session");
            assertThat(first.get("/who", "Cookie", common).body()).isEqualTo("\"ann SESSION\"");
            assertThat(second.get("/who", "Cookie", common).body()).as("the same name, so that one person stays one")
                    .isEqualTo("\"ann SESSION\"");
            assertThat(new HttpCaller(stranger.uri()).get("/who", "Cookie", common).statusCode()).isEqualTo(401);

            assertThat(second.post("/auth/sign-out", "", "Cookie", common, "Sec-Fetch-Site", "same-origin")
                    .statusCode()).isEqualTo(200);
            assertThat(first.get("/who", "Cookie", common).statusCode()).as("a copy of the cookie").isEqualTo(401);
            assertThat(second.get("/who", "Cookie", common).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void shouldTakeNothingElseForASession() {
        String session = session();
        String flow = cookie(caller.get("/auth/sign-in"), "reprise-sign-in").replace("reprise-sign-in",
                "reprise-session");
        String changed = session.substring(0, session.length() - 2) + (session.endsWith("AA") ? "BB" : "AA");
        assertThat(List.of(flow, changed, "reprise-session=AAAA", "reprise-session=" + "A".repeat(200)))
                .allSatisfy(each -> assertThat(caller.get("/who", "Cookie", each).statusCode()).isEqualTo(401));
    }

    @Test
    void shouldTellPeopleInAPageWhyTheyAreNotSignedIn() {
        HttpResponse<String> answer = caller.get("/auth/callback?code=1&state=2", "Accept", "text/html");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("You are not signed in", "This browser did not begin a sign-in",
                "href=\"/auth/sign-in\"");
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse("")).contains("default-src 'none'");
        assertThat(caller.get("/auth/callback?code=1", "Accept", "text/html", "Accept-Language", "zh-CN").body())
                .contains("没有登录成功", "这个浏览器没有开始过登录");
        assertThat(caller.get("/auth/callback?code=1").body()).contains("\"status\":400");
        assertThat(caller.get("/auth/style.css").headers().firstValue("Content-Type").orElse("")).contains("text/css");
    }

    private HttpServer sharing(EndedSessions endings, String... keys) {
        return HttpServer.start(new HttpConfig("127.0.0.1", 0, null, null, null, null, null, null,
                new AuthConfig(null, null, oidc("http://localhost/auth/callback", keys)), null),
                new SimpleMeterRegistry(), List.of(OidcTest::routes), Refusals.NOWHERE, endings);
    }

    @Test
    void shouldRefuseAnswerThatThisBrowserDidNotAskFor() {
        HttpResponse<String> mine = caller.get("/auth/sign-in");
        HttpResponse<String> attackers = caller.get("/auth/sign-in");
        assertThat(caller.get(back(attackers)).statusCode()).as("no cookie").isEqualTo(400);
        assertThat(caller.get(back(attackers), "Cookie", cookie(mine, "reprise-sign-in")).statusCode())
                .as("another one's state").isEqualTo(400);
        assertThat(caller.get(back(mine), "Cookie", "reprise-sign-in=AAAA").statusCode()).as("forged").isEqualTo(400);
        ahead.set(Duration.ofMinutes(11));
        assertThat(caller.get(back(mine), "Cookie", cookie(mine, "reprise-sign-in")).statusCode()).as("late")
                .isEqualTo(400);
    }

    @Test
    void shouldTakeEachCodeOnce() {
        HttpResponse<String> begun = caller.get("/auth/sign-in");
        String back = back(begun);
        String flow = cookie(begun, "reprise-sign-in");
        assertThat(caller.get(back, "Cookie", flow).statusCode()).isEqualTo(303);
        assertThat(caller.get(back, "Cookie", flow).statusCode()).isEqualTo(401);
        assertThat(caller.get(back.replaceAll("code=[^&]+", "code=guess"), "Cookie", flow).statusCode())
                .isEqualTo(401);
        assertThat(caller.get(back + "&iss=https%3A%2F%2Fevil.example", "Cookie", flow).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)",
        "/%0d%0aSet-Cookie:x=y", "instances"})
    void shouldNotSendToAnotherSite(String target) {
        HttpResponse<String> begun = caller.get("/auth/sign-in?to=" + target.replace("\\", "%5C"));
        HttpResponse<String> ended = caller.get(back(begun), "Cookie", cookie(begun, "reprise-sign-in"));
        assertThat(ended.headers().firstValue("Location")).hasValue("/");
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void shouldRefuseUnfitIdToken(String reason, Consumer<JwtClaims> change) {
        issuer.claims(change);
        HttpResponse<String> begun = caller.get("/auth/sign-in");
        HttpResponse<String> ended = caller.get(back(begun), "Cookie", cookie(begun, "reprise-sign-in"));
        assertThat(ended.statusCode()).isEqualTo(401);
        assertThat(ended.body()).contains(reason);
        assertThat(ended.headers().allValues("Set-Cookie")).isEmpty();
    }

    static Stream<Arguments> unfit() {
        return Stream.of(unfit("another sign-in", claims -> claims.setStringClaim("nonce", "other")),
                unfit("another audience", claims -> claims.setAudience(API)),
                unfit("another client", claims -> claims.setStringClaim("azp", "other")),
                unfit("another issuer", claims -> claims.setIssuer("https://evil.example")),
                unfit("has ended", claims -> claims.setExpirationTime(past(60))),
                unfit("clocks differ", claims -> claims.setNotBefore(past(-120))),
                unfit("lacks", claims -> claims.unsetClaim("exp")),
                unfit("lacks", claims -> claims.unsetClaim("sub")));
    }

    @Test
    void shouldAllowForClocksThatDifferALittle() {
        JwtClaims claims = issuer.claims(API);
        claims.setIssuedAt(past(60));
        claims.setExpirationTime(past(15));
        assertThat(bearer(issuer.sign(claims)).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldTakeTokenOfAProgramAndFollowTheKeys() throws Exception {
        try (StubIssuer rotating = new StubIssuer()) {
            OidcProvider provider = new OidcProvider(new OidcProvider.Registration(rotating.issuer(), "reprise",
                    Optional.empty(), URI.create("http://localhost/auth/callback"), Duration.ofSeconds(30)));
            assertThat(provider.verify(rotating.sign(rotating.claims(API)), API)).containsEntry("sub", "subject-1");
            String old = rotating.sign(rotating.claims(API));
            rotating.rotate();
            String fresh = rotating.sign(rotating.claims(API));
            assertThatThrownBy(() -> provider.verify(fresh, API)).hasMessageContaining("not signed");
            assertThat(rotating.keyRequests()).as("keys are not fetched at an attacker's will").isEqualTo(1);
            await().atMost(Duration.ofSeconds(120)).ignoreExceptions()
                    .until(() -> provider.verify(fresh, API).containsKey("sub"));
            assertThatThrownBy(() -> provider.verify(old, API)).as("a key that was withdrawn")
                    .hasMessageContaining("not signed");
        }
        HttpResponse<String> answer = bearer(issuer.sign(issuer.claims(API)));
        assertThat(answer.body()).isEqualTo("\"ann JWT\"");
    }

    @ParameterizedTest
    @MethodSource("forged")
    void shouldRefuseForgedToken(String what, String token) {
        HttpResponse<String> answer = bearer(token);
        assertThat(answer.statusCode()).as(what).isEqualTo(401);
        assertThat(answer.body()).doesNotContain(token);
    }

    Stream<Arguments> forged() throws JoseException {
        JwtClaims claims = issuer.claims(API);
        claims.setStringListClaim("groups", List.of("reprise-ops"));
        RsaJsonWebKey stranger = StubIssuer.newKey(issuer.key().getKeyId());
        JwtClaims ended = issuer.claims(API);
        ended.setExpirationTime(past(120));
        JwtClaims elsewhere = issuer.claims(API);
        elsewhere.setIssuer("https://evil.example");
        JsonWebSignature mixed = new JsonWebSignature();
        mixed.setPayload(claims.toJson());
        mixed.setKey(new HmacKey(issuer.key().getPublicKey().getEncoded()));
        mixed.setKeyIdHeaderValue(issuer.key().getKeyId());
        mixed.setAlgorithmHeaderValue("HS256");
        String valid = issuer.sign(claims);
        return Stream.of(Arguments.of("no signature", part("{\"alg\":\"none\"}") + "." + part(claims.toJson()) + "."),
                Arguments.of("another key of the same name", StubIssuer.sign(claims, stranger)),
                Arguments.of("ended", issuer.sign(ended)), Arguments.of("another issuer", issuer.sign(elsewhere)),
                Arguments.of("sign-in token as API token", issuer.sign(issuer.claims(StubIssuer.CLIENT))),
                Arguments.of("public key as secret", mixed.getCompactSerialization()),
                Arguments.of("changed claims", valid.split("\\.")[0] + "." + part(claims.toJson()
                        .replace("ann", "root")) + "." + valid.split("\\.")[2]),
                Arguments.of("too long", valid + "A".repeat(6_000)));
    }

    @Test
    void shouldInsistOnHttpsInCookiesWherePeopleComeByHttps() {
        HttpConfig config = new HttpConfig("127.0.0.1", 0, null, null, null, null, null, null,
                new AuthConfig(null, null, oidc("https://reprise.example.org/auth/callback")), null);
        try (HttpServer secure = HttpServer.start(config, new SimpleMeterRegistry(), List.of())) {
            HttpResponse<String> begun = new HttpCaller(secure.uri()).get("/auth/sign-in");
            assertThat(begun.headers().firstValue("Set-Cookie").orElse("")).startsWith("__Host-reprise-sign-in=")
                    .endsWith("; Secure").contains("HttpOnly").doesNotContain("Domain");
        }
    }

    @Test
    void shouldAnswer503WhileTheProviderIsAway() throws IOException {
        StubIssuer away = new StubIssuer();
        String address = away.issuer();
        away.close();
        OidcConfig config = new OidcConfig(Optional.of(address), null, null,
                Optional.of(URI.create("http://localhost/auth/callback")), Optional.of(API), null, null, null,
                List.of(new GroupConfig("*", Set.of(Role.VIEWER), Optional.empty())), null, null, null, null);
        try (HttpServer lonely = HttpServer.start(new HttpConfig("127.0.0.1", 0, null, null, null, null, null, null,
                new AuthConfig(null, null, config), null), new SimpleMeterRegistry(), List.of())) {
            assertThat(new HttpCaller(lonely.uri()).get("/auth/sign-in").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void shouldCheckConfig() {
        assertThatThrownBy(() -> oidc("http://reprise.example.org/auth/callback")).isInstanceOf(ConfigException.class)
                .hasMessageContaining("https");
        assertThatThrownBy(() -> oidc("https://reprise.example.org/callback")).hasMessageContaining("/auth/callback");
        assertThatThrownBy(() -> new OidcConfig(Optional.of("https://sso.example.org"), "one", null,
                Optional.of(URI.create("https://r.example.org/auth/callback")), Optional.of("one"), null, null, null,
                null, null, null, null, null)).hasMessageContaining("pass for an API token");
        assertThatThrownBy(() -> oidc("https://r.example.org/auth/callback", "short"))
                .hasMessageContaining("session-keys").hasMessageContaining("openssl rand");
    }

    private HttpResponse<String> bearer(String token) {
        return caller.get("/who", "Authorization", "Bearer " + token);
    }

    private String session() {
        HttpResponse<String> begun = caller.get("/auth/sign-in");
        return cookie(caller.get(back(begun), "Cookie", cookie(begun, "reprise-sign-in")), "reprise-session");
    }

    /** Path and query with which the browser comes back. */
    private String back(HttpResponse<String> begun) {
        URI back = issuer.agree(URI.create(begun.headers().firstValue("Location").orElseThrow()));
        return back.getRawPath() + "?" + back.getRawQuery();
    }

    private static String cookie(HttpResponse<String> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream().filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(0, each.indexOf(';'))).findFirst().orElseThrow();
    }

    private static NumericDate past(long seconds) {
        NumericDate date = NumericDate.now();
        date.addSeconds(-seconds);
        return date;
    }

    private static Arguments unfit(String reason, Consumer<JwtClaims> change) {
        return Arguments.of(reason, change);
    }

    private static String part(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
