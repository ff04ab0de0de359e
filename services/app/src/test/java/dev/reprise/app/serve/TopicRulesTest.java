// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runtime.kafka.TopicPlan.Difference;
import dev.reprise.runtime.lifecycle.StartRefusedException;

class TopicRulesTest {

    @ParameterizedTest
    @CsvSource({"partitions, 12, 6, true, true", "cleanup.policy, compact, delete, true, true",
        "replication.factor, 3, 1, true, false", "replication.factor, 5, 3, false, false",
        "min.insync.replicas, 2, 1, true, false", "retention.ms, 1, 2, false, false",
        "min.compaction.lag.ms, 604800000, 60000, true, true",
        "min.compaction.lag.ms, 604800000, 704800000, false, false"})
    void shouldRefuseWhatCouldBreakAPromise(String setting, String expected, String found, boolean strict,
            boolean dev) {
        Difference difference = new Difference("reprise.events", setting, expected, found);
        assertThat(TopicRules.refusal(difference, true).isPresent()).isEqualTo(strict);
        assertThat(TopicRules.refusal(difference, false).isPresent()).isEqualTo(dev);
        TopicRules.refusal(difference, true).ifPresent(line -> assertThat(line).hasLineCount(1)
                .startsWith("reprise.events: " + setting + " is " + found + ", expected " + expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp/x", "/var/tmp/reprise", "/var/lib/../../tmp/x"})
    void shouldRefuseADirectoryThatTheSystemCleans(String directory) {
        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> ServeRun.refuseTemporary(Path.of(directory))).withMessageContaining("--dev");
    }

    @Test
    void shouldReadRoles() {
        assertThat(Role.parse("all")).isEqualTo(EnumSet.allOf(Role.class));
        assertThat(Role.parse("runner, ingest")).containsExactly(Role.INGEST, Role.RUNNER);
    }
}
