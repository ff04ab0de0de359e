// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real commands, and a server that keeps the gate as a test tells it to. */
class ExecGateTest {
    private static final String PERMITS = "/api/v1/permits";
    private static final String GRANTED = "{\"state\":\"GRANTED\",\"generation\":1,\"token\":4711}";
    private static final String REFUSED = "{\"state\":\"REFUSED\",\"reason\":\"PERMIT_SUPERSEDED\",\"detail\":\"Too late.\","
            + "\"holder\":{\"run\":\"rr-1\",\"number\":1}}";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final StubServer server = new StubServer();

    @TempDir
    private Path directory;

    @BeforeEach
    void accept() {
        server.answer("POST", "/api/v1/events", 202, "{\"accepted\":1}").answer("POST", PERMITS, 200, GRANTED);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldAskBeforeTheBodyAndBeforeThePublishing() {
        CommandRun run = exec("--gate", "start,commit", "--publish", "sh", "-c",
                "echo published $REPRISE_PERMIT_TOKEN", "--", "echo", "body");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("body\npublished 4711\n");
        assertThat(asked()).extracting(request -> request.path("gate").asString("")).containsExactly("START", "COMMIT");
        assertThat(asked()).extracting(request -> request.path("asker").asString("")).doesNotContain("").hasSize(2)
                .satisfies(askers -> assertThat(askers.getFirst()).isEqualTo(askers.getLast()));
        assertThat(told()).containsExactly("run.started", "run.output-committed", "run.succeeded");
    }

    @Test
    void shouldNotStartTheBodyWithoutAPermitAndTellNoFailure() {
        server.answer("POST", PERMITS, 200, REFUSED);

        CommandRun run = exec("--gate", "start", "--", "echo", "body");

        assertThat(run.code()).isEqualTo(75);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo(
                "reprise: not allowed to start: PERMIT_SUPERSEDED: Too late. It is with run rr-1.\n");
        assertThat(told()).isEmpty();
    }

    @Test
    void shouldNotPublishWithoutAPermitAndTellNoFailure() {
        server.answer("POST", PERMITS, 200, REFUSED);

        CommandRun run = exec("--gate", "commit", "--publish", "echo", "published", "--", "echo", "body");

        assertThat(run.code()).isEqualTo(75);
        assertThat(run.out()).isEqualTo("body\n");
        assertThat(run.err()).contains("not allowed to publish: PERMIT_SUPERSEDED");
        assertThat(told()).containsExactly("run.started");
    }

    @Test
    void shouldTellThatItNeverStartedWhereNobodyAnswers() {
        server.answer("POST", PERMITS, 503, "{\"detail\":\"Kafka is away\"}");

        CommandRun run = exec("--gate", "start", "--gate-timeout", "1s", "--", "echo", "body");

        assertThat(run.code()).isEqualTo(75);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("reprise: no permit to start: Kafka is away within 1 s\n");
        assertThat(told()).containsExactly("run.failed");
        assertThat(events().getFirst().path("data").path("phase").asString("")).isEqualTo("NEVER_STARTED");
    }

    @Test
    void shouldAskAgainForAnAnswerThatIsLate() {
        server.answer("POST", PERMITS, 202, "{\"state\":\"WAITING\"}");

        CommandRun run = exec("--gate", "start", "--gate-timeout", "2s", "--", "echo", "body");

        assertThat(run.code()).isEqualTo(75);
        assertThat(server.received()).anySatisfy(request -> {
            assertThat(request.method()).isEqualTo("GET");
            assertThat(request.target()).startsWith(PERMITS + "/" + asked().getFirst().path("requestId").asString(""));
        });
    }

    @Test
    void shouldProceedWithAWarningWhereToldSo() {
        server.answer("POST", PERMITS, 503, "{\"detail\":\"Kafka is away\"}");

        CommandRun run = exec("--gate", "start,commit", "--gate-timeout", "1s", "--gate-away", "proceed", "--publish",
                "echo", "published", "--", "echo", "body");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("body\npublished\n");
        assertThat(run.err()).contains("no permit to start, going on without one", "no permit to publish, going on");
        assertThat(events()).hasSize(3).allSatisfy(
                event -> assertThat(event.path("data").path("source").asString("")).endsWith("#ungated"));
    }

    @Test
    void shouldTellAFailedPublishingAsAFailureThatMayHaveHadAnEffect() {
        CommandRun run = exec("--gate", "commit", "--publish", "no-such-command-anywhere", "--", "true");

        assertThat(run.code()).isEqualTo(127);
        assertThat(told()).containsExactly("run.started", "run.failed");
        assertThat(events().getLast().path("data").path("phase").asString("")).isEqualTo("MAY_HAVE_RUN");
    }

    @Test
    void shouldNotPublishWhatHasFailed() {
        CommandRun run = exec("--gate", "commit", "--publish", "echo", "published", "--", "false");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(asked()).isEmpty();
    }

    @Test
    void shouldRefuseOptionsThatMeanNothing() {
        assertThat(exec("--publish", "true", "--", "true").err()).contains("--publish: needs --gate commit");
        assertThat(exec("--gate", "door", "--", "true").err()).contains("expected start or commit, found door");
        assertThat(exec("--gate", "start", "--gate-away", "wait", "--", "true").err())
                .contains("expected refuse or proceed");
        assertThat(exec("--gate", "start", "--gate-timeout", "1h", "--", "true").err()).contains("expected 1s to 10m");
    }

    @Test
    void shouldTellItsCommandWhoItIsSoThatThatCanAsk() {
        CommandRun body = exec("--gate", "commit", "--", "sh", "-c", "env | grep ^REPRISE_ | sort");
        Map<String, String> told = new HashMap<>();
        body.out().lines().map(line -> line.split("=", 2)).forEach(pair -> told.put(pair[0], pair[1]));

        CommandRun asking = CommandRun.of(told, "permit", "commit");

        assertThat(asking.code()).isZero();
        assertThat(asking.out()).isEqualTo("4711\n");
        JsonNode request = asked().getLast();
        assertThat(request.path("job").asString("")).isEqualTo("ns/name");
        assertThat(request.path("partition").asString("")).isEqualTo("ds=2026-11-29");
        assertThat(request.path("run").asString("")).isEqualTo("r1");
        assertThat(request.path("asker").asString("")).isEqualTo(told.get("REPRISE_GATE_ASKER"));
        server.answer("POST", PERMITS, 200, REFUSED);
        assertThat(CommandRun.of(told, "permit", "commit").code()).isEqualTo(75);
    }

    @Test
    void shouldSayThatThereIsNoGatedRun() {
        CommandRun run = CommandRun.of(Map.of(), "permit", "commit");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no gated run");
    }

    @Test
    void shouldNameTheRerunThatItCarriesOut() {
        String rerun = "rr-abcdefghijklmnopqrstuvwxyz234567";
        Map<String, String> inside = new HashMap<>(environment());
        inside.putAll(Map.of("REPRISE_RERUN_ID", rerun, "REPRISE_INSTANCE", "ns/name/ds=2026-11-29",
                "REPRISE_GENERATION", "3"));

        CommandRun.of(inside, "exec", "--gate", "start", "--", "true");

        assertThat(asked()).singleElement().satisfies(request -> {
            assertThat(request.path("rerunId").asString("")).isEqualTo(rerun);
            assertThat(request.path("generation").asLong(0)).isEqualTo(3);
            assertThat(request.path("run").asString("")).isEqualTo(rerun);
        });
    }

    private CommandRun exec(String... words) {
        List<String> all = new ArrayList<>(
                List.of("exec", "--job", "ns/name", "--partition", "ds=2026-11-29", "--run", "r1"));
        all.addAll(List.of(words));
        return CommandRun.of(environment(), all.toArray(String[]::new));
    }

    private Map<String, String> environment() {
        return Map.of("REPRISE_SERVER", server.uri(), "REPRISE_DATA", directory.toString());
    }

    private List<JsonNode> asked() {
        return server.received().stream().filter(request -> request.target().startsWith(PERMITS + "?"))
                .map(request -> MAPPER.readTree(request.body())).toList();
    }

    private List<JsonNode> events() {
        return server.received().stream().filter(request -> request.target().equals("/api/v1/events"))
                .flatMap(request -> MAPPER.readTree(request.body()).values().stream())
                .filter(event -> !event.path("type").asString("").contains("heartbeat")).toList();
    }

    private List<String> told() {
        return events().stream().map(event -> event.path("type").asString("").replaceAll("dev.reprise.|\\.v1", ""))
                .toList();
    }
}
