// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.ingest.enquiry.SourceSetting;
import dev.reprise.ingest.watch.ClusterSetting;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.config.ConfigException;

class IngestConfigTest {

    @Test
    void shouldFillInDefaults() {
        IngestConfig config = IngestConfig.defaults();
        assertThat(config.bridgeTopics()).isEmpty();
        assertThat(config.maxBatch()).isEqualTo(500);
        assertThat(config.maxEvent()).isEqualTo(ByteSize.ofKibibytes(900));
        assertThat(config.ackTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.memory()).isEqualTo(Duration.ofDays(7));
        assertThat(config.silence()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.kubernetes()).isEmpty();
    }

    @Test
    void shouldNameEveryProblemAtOnce() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new IngestConfig(List.of("a b"), 501, ByteSize.ofMebibytes(2), Duration.ofMillis(1),
                        Duration.ofMinutes(1), Duration.ofDays(2), List.of(source("a", "teleport"),
                                source("a", "dolphinscheduler")),
                        Duration.ofDays(8), List.of(cluster("k8s"), cluster("k8s"))))
                .satisfies(
                        refused -> assertThat(refused.problems()).extracting(problem -> problem.path()).containsExactly(
                                "bridge-topics", "max-batch", "max-event", "ack-timeout", "memory", "silence",
                                "patience",
                                "sources.0.format", "sources.1.name", "sources.1.url", "kubernetes.1.name"))
                .withMessageContaining("ack-timeout: expected 2s to 1m, found 1ms");
    }

    private static ClusterSetting cluster(String name) {
        return new ClusterSetting(name, Optional.empty(), Optional.empty(), Optional.empty(), null, null);
    }

    private static SourceSetting source(String name, String format) {
        return new SourceSetting(name, format, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(),
                Optional.empty(), Optional.empty());
    }
}
