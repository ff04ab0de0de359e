// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.reprise.ingest.lineage.EventText;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawLineage;

/** What the bridge does with offsets when Kafka does not acknowledge. */
class LineageBridgeTest {

    private static final TopicPartition SOURCE = new TopicPartition("foreign", 0);
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final MockProducer<byte[], byte[]> kafka = new MockProducer<>(false, null, new ByteArraySerializer(),
            new ByteArraySerializer());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private LineageBridge bridge;

    @BeforeEach
    void start() {
        consumer.schedulePollTask(() -> {
            consumer.rebalance(List.of(SOURCE));
            consumer.updateBeginningOffsets(Map.of(SOURCE, 0L));
        });
        bridge = new LineageBridge(consumer, List.of("foreign"), new AckedProducer(kafka, Duration.ofSeconds(60)),
                new RawLineage("t.raw"), "t.dead-letters", new IngestMeters(registry), InstantSource.system());
        bridge.start();
    }

    @AfterEach
    void stop() {
        bridge.close();
    }

    @Test
    void shouldCommitOnlyWhatKafkaHas() {
        receive(0, EventText.task("START", "t").toString());
        await(() -> kafka.history().size() == 1);
        assertThat(committed()).isZero();
        kafka.completeNext();
        await(() -> committed() == 1);
        assertThat(kafka.history().getFirst().topic()).isEqualTo("t.raw");
        assertThat(
                registry.counter("rerun.events.consumed", "topic", "foreign", "type", "run", "outcome", "ok").count())
                .isEqualTo(1);
    }

    @Test
    void shouldReadAgainWhatKafkaHasNotAcknowledged() {
        receive(0, EventText.task("START", "t").toString());
        await(() -> kafka.errorNext(new TimeoutException("no broker")));
        await(() -> bridge.fault().isPresent());
        // the mock forgets what it has given out
        receive(0, EventText.task("START", "t").toString());
        await(kafka::completeNext);
        await(() -> committed() == 1 && bridge.fault().isEmpty());
        assertThat(kafka.history()).hasSize(2);
    }

    @Test
    void shouldNotLetOthersWaitForARecordThatIsTooLarge() {
        receive(0, EventText.task("START", "large").toString(), EventText.task("START", "small").toString());
        await(() -> kafka.errorNext(new RecordTooLargeException("no"))); // of the batch
        await(kafka::completeNext);
        await(() -> kafka.errorNext(new RecordTooLargeException("no"))); // alone
        await(kafka::completeNext); // its dead letter
        await(kafka::completeNext); // the small one
        await(() -> committed() == 2);
        assertThat(kafka.history().getLast().topic()).isEqualTo("t.raw");
        assertThat(registry.counter("rerun.dead.letters", "topic", "foreign", "cause", "TOO_LARGE").count())
                .isEqualTo(1);
    }

    @Test
    void shouldShowThatItHasStoppedForGood() {
        consumer.setPollException(new KafkaException("not allowed"));
        await(bridge::stopped);
        assertThat(bridge.fault()).hasValueSatisfying(fault -> assertThat(fault).contains("not allowed"));
    }

    private void receive(long offset, String... bodies) {
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < bodies.length; i++) {
                consumer.addRecord(new ConsumerRecord<>(SOURCE.topic(), SOURCE.partition(), offset + i, new byte[]{1},
                        bodies[i].getBytes(StandardCharsets.UTF_8)));
            }
        });
    }

    private long committed() {
        return consumer.committed(Set.of(SOURCE)).values().stream()
                .mapToLong(offset -> offset == null ? 0 : offset.offset()).sum();
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(condition::getAsBoolean);
    }
}
