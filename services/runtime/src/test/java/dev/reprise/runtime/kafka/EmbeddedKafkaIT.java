// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.ChildProcess;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.StartRefusedException;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EmbeddedKafkaIT {

    private static final String TOPIC = "kept";
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    Path scratch;

    @Test
    void shouldKeepAcknowledgedRecordsThroughKill() {
        Path directory = scratch.resolve("broker");
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        try (ChildProcess child = ChildProcess.start(BrokerChild.class, scratch.resolve("errors"),
                directory.toString())) {
            KafkaConnection connection = KafkaConnection.to(child.line());
            createTopic(connection);
            KafkaProducer<String, String> producer = producer(connection);
            for (int sent = 0; acknowledged.size() < 500; sent++) {
                send(producer, "before-" + sent, acknowledged);
            }
            for (int sent = 0; sent < 1_000; sent++) {
                send(producer, "during-" + sent, acknowledged);
            }
            child.kill();
            producer.close(Duration.ZERO);
        }

        try (EmbeddedKafka restarted = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), message -> {})) {
            assertThat(records(KafkaConnection.to(restarted.bootstrapServers()), acknowledged.size()))
                    .containsAll(acknowledged);
        }
    }

    @Test
    void shouldRefuseSecondProcessInOneLineAndGoOn() throws IOException {
        Path directory = scratch.resolve("broker");
        Path errors = scratch.resolve("errors");
        try (EmbeddedKafka first = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), message -> {});
                ChildProcess second = ChildProcess.start(BrokerChild.class, errors, directory.toString())) {

            assertThat(second.exitCode()).isEqualTo(ExitCode.START_REFUSED.value());
            assertThat(Files.readAllLines(errors)).singleElement().asString().contains(directory.toString())
                    .contains("process " + ProcessHandle.current().pid());
            KafkaConnection connection = KafkaConnection.to(first.bootstrapServers());
            createTopic(connection);
            Set<String> acknowledged = ConcurrentHashMap.newKeySet();
            try (KafkaProducer<String, String> producer = producer(connection)) {
                send(producer, "still here", acknowledged);
            }
            assertThat(acknowledged).containsExactly("still here");
        }
    }

    @Test
    void shouldEndCleanlyOnSignal() throws IOException {
        Path errors = scratch.resolve("errors");
        try (ChildProcess child = ChildProcess.start(BrokerChild.class, errors, scratch.resolve("broker").toString())) {
            assertThat(child.line()).startsWith("127.0.0.1:");

            child.terminate();

            assertThat(child.exitCode()).isZero();
            assertThat(Files.readString(errors)).contains("embedded broker stopped").doesNotContain("ERROR");
        }
    }

    @Test
    void shouldRefuseTakenPorts() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = taken.getLocalPort();
            EmbeddedKafkaConfig clients = new EmbeddedKafkaConfig(scratch, port, 0, null);
            EmbeddedKafkaConfig controller = new EmbeddedKafkaConfig(scratch, 0, port, null);

            assertThatThrownBy(() -> EmbeddedKafka.start(clients, message -> {}))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("port " + port).hasMessageContaining("kafka.embedded.port");
            assertThatThrownBy(() -> EmbeddedKafka.start(controller, message -> {}))
                    .isInstanceOf(StartRefusedException.class).hasMessageContaining("kafka.embedded.controller-port");
        }
    }

    @Test
    void shouldFailWithoutLeavingAnythingBehind() {
        EmbeddedKafkaConfig wrong = new EmbeddedKafkaConfig(scratch, 0, 0, Map.of("num.io.threads", "none"));

        assertThatThrownBy(() -> EmbeddedKafka.start(wrong, message -> {})).isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(scratch.toString()).hasMessageContaining("num.io.threads");

        EmbeddedKafka.start(EmbeddedKafkaConfig.on(scratch), message -> {}).close();
    }

    @Test
    void shouldBeTheSameClusterAfterCleanRestartOnOtherPorts() {
        String clusterId;
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(scratch), message -> {})) {
            clusterId = kafka.clusterId();
            KafkaConnection connection = KafkaConnection.to(kafka.bootstrapServers());
            createTopic(connection);
            try (KafkaProducer<String, String> producer = producer(connection)) {
                send(producer, "one", ConcurrentHashMap.newKeySet());
            }
        }

        List<String> faults = new ArrayList<>();
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(scratch), faults::add)) {
            assertThat(kafka.clusterId()).isEqualTo(clusterId).isNotEmpty();
            assertThat(records(KafkaConnection.to(kafka.bootstrapServers()), 1)).containsExactly("one");
        }
        assertThat(faults).isEmpty();
    }

    private static void createTopic(KafkaConnection connection) {
        try (Admin admin = Admin.create(connection.admin("test"))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(1), Optional.empty()))).all().get(120,
                    TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static KafkaProducer<String, String> producer(KafkaConnection connection) {
        return new KafkaProducer<>(connection.producer("test"), new StringSerializer(), new StringSerializer());
    }

    private static void send(KafkaProducer<String, String> producer, String value, Set<String> acknowledged) {
        var _ = producer.send(new ProducerRecord<>(TOPIC, value), (metadata, failure) -> {
            if (failure == null) {
                acknowledged.add(value);
            }
        });
    }

    private static List<String> records(KafkaConnection connection, int atLeast) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(connection.consumer("test"),
                new StringDeserializer(), new StringDeserializer())) {
            TopicPartition only = new TopicPartition(TOPIC, 0);
            consumer.assign(List.of(only));
            Awaitility.await().atMost(PATIENCE).until(() -> {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                    values.add(each.value());
                }
                return values.size() >= atLeast
                        && consumer.position(only) >= consumer.endOffsets(List.of(only)).values().iterator().next();
            });
        }
        return values;
    }
}
