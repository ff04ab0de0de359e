// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.schemas.topic.Topics;

/** What a cluster must be like before anything acts on it, asked of a real one. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StartChecksIT {

    @TempDir
    private static Path kafkaDirectory;
    private static EmbeddedKafka kafka;
    private static KafkaConnection connection;
    private static Admin admin;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(kafkaDirectory), fault -> {
            throw new AssertionError(fault);
        });
        connection = KafkaConnection.to(kafka.bootstrapServers());
        admin = Admin.create(connection.admin("test"));
    }

    @AfterAll
    static void stopKafka() {
        admin.close();
        kafka.close();
    }

    @Test
    void shouldRefuseTopicsWhoseKafkaPartitionsWereAddedTo() throws Exception {
        start("added.", 2, EnumSet.noneOf(Role.class), false);
        start("added.", 2, EnumSet.noneOf(Role.class), false);
        for (Topics topic : Topics.values()) {
            admin.createPartitions(Map.of(topic.name("added."), NewPartitions.increaseTo(3))).all()
                    .get(120, TimeUnit.SECONDS);
        }

        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> start("added.", 3, EnumSet.noneOf(Role.class), false))
                .withMessageContaining("topics have 3 Kafka partitions").withMessageContaining("spread over 2");
    }

    @Test
    void shouldRefuseACoordinatorThatHasStateAndNoPlace() throws Exception {
        Set<Role> roles = EnumSet.of(Role.COORDINATOR);
        start("state.", 2, roles, false);
        String changelog = "state.coordinator-instance-state-changelog";
        admin.createTopics(List.of(new NewTopic(changelog, Optional.of(2), Optional.empty())
                .configs(Map.of("cleanup.policy", "compact")))).all().get(120, TimeUnit.SECONDS);
        write(changelog, 0, false);
        start("state.", 2, roles, false);
        write(changelog, 1, true);

        assertThatExceptionOfType(StartRefusedException.class).isThrownBy(() -> start("state.", 2, roles, false))
                .withMessageContaining("state.events and state.dispatches, Kafka partition 1")
                .withMessageContaining("--allow-replay");
        start("state.", 2, roles, true);
        start("state.", 2, EnumSet.of(Role.RUNNER), false);

        admin.alterConsumerGroupOffsets("state.coordinator",
                Map.of(new TopicPartition("state.events", 1), new OffsetAndMetadata(0))).all()
                .get(120, TimeUnit.SECONDS);
        start("state.", 2, roles, false);
    }

    @Test
    void shouldRefuseARunnerThatHasALedgerAndNoPlace() throws Exception {
        Set<Role> roles = EnumSet.of(Role.RUNNER);
        start("ledger.", 2, roles, false);
        write(Topics.DISPATCHES.name("ledger."), 0, true, "dev.reprise.dispatch.takeover.v1");
        start("ledger.", 2, roles, false);
        write(Topics.DISPATCHES.name("ledger."), 0, true, "dev.reprise.dispatch.accepted.v1");

        assertThatExceptionOfType(StartRefusedException.class).isThrownBy(() -> start("ledger.", 2, roles, false))
                .withMessageContaining("group ledger.runner has no position in ledger.commands, Kafka partition 0");
    }

    @Test
    void shouldRefuseAChangelogThatForgetsByAge() throws Exception {
        start("aged.", 1, EnumSet.noneOf(Role.class), false);
        admin.createTopics(List.of(new NewTopic("aged.coordinator-group-state-changelog", Optional.of(1),
                Optional.empty()).configs(Map.of("cleanup.policy", "delete")))).all().get(120, TimeUnit.SECONDS);

        assertThatExceptionOfType(StartRefusedException.class)
                .isThrownBy(() -> start("aged.", 1, EnumSet.noneOf(Role.class), false))
                .withMessageContaining("cleanup.policy is delete, expected compact");
    }

    private static void start(String prefix, int partitions, Set<Role> roles, boolean allowReplay)
            throws InterruptedException {
        Cluster cluster = new Cluster(connection, new TopicSettings(prefix, partitions, 1));
        cluster.prepare(false);
        cluster.check(roles, allowReplay);
    }

    private static void write(String topic, int kafkaPartition, boolean commit, String... type) {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                connection.transactionalProducer("test-" + topic), new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, kafkaPartition, new byte[]{1},
                    new byte[]{1});
            for (String each : type) {
                record.headers().add("ce_type", each.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(producer.send(record)).isNotNull();
            producer.flush();
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }
}
