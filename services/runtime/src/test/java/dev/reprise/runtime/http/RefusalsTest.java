// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.password.PasswordHash;

/** What is refused is counted and told, summed up, and says nothing that is secret. */
class RefusalsTest {

    private static final String SCOPED = "scoped-token-0123456789";
    private static final String LIMITED = "limited-token-0123456789";
    private static final String GUESS = "guess-of-an-attacker-0123456789";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Refusal> told = new CopyOnWriteArrayList<>();
    private final Refusals sink = new Refusals() {
        @Override
        public void take(List<Refusal> refusals) {
            told.addAll(refusals);
        }

        @Override
        public Duration every() {
            return Duration.ofHours(1);
        }
    };

    private static void routes(RouteRegistry routes) {
        routes.get("/read", Access.VIEWER, _ -> Response.json("read"));
        routes.post("/act/{id}", Access.OPERATOR, _ -> Response.json("changed"));
        routes.scoped(Method.POST, "/jobs/{namespace}", Access.OPERATOR, request -> {
            request.requireScope(Scope.Place.namespace(request.pathParameter("namespace")));
            return Response.json("changed");
        });
        routes.scoped(Method.POST, "/all", Access.OPERATOR, request -> {
            request.requireUnlimited("everything");
            return Response.json("changed");
        });
        routes.post("/stale", Access.OPERATOR, _ -> {
            throw ProblemException.conflict("revision 3 is stale", "read it again");
        });
    }

    private HttpServer start() {
        PasswordHash hash = PasswordHash.parse("pbkdf2-sha256:100000:" + "A".repeat(22) + ":" + "A".repeat(43));
        return HttpServer.start(new HttpConfig("127.0.0.1", 0, null, null,
                List.of(new TokenConfig("billing", Optional.of(Secret.of(SCOPED)), Optional.empty(),
                        Set.of(Role.OPERATOR), Optional.empty(),
                        Optional.of(new Scope(List.of("billing"), null, null)), Optional.empty()),
                        new TokenConfig("events", Optional.of(Secret.of(LIMITED)), Optional.empty(),
                                Set.of(Role.ADMIN), Optional.empty(), Optional.empty(),
                                Optional.of(List.of("POST /jobs/*")))),
                null, null, null,
                new AuthConfig(List.of(new UserConfig("ann", hash, Set.of(Role.ADMIN), Optional.empty())), null, null),
                new LimitConfig(10_000, 10_000, 1_000)), meters, List.of(RefusalsTest::routes), sink,
                InstantSource.system(), Optional.empty());
    }

    @Test
    void shouldKeepToScopeAndRoutes() {
        try (HttpServer server = start()) {
            HttpCaller caller = new HttpCaller(server.uri());
            String scoped = "Bearer " + SCOPED;
            assertThat(caller.post("/jobs/billing", "", "Authorization", scoped).statusCode()).isEqualTo(200);
            for (String path : List.of("/jobs/other", "/all", "/act/1")) {
                HttpResponse<String> refused = caller.post(path, "", "Authorization", scoped);
                assertThat(refused.statusCode()).as(path).isEqualTo(403);
                assertThat(refused.body()).contains("urn:reprise:out-of-scope").contains("billing");
            }
            assertThat(caller.get("/read", "Authorization", scoped).statusCode()).isEqualTo(200);
            assertThat(caller.post("/jobs/other", "", "Authorization", "Bearer " + LIMITED).statusCode())
                    .isEqualTo(200);
            assertThat(caller.get("/read", "Authorization", "Bearer " + LIMITED).statusCode()).isEqualTo(403);
        }
        assertThat(told).extracting(Refusal::caller, Refusal::route, Refusal::status).contains(
                tuple("billing", "POST /jobs/{namespace}", 403),
                tuple("events", "GET /read", 403));
    }

    @Test
    void shouldSumUpAndTellNoSecret() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(lines);
        try (HttpServer server = start()) {
            HttpCaller caller = new HttpCaller(server.uri());
            for (int i = 0; i < 25; i++) {
                caller.get("/read", "Authorization", "Bearer " + GUESS);
                caller.post("/stale", "", "Authorization", "Bearer " + SCOPED);
            }
            caller.get("/read", "Authorization", "Basic "
                    + Base64.getEncoder().encodeToString(("ann:" + GUESS).getBytes(StandardCharsets.UTF_8)));
            caller.get("/read", "Cookie", "reprise-session=" + GUESS);
            caller.get("/read?token=" + GUESS);
        } finally {
            root.detachAppender(lines);
        }
        assertThat(told).hasSize(2).anySatisfy(each -> {
            assertThat(each.status()).isEqualTo(401);
            assertThat(each.caller()).isEqualTo("anonymous");
            assertThat(each.count()).isEqualTo(28);
        }).anySatisfy(each -> assertThat(each.status()).isEqualTo(403));
        assertThat(meters.counter("http.server.refused", "status", "401").count()).isEqualTo(28);
        assertThat(lines.list).anySatisfy(line -> assertThat(line.getMessage()).isEqualTo("requests refused"));
        assertThat(lines.list).allSatisfy(line -> assertThat(line.getFormattedMessage() + line.getKeyValuePairs())
                .doesNotContain(GUESS).doesNotContain(SCOPED));
        assertThat(told.toString()).doesNotContain(GUESS);
    }

    @Test
    void shouldNotGrowWithInventedCallers() {
        RefusalCounts counts = new RefusalCounts(sink, meters, InstantSource.system());
        for (int i = 0; i < 5_000; i++) {
            counts.count(new RefusalCounts.Key("anonymous", "10.0." + i / 250 + "." + i % 250, "GET /read", 401), "no");
        }
        counts.close();
        assertThat(told).hasSize(200);
        assertThat(told.stream().mapToLong(Refusal::count).sum()).isEqualTo(5_000);
        assertThat(told.getLast().caller()).isEqualTo("many");
    }

    @Test
    void shouldTellEachIntervalAndSurviveWhatCannotBeTold() {
        Refusals failing = new Refusals() {
            @Override
            public void take(List<Refusal> refusals) {
                told.addAll(refusals);
                throw new IllegalStateException("kafka is away");
            }

            @Override
            public Duration every() {
                return Duration.ofMillis(20);
            }
        };
        try (RefusalCounts counts = new RefusalCounts(failing, meters, InstantSource.system())) {
            counts.count(new RefusalCounts.Key("a", "b", "GET /read", 401), "no");
            await().atMost(Duration.ofSeconds(120)).until(() -> told.size() == 1);
            counts.count(new RefusalCounts.Key("a", "b", "GET /read", 401), "no");
            await().atMost(Duration.ofSeconds(120)).until(() -> told.size() == 2);
        }
    }
}
