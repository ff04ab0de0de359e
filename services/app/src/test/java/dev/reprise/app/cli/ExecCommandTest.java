// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.wire.WireCodec;

/** Real commands, and a server that remembers what it was told. */
class ExecCommandTest {

    private static final String EVENTS = "/api/v1/events";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final StubServer server = new StubServer();
    private final WireCodec codec = new WireCodec();

    @TempDir
    private Path directory;

    @BeforeEach
    void accept() {
        server.answer("POST", EVENTS, 202, "{\"accepted\":1}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldReportStartAndSuccess() {
        CommandRun run = exec("--run", "r1", "--", "sh", "-c", "echo to-out; echo to-err >&2");
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("to-out\n");
        assertThat(run.err()).isEqualTo("to-err\n");
        assertThat(told()).containsExactly("run.started", "run.succeeded");
        JsonNode end = events().getLast();
        assertThat(end.path("id").asString()).isEqualTo("r1-1-succeeded");
        assertThat(end.path("source").asString()).startsWith("reprise/exec/");
        assertThat(end.path("data").path("job").asString()).isEqualTo("ns/name");
        assertThat(end.path("data").path("partition").asString()).isEqualTo("ds=2026-11-29");
        assertThat(end.path("data").path("proof").asString()).isEqualTo("OWNER");
    }

    @Test
    void shouldSendEventsThatTheContractReads() {
        exec("--", "false");
        assertThat(events()).hasSize(2).allSatisfy(event -> assertThat(codec.readStructured(event).data()).isNotNull());
    }

    @Test
    void shouldReportAFailureWithItsEvidenceAndKeepTheExitCode() {
        CommandRun run = exec("--attempt", "3", "--final", "--", "sh", "-c",
                "echo loading; echo 'password=hunter2 refused' >&2; exit 9");
        assertThat(run.code()).isEqualTo(9);
        JsonNode failure = events().getLast().path("data");
        assertThat(failure.path("attempt").asInt()).isEqualTo(3);
        assertThat(failure.path("retry").asString()).isEqualTo("FINAL");
        assertThat(failure.path("phase").asString()).isEqualTo("MAY_HAVE_RUN");
        JsonNode error = failure.path("error");
        assertThat(error.path("exitCode").asInt()).isEqualTo(9);
        assertThat(error.path("outputTail").asString()).contains("loading").contains("password=***");
        assertThat(error.toString()).doesNotContain("hunter2");
        assertThat(run.err()).contains("hunter2");
    }

    @Test
    void shouldKeepNoMoreThanTheLastLinesAsEvidence() {
        exec("--", "sh", "-c", "i=0; while [ $i -lt 3000 ]; do echo line-$i; i=$((i+1)); done; exit 1");
        String tail = events().getLast().path("data").path("error").path("outputTail").asString();
        assertThat(tail.length()).isLessThanOrEqualTo(8192);
        assertThat(tail).startsWith("line-").endsWith("line-2999\n");
    }

    @Test
    void shouldTellThatACommandNeverBegan() throws IOException {
        CommandRun absent = exec("--", "no-such-command-anywhere", "x");
        assertThat(absent.code()).isEqualTo(127);
        assertThat(absent.err()).isEqualTo("reprise: no-such-command-anywhere: command not found\n");
        Path file = Files.writeString(directory.resolve("plain"), "x",
                java.nio.charset.StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(exec("--", file.toString()).code()).isEqualTo(126);
        assertThat(told()).containsExactly("run.failed", "run.failed");
        assertThat(events()).allSatisfy(
                event -> assertThat(event.path("data").path("phase").asString()).isEqualTo("NEVER_STARTED"));
    }

    @Test
    void shouldGiveTheNumberOfTheSignalThatEndedIt() {
        assertThat(exec("--", "sh", "-c", "kill -KILL $$").code()).isEqualTo(137);
        assertThat(events().getLast().path("data").path("error").path("message").asString())
                .isEqualTo("exit code 137 (signal 9)");
    }

    @Test
    void shouldPassWordsOnWithoutAShell() {
        CommandRun run = exec("--", "printf", "%s|", "a b", "$HOME", "--job", "*", "");
        assertThat(run.out()).isEqualTo("a b|$HOME|--job|*||");
    }

    @Test
    void shouldGiveSignsOfLifeWhileItRuns() {
        exec("--heartbeat", "1s", "--", "sleep", "2.5");
        assertThat(told()).contains("run.heartbeat").startsWith("run.started").endsWith("run.succeeded");
    }

    @Test
    void shouldKeepEventsWhileTheServerIsAwayAndSendThemWithTheNext() throws IOException {
        Map<String, String> away = new HashMap<>(environment());
        away.put("REPRISE_SERVER", "http://127.0.0.1:1");
        CommandRun run = CommandRun.of(away, "exec", "--job", "ns/name", "--run", "early", "--", "sh", "-c", "exit 4");
        assertThat(run.code()).isEqualTo(4);
        assertThat(run.err().lines()).singleElement().asString().contains("connection refused",
                "sent by the next exec");
        assertThat(kept()).isEqualTo(2);

        CommandRun next = exec("--run", "late", "--", "true");
        assertThat(next.err()).isEmpty();
        assertThat(kept()).isZero();
        assertThat(events()).extracting(event -> event.path("id").asString()).containsExactly("early-1-started",
                "early-1-failed", "late-1-started", "late-1-succeeded");
    }

    @Test
    void shouldNotKeepForEverWhatIsRefused() throws IOException {
        server.answer("POST", EVENTS, 422, "{\"detail\":\"odd\",\"field\":\"at\"}");
        CommandRun run = exec("--run", "r", "--", "true");
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("event r-1-started was refused: at: odd");
        assertThat(kept()).isZero();
    }

    @Test
    void shouldKeepEventsWhileTheTokenIsWrong() throws IOException {
        server.answer("POST", EVENTS, 401, "{\"detail\":\"the token is not known\"}");
        CommandRun run = exec("--", "true");
        assertThat(run.code()).isZero();
        assertThat(run.err().lines()).singleElement().asString().contains("the token is not known");
        assertThat(kept()).isEqualTo(2);
    }

    @Test
    void shouldReportInsideARerunUnderItsOwnName() {
        Map<String, String> inside = new HashMap<>(environment());
        String rerunId = "rr-" + "a".repeat(32);
        inside.putAll(Map.of("REPRISE_INSTANCE", "ns/name/ds=2026-11-29", "REPRISE_RERUN_ID", rerunId, "REPRISE_RUN_ID",
                rerunId));
        CommandRun.of(inside, "exec", "--job", "ns/name", "--partition", "ds=2026-11-29", "--run", "scheduled",
                "--attempt", "4", "--", "true");
        JsonNode start = events().getFirst().path("data");
        assertThat(start.path("run").asString()).isEqualTo(rerunId);
        assertThat(start.path("rerunOf").asString()).isEqualTo(rerunId);
        assertThat(start.path("attempt").asInt()).isEqualTo(1);

        CommandRun.of(inside, "exec", "--job", "ns/other", "--run", "own", "--", "true");
        assertThat(events().getLast().path("data").path("run").asString()).isEqualTo("own");

        CommandRun.of(inside, "exec", "--", "true");
        assertThat(events().getLast().path("data").path("run").asString()).isEqualTo(rerunId);
    }

    private CommandRun exec(String... words) {
        List<String> all = new ArrayList<>(List.of("exec", "--job", "ns/name", "--partition", "ds=2026-11-29"));
        all.addAll(List.of(words));
        return CommandRun.of(environment(), all.toArray(String[]::new));
    }

    private Map<String, String> environment() {
        return Map.of("REPRISE_SERVER", server.uri(), "REPRISE_DATA", directory.toString());
    }

    private List<JsonNode> events() {
        List<JsonNode> events = new ArrayList<>();
        server.received().forEach(received -> MAPPER.readTree(received.body()).forEach(events::add));
        return events;
    }

    private List<String> told() {
        return events().stream().map(event -> event.path("type").asString().replaceAll("dev\\.reprise\\.|\\.v1", ""))
                .toList();
    }

    private long kept() throws IOException {
        Path spool = directory.resolve("spool");
        if (!Files.exists(spool)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(spool)) {
            return files.count();
        }
    }
}
