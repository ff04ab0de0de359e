// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.process.RepriseProcess;

/** Gated runs as processes of their own, against the program as a process and a real broker. */
final class PermitIT {
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final int REFUSED = 75;

    @TempDir
    Path directory;

    /** A command that runs, and what it said. */
    private record Running(Process process, Path said) {
        int end() throws InterruptedException {
            await().atMost(LONG).until(() -> !process.isAlive());
            return process.waitFor();
        }

        String text() throws IOException {
            return Files.readString(said);
        }
    }

    @Test
    void shouldLetOneRunOfAGenerationPass() throws IOException, InterruptedException {
        try (Broker broker = BrokerKind.EMBEDDED.start(directory.resolve("kafka"));
                RepriseProcess reprise = new RepriseProcess(Files.createDirectories(directory.resolve("reprise")),
                        broker.bootstrapServers())) {
            apply(reprise);
            oneOfTwoProcessesStarts(reprise);
            anOldRunDoesNotPublish(reprise);
            Running audit = run("audit", "--bootstrap", broker.bootstrapServers());
            assertThat(audit.end()).as(audit.text()).isZero();
            assertThat(audit.text()).containsPattern("I17.*holds");
        }
    }

    @Test
    void shouldRefuseOrProceedWhileTheCoordinatorIsAway() throws IOException, InterruptedException {
        try (Broker broker = BrokerKind.EMBEDDED.start(directory.resolve("kafka"));
                RepriseProcess reprise = new RepriseProcess(Files.createDirectories(directory.resolve("reprise")),
                        broker.bootstrapServers(), "", "ingest")) {
            HttpResponse<String> asked = reprise.send("POST", "/api/v1/permits?wait=1", "application/json", """
                    {"job":"etl/gated","partition":"ds=1","run":"r1","gate":"START","asker":"a","requestId":"q1"}
                    """);
            assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
            assertThat(asked.headers().firstValue("Location")).contains("/api/v1/permits/q1");

            Running refused = exec(reprise, "r1", "--gate", "start", "--gate-timeout", "5s", "--", "touch",
                    directory.resolve("refused").toString());
            Running proceeding = exec(reprise, "r2", "--gate", "start", "--gate-timeout", "5s", "--gate-away",
                    "proceed", "--", "touch", directory.resolve("proceeded").toString());

            assertThat(refused.end()).isEqualTo(REFUSED);
            assertThat(refused.text()).contains("no permit to start: the coordinator has not answered within 5 s");
            assertThat(directory.resolve("refused")).doesNotExist();
            assertThat(proceeding.end()).isZero();
            assertThat(proceeding.text()).contains("going on without one");
            assertThat(directory.resolve("proceeded")).exists();
        }
    }

    /** Both bear the same name, as when a scheduler starts one run twice. */
    private void oneOfTwoProcessesStarts(RepriseProcess reprise) throws IOException, InterruptedException {
        Path effects = Files.createFile(directory.resolve("twins"));
        String body = "echo ran >> " + effects;
        List<Running> twins = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            twins.add(exec(reprise, "twin", "--partition", "ds=twins", "--gate", "start,commit", "--publish", "true",
                    "--", "sh", "-c", body));
        }
        List<Integer> codes = List.of(twins.getFirst().end(), twins.getLast().end());

        assertThat(codes).containsExactlyInAnyOrder(0, REFUSED);
        assertThat(Files.readAllLines(effects)).hasSize(1);
        assertThat(twins.getFirst().text() + twins.getLast().text()).contains("not allowed to start: PERMIT_");
    }

    /** The native run is taken for failed while it lives; its rerun begins, and only that publishes. */
    private void anOldRunDoesNotPublish(RepriseProcess reprise) throws IOException, InterruptedException {
        Path out = Files.createFile(directory.resolve("published"));
        Path oldMayEnd = directory.resolve("old-may-end");
        Running old = exec(reprise, "native", "--partition", "ds=old", "--gate", "start,commit", "--publish", "sh",
                "-c", "echo old >> " + out, "--", "sh", "-c", waitFor(oldMayEnd));
        awaitStatus(reprise, "RUNNING");
        HttpResponse<String> told = reprise.send("POST", "/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"failed","source":"test","type":"dev.reprise.run.failed.v1","time":"%s",
                 "data":{"job":"etl/gated","partition":"ds=old","run":"native","attempt":1,"retry":"FINAL"}}
                """.formatted(Instant.now()));
        assertThat(told.statusCode()).as(told.body()).isEqualTo(202);
        await("the rerun to begin").atMost(LONG).until(() -> Files.exists(directory.resolve("rerun-began")));

        Files.createFile(oldMayEnd);
        assertThat(old.end()).isEqualTo(REFUSED);
        assertThat(old.text()).contains("not allowed to publish: PERMIT_SUPERSEDED");

        Running byHand = exec(reprise, "by-hand", "--partition", "ds=old", "--gate", "start", "--", "false");
        assertThat(byHand.end()).isEqualTo(REFUSED);
        assertThat(byHand.text()).contains("not allowed to start: PERMIT_DUPLICATE_RUN");

        await().atMost(LONG).untilAsserted(() -> assertThat(reprise.get("/api/v1/alerts?state=firing").body())
                .contains("PERMIT_SUPERSEDED", "PERMIT_DUPLICATE_RUN"));

        Files.createFile(directory.resolve("rerun-may-end"));
        awaitStatus(reprise, "SUCCEEDED");
        assertThat(Files.readAllLines(out)).containsExactly("rerun");
        assertThat(reprise.get("/api/v1/instances/etl/gated/ds=old").body()).contains("\"generation\":1");
        Running story = run("instances", "explain", "etl/gated", "ds=old", "--server", reprise.uri("").toString());
        assertThat(story.end()).isZero();
        assertThat(story.text()).contains("PERMIT_GRANTED", "PERMIT_SUPERSEDED", "PERMIT_DUPLICATE_RUN");
    }

    private void apply(RepriseProcess reprise) throws IOException {
        Path program = directory.resolve("reprise.sh");
        Files.writeString(program, "#!/bin/sh\nexec " + RepriseProcess.command().stream()
                .map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        String body = "touch " + directory.resolve("rerun-began") + "; "
                + waitFor(directory.resolve("rerun-may-end"));
        HttpResponse<String> applied = reprise.send("PUT", "/api/v1/jobs", "application/yaml", """
                jobs:
                  - job: etl/gated
                    policy: {idempotency: idempotent, settle: 1s, backoff: {initial: 0s}}
                    target:
                      type: process
                      command: ['%s', exec, --server, '%s', --gate, 'start,commit', --publish, sh, -c,
                        'echo rerun >> %s', --, sh, -c, '%s']
                      timeout: 10m
                """.formatted(program, reprise.uri(""), directory.resolve("published"), body));
        assertThat(applied.statusCode()).as(applied.body()).isBetween(200, 202);
        await().atMost(LONG).untilAsserted(
                () -> assertThat(reprise.get("/api/v1/jobs").body()).contains("etl/gated"));
    }

    private static String waitFor(Path file) {
        return "while [ ! -e " + file + " ]; do sleep 0.2; done";
    }

    private Running exec(RepriseProcess reprise, String run, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("exec", "--server", reprise.uri("").toString(), "--job",
                "etl/gated", "--run", run, "--heartbeat", "1h"));
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    private Running run(String... words) throws IOException {
        Path said = Files.createTempFile(directory, "said", ".txt");
        ProcessBuilder command = new ProcessBuilder(RepriseProcess.command(words)).redirectErrorStream(true)
                .redirectOutput(said.toFile());
        command.environment().put("REPRISE_DATA", directory.resolve("data").toString());
        return new Running(command.start(), said);
    }

    private static void awaitStatus(RepriseProcess reprise, String status) {
        await("etl/gated to be " + status).atMost(LONG).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            HttpResponse<String> answer = reprise.get("/api/v1/instances/etl/gated/ds=old");
            assertThat(answer.body()).contains("\"status\":\"" + status + "\"");
        });
    }
}
