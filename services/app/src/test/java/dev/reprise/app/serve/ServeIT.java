// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.cli.CommandRun;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.lifecycle.ExitCode;

/** What {@code serve} and {@code topics} make of a cluster that is there already. */
class ServeIT {

    @TempDir
    private static Path kafkaDirectory;
    private static EmbeddedKafka kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(kafkaDirectory), fault -> {
            throw new AssertionError(fault);
        });
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @Test
    void shouldPlanThenApplyThenFindNothing() throws IOException {
        Path config = config("plan.", 2, 1);
        CommandRun before = run("topics", "plan", "--config", config.toString());
        assertThat(before.code()).isEqualTo(ExitCode.CHECK_FOUND_PROBLEMS.value());
        assertThat(before.out()).contains("plan.events", "missing", "changes it");
        assertThat(run("topics", "apply", "--config", config.toString()).code()).isZero();
        CommandRun after = run("topics", "plan", "--config", config.toString(), "-o", "json");
        assertThat(after.code()).isZero();
        assertThat(after.out().strip()).isEqualTo("[ ]");
    }

    @Test
    void shouldRefuseAnotherNumberOfKafkaPartitions() throws IOException {
        assertThat(run("topics", "apply", "--config", config("count.", 2, 1).toString()).code()).isZero();
        CommandRun run = run("serve", "--dev", "--config", config("count.", 3, 1).toString());
        assertThat(run.code()).isEqualTo(ExitCode.START_REFUSED.value());
        assertThat(run.err().lines()).singleElement().asString().contains("partitions is 2, expected 3")
                .contains("set topics.partitions to 2");
    }

    @Test
    void shouldRefuseASingleCopyOutsideOfDevelopment() throws IOException {
        CommandRun run = run("serve", "--config", config("copies.", 2, 1).toString());
        assertThat(run.code()).isEqualTo(ExitCode.START_REFUSED.value());
        assertThat(run.err()).contains("topics.replication-factor is 1");
    }

    @Test
    void shouldRefuseATemporaryStateDirectoryOutsideOfDevelopment() throws IOException {
        CommandRun run = run("serve", "--config", config("temporary.", 2, 3).toString());
        assertThat(run.code()).isEqualTo(ExitCode.START_REFUSED.value());
        assertThat(run.err()).contains("is one that the system cleans");
    }

    @Test
    void shouldNameWhatTheConfigurationLacks() {
        CommandRun run = run("serve");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE.value());
        assertThat(run.err()).isEqualTo("reprise: kafka.bootstrap-servers: is required by serve;"
                + " name at least one host:port, or use reprise up\n");
    }

    private Path config(String prefix, int partitions, int copies) throws IOException {
        return Files.writeString(directory.resolve(prefix + partitions + "yaml"), """
                kafka: {bootstrap-servers: "%s"}
                topics: {prefix: %s, partitions: %d, replication-factor: %d}
                state-directory: %s
                http: {port: 0}
                """.formatted(kafka.bootstrapServers(), prefix, partitions, copies, directory.resolve("state")));
    }

    private static CommandRun run(String... words) {
        return CommandRun.of(Map.of(), words);
    }
}
