// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.Probe;
import dev.reprise.schemas.topic.Topics;

/** What needs a cluster but not one of its own: topics, and a Streams application with its meters and health. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    static Path scratch;

    private static EmbeddedKafka kafka;
    private static KafkaConnection connection;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(scratch.resolve("broker")), message -> {});
        connection = KafkaConnection.to(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void shouldCreateMissingTopicsAndTellDifferences() throws Exception {
        TopicSettings settings = TopicSettings.single(2);
        try (Admin admin = Admin.create(connection.admin("topics"))) {
            TopicProvision provision = new TopicProvision(admin, settings, PATIENCE);
            admin.createTopics(List.of(new NewTopic("reprise.raw", Optional.of(5), Optional.empty())
                    .configs(settings.of(Topics.RAW)))).all().get(120, TimeUnit.SECONDS);

            TopicPlan first = provision.plan();
            assertThat(first.missing()).hasSize(Topics.values().length - 1).contains("reprise.events");
            assertThat(first.differences()).extracting(TopicPlan.Difference::text)
                    .containsExactly("reprise.raw: partitions is 5, expected 2");

            provision.create(first);
            provision.create(first);
            admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, "reprise.jobs"),
                    List.of(new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET))))
                    .all().get(120, TimeUnit.SECONDS);
            Awaitility.await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(provision.plan().differences()).extracting(TopicPlan.Difference::text)
                                    .containsExactlyInAnyOrder("reprise.raw: partitions is 5, expected 2",
                                            "reprise.jobs: cleanup.policy is delete, expected compact"));

            provision.alter(provision.plan());
            Awaitility.await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(provision.plan().differences()).hasSize(1));
            assertThat(provision.plan().missing()).isEmpty();
        }
    }

    @Test
    void shouldRunAgainSoonAfterRestartAndTellSo() throws Exception {
        try (Admin admin = Admin.create(connection.admin("streams"))) {
            admin.createTopics(List.of(new NewTopic("in", Optional.of(1), Optional.empty()),
                    new NewTopic("out", Optional.of(1), Optional.empty()))).all().get(120, TimeUnit.SECONDS);
        }
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        StreamsMeters.filter(registry);
        for (int start = 0; start < 2; start++) {
            HealthChecks health = new HealthChecks();
            try (KafkaStreams streams = new KafkaStreams(copy(), connection.streams(
                    new StreamsIdentity("copy", "one", scratch.resolve("state"))));
                    AutoCloseable meters = StreamsMeters.watch(registry, "copy", streams)) {
                assertThat(meters).isNotNull();
                StreamsHealth.watch(health, "copy", streams);
                assertThat(health.report(Probe.READY).up()).isFalse();
                streams.start();
                // A member that is not static would wait out the session of the one before it, 30 s.
                Awaitility.await().atMost(start == 0 ? PATIENCE : Duration.ofSeconds(25))
                        .until(() -> health.report(Probe.READY).up());

                List<String> names = registry.getMeters().stream().map(Meter::getId).map(Meter.Id::getName).toList();
                assertThat(names).contains("kafka.stream.client.state", "kafka.stream.alive.stream.threads")
                        .noneMatch(name -> name.contains(".node.") || name.endsWith(".rate"));
                assertThat(registry.getMeters()).allMatch(meter -> meter.getId().getTag("process.id") == null)
                        .hasSizeLessThan(80);
            }
        }
    }

    private static Topology copy() {
        Topology topology = new Topology();
        topology.addSource("source", Serdes.ByteArray().deserializer(), Serdes.ByteArray().deserializer(), "in");
        topology.addSink("sink", "out", Serdes.ByteArray().serializer(), Serdes.ByteArray().serializer(), "source");
        return topology;
    }
}
