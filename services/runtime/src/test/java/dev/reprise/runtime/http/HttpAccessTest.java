// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpAccessTest {

    private static final String READS = "viewer-token-0123456789";
    private static final String APPROVES = "approver-token-0123456789";

    private static final String HASHED = "hashed-token-0123456789abcdef";
    /** Of it, by {@code printf %s TOKEN | sha256sum}. */
    private static final String HASH = "d3af0778a1fb6ddef0b9b43dbd80f29d1b737ba942f1aca95368cb42eb5d9703";
    private static final String ENDED = "ended-token-0123456789abcdef";
    private final HttpServer server = HttpServer.start(
            new HttpConfig("127.0.0.1", 0, null, null,
                    List.of(new TokenConfig("reader", Secret.of(READS), Set.of(Role.VIEWER)),
                            new TokenConfig("ann", Secret.of(APPROVES), Set.of(Role.APPROVER)),
                            new TokenConfig("hashed", Optional.empty(), Optional.of(HASH), Set.of(Role.VIEWER),
                                    Optional.of(Instant.parse("2999-01-01T00:00:00Z"))),
                            new TokenConfig("ended", Optional.of(Secret.of(ENDED)), Optional.empty(),
                                    Set.of(Role.ADMIN), Optional.of(Instant.parse("2026-01-01T00:00:00Z")))),
                    Set.of("https://portal.example")),
            new SimpleMeterRegistry(), List.of(HttpAccessTest::routes));
    private final HttpCaller caller = new HttpCaller(server.uri());

    private static void routes(RouteRegistry routes) {
        for (Access access : Access.values()) {
            routes.get("/" + access, access, request -> Response.json(request.principal().name()));
        }
        routes.post("/act", Access.OPERATOR, request -> Response.empty(202));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"OPEN,200,200,200", "OPEN_ON_LOOPBACK,200,200,200", "VIEWER,401,200,200", "OPERATOR,401,403,200",
        "APPROVER,401,403,200", "ADMIN,401,403,403"})
    void shouldAdmitByRole(String path, int without, int reader, int approver) {
        assertThat(caller.get("/" + path).statusCode()).isEqualTo(without);
        assertThat(caller.get("/" + path, "Authorization", "Bearer " + READS).statusCode()).isEqualTo(reader);
        assertThat(caller.get("/" + path, "Authorization", "bearer " + APPROVES).statusCode()).isEqualTo(approver);
    }

    @Test
    void shouldRefuseUnknownToken() {
        HttpResponse<String> answer = caller.get("/OPEN", "Authorization", "Bearer " + READS + "x");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(answer.body()).doesNotContain(READS);
    }

    @Test
    void shouldKnowTokenByItsHash() {
        assertThat(caller.get("/VIEWER", "Authorization", "Bearer " + HASHED).body()).isEqualTo("\"hashed\"");
        assertThat(caller.get("/VIEWER", "Authorization", "Bearer " + HASH).statusCode()).isEqualTo(401);
    }

    @Test
    void shouldRefuseTokenThatHasEnded() {
        HttpResponse<String> answer = caller.get("/VIEWER", "Authorization", "Bearer " + ENDED);

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("has ended");
    }

    @Test
    void shouldWantEitherTokenOrHash() {
        assertThatThrownBy(() -> new TokenConfig("a", Optional.empty(), Optional.empty(), Set.of(Role.ADMIN),
                Optional.empty())).isInstanceOf(ConfigException.class).hasMessageContaining("sha256sum");
        assertThatThrownBy(() -> new TokenConfig("a", Optional.of(Secret.of(READS)), Optional.of(HASH),
                Set.of(Role.ADMIN), Optional.empty())).isInstanceOf(ConfigException.class)
                .hasMessageContaining("beside sha256");
        assertThatThrownBy(() -> new TokenConfig("a", Optional.empty(), Optional.of("abc"), Set.of(Role.ADMIN),
                Optional.empty())).isInstanceOf(ConfigException.class).hasMessageContaining("no SHA-256");
    }

    @Test
    void shouldRefuseOtherSchemes() {
        assertThat(caller.get("/VIEWER", "Authorization", "Basic YTpi").statusCode()).isEqualTo(401);
    }

    @Test
    void shouldTellCallerByTokenName() {
        assertThat(caller.get("/VIEWER", "Authorization", "Bearer " + APPROVES).body()).isEqualTo("\"ann\"");
    }

    @Test
    void shouldAllowConfiguredOrigin() {
        assertThat(caller.post("/act", "", "Authorization", "Bearer " + APPROVES, "Origin", "https://portal.example",
                "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(202);
        assertThat(caller.post("/act", "", "Authorization", "Bearer " + APPROVES, "Origin", "https://evil.example")
                .statusCode()).isEqualTo(403);
    }

    @Test
    void shouldRefuseOpenAddressWithoutToken() {
        assertThatThrownBy(() -> new HttpConfig("0.0.0.0", 8080, null, null, null, null))
                .isInstanceOf(ConfigException.class).hasMessageContaining("host").hasMessageContaining("tokens:");
    }

    @Test
    void shouldReportEveryProblemOfConfig() {
        assertThatThrownBy(() -> new HttpConfig("0.0.0.0", 70_000, null, null, null, null))
                .isInstanceOfSatisfying(ConfigException.class, e -> assertThat(e.problems()).hasSize(2));
    }

    @Test
    void shouldRefuseGuessableToken() {
        assertThatThrownBy(() -> new TokenConfig("a", Secret.of("short"), Set.of(Role.ADMIN)))
                .isInstanceOf(ConfigException.class).hasMessageContaining("20 characters")
                .hasMessageNotContaining("short;");
    }
}
