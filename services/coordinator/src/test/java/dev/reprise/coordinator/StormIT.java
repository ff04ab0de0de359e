// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.admission.StormControlled;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** A storm outlives the coordinator: against a real broker, with restarts while reruns are held and while they go. */
final class StormIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final String PREFIX = "reprise.";
    private static final String GROUP = "warehouse-etl";
    private static final int LIMIT = 3;
    private static final int HELD = 200;
    private static final JobId JOB = new JobId("warehouse", "daily_sales");
    private static final AdmissionRule RULE = new AdmissionRule(GROUP, LIMIT, Duration.ofHours(1),
            Duration.ofMinutes(1), 2, 1200, BreakerRelease.MANUAL, 0, 100, 0);
    private static EmbeddedKafka broker;
    private static KafkaConnection kafka;
    @TempDir
    private static Path directory;

    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/test");
    private final List<String> fatal = new CopyOnWriteArrayList<>();
    private final List<Object> told = new ArrayList<>();

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory.resolve("broker")), message -> {});
        kafka = KafkaConnection.to(broker.bootstrapServers());
        TopicSettings settings = new TopicSettings(PREFIX, 2, 1);
        try (Admin admin = Admin.create(kafka.admin("test"))) {
            TopicProvision provision = new TopicProvision(admin, settings, SOON);
            provision.create(provision.plan());
        }
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void shouldReleaseEachHeldRerunOnceThoughTheCoordinatorComesAndGoes() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(kafka.producer("test"),
                new ByteArraySerializer(), new ByteArraySerializer());
                KafkaConsumer<byte[], byte[]> events = events()) {
            try (CoordinatorApp first = start("first")) {
                assertThat(first).isNotNull();
                for (int number = 1; number <= LIMIT + HELD; number++) {
                    send(producer, new AdmissionAsked(GROUP, JOB, instance(number).partition(), Instant.now(),
                            id(number), false, RULE, FailureClass.PLATFORM, "", true, Optional.empty()),
                            "ask-" + number);
                }
                await().atMost(SOON).until(() -> read(events).stream().filter(AdmissionRuled.class::isInstance)
                        .count() == LIMIT + HELD);
            }
            assertThat(rulings(AdmissionRuling.ADMITTED)).hasSize(LIMIT);
            // Another directory: what was held comes back from the changelog alone.
            try (CoordinatorApp second = start("second")) {
                assertThat(second).isNotNull();
                send(producer, new StormControlled(GROUP, Instant.now(), "click", "li", "mended",
                        StormAction.RELEASE), "release");
                await().atMost(SOON).until(() -> {
                    read(events);
                    return rulings(AdmissionRuling.ADMITTED).size() > LIMIT + 20;
                });
            }
            assertThat(rulings(AdmissionRuling.ADMITTED).size()).isLessThan(LIMIT + HELD);
            try (CoordinatorApp third = start("second")) {
                assertThat(third).isNotNull();
                await().atMost(SOON).until(() -> read(events).stream().anyMatch(StormEnded.class::isInstance));
            }
        }
        assertThat(rulings(AdmissionRuling.ADMITTED)).doesNotHaveDuplicates().hasSize(LIMIT + HELD);
        assertThat(told.stream().filter(StormEnded.class::isInstance)).hasSize(1);
        assertThat(fatal).isEmpty();
    }

    private CoordinatorApp start(String state) {
        return new CoordinatorApp(CoordinatorConfig.of(PREFIX, "one", directory.resolve(state)), kafka,
                new WireCodec(), new SimpleMeterRegistry(), new HealthChecks(), fatal::add);
    }

    private KafkaConsumer<byte[], byte[]> events() {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(kafka.consumer("test-events"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
        String topic = Topics.EVENTS.name(PREFIX);
        List<TopicPartition> all = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
        consumer.assign(all);
        consumer.seekToBeginning(all);
        return consumer;
    }

    private List<Object> read(KafkaConsumer<byte[], byte[]> events) {
        for (ConsumerRecord<byte[], byte[]> received : events.poll(Duration.ofMillis(200))) {
            told.add(messages.read(received).data());
        }
        return told;
    }

    private List<RerunId> rulings(AdmissionRuling ruling) {
        return told.stream().filter(AdmissionRuled.class::isInstance).map(AdmissionRuled.class::cast)
                .filter(ruled -> ruled.ruling() == ruling).map(AdmissionRuled::rerunId).toList();
    }

    private void send(KafkaProducer<byte[], byte[]> producer, AdmissionMessage message, String id) {
        producer.send(messages.toRecord(Topics.ADMISSIONS.name(PREFIX), message.group(), id, message.at(),
                (Record) message));
    }

    private static InstanceId instance(int number) {
        return new InstanceId(JOB, new PartitionKey("ds=" + number));
    }

    private static RerunId id(int number) {
        return RerunId.ofRequest(instance(number), "rerun");
    }
}
