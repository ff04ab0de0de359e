// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.cli.CommandRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** The whole program as its users start it: a failed command is run again by a real process, through kill and restart. */
class UpIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    private Path directory;

    @Test
    void shouldRerunAFailedCommandAndRememberItThroughKill() throws Exception {
        Path data = directory.resolve("data");
        try (UpProcess up = UpProcess.start(data, directory)) {
            String server = up.awaitReady();
            assertThat(run(server, "jobs", "apply", jobs().toString()).code()).isZero();
            await().atMost(PATIENCE).until(() -> run(server, "jobs", "list").out().contains("demo/export"));

            failOnce(server, "ds=2026-11-28");
            awaitSuccess(server, "ds=2026-11-28");
            assertThat(Files.readAllLines(directory.resolve("ran"))).containsExactly("ds=2026-11-28");

            secondStartIsRefused(data);
            up.kill();
        }
        try (UpProcess up = UpProcess.start(data, directory)) {
            String server = up.awaitReady();
            CommandRun story = run(server, "instances", "explain", "demo/export", "ds=2026-11-28");
            assertThat(story.code()).isZero();
            assertThat(story.out()).contains("A run failed", "FINAL_FAILURE", "Now: SUCCEEDED");

            failOnce(server, "ds=2026-11-29");
            awaitSuccess(server, "ds=2026-11-29");
            assertThat(Files.readAllLines(directory.resolve("ran"))).containsExactly("ds=2026-11-28", "ds=2026-11-29");

            up.stop();
            assertThat(up.awaitEnd()).isEqualTo(ExitCode.OK.value());
        }
    }

    private void failOnce(String server, String partition) {
        CommandRun failed = run(server, "exec", "--job", "demo/export", "--partition", partition, "--final", "--", "sh",
                "-c", "echo no space left; exit 3");
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).isEmpty();
    }

    private static void awaitSuccess(String server, String partition) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).untilAsserted(() -> assertThat(
                run(server, "instances", "list", "--job", "demo/export", "--status", "SUCCEEDED").out())
                .contains(partition));
    }

    private void secondStartIsRefused(Path data) throws InterruptedException {
        try (UpProcess second = UpProcess.start(data, directory)) {
            assertThat(second.awaitEnd()).isEqualTo(ExitCode.START_REFUSED.value());
            assertThat(second.messages().lines()).singleElement().asString()
                    .startsWith("reprise: data directory " + data)
                    .contains("is in use by process");
        }
    }

    private Path jobs() throws IOException {
        return Files.writeString(directory.resolve("jobs.yaml"), """
                jobs:
                  - job: demo/export
                    policy:
                      idempotency: idempotent
                      settle: 1s
                      backoff: {initial: 0s, factor: 1, max: 0s, jitter: 0}
                    target:
                      type: process
                      command: [sh, -c, 'echo "$REPRISE_PARTITION" >> "$0"', %s]
                      timeout: 1m
                """.formatted(directory.resolve("ran")));
    }

    private static CommandRun run(String server, String... words) {
        return CommandRun.of(Map.of("REPRISE_SERVER", server, "HOME", "/nonexistent"), words);
    }
}
