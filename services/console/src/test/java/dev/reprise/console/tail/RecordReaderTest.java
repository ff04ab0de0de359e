// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.console.Samples;
import dev.reprise.console.store.DeadLetter;
import dev.reprise.console.store.Incoming;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

class RecordReaderTest {

    private static final KafkaMessages MESSAGES = new KafkaMessages(new WireCodec(), "test");
    private final RecordReader reader = new RecordReader(MESSAGES);

    @Test
    void shouldReadMessageOfTheTopic() {
        ProducerRecord<byte[], byte[]> job = MESSAGES.toRecord("reprise.jobs", ORDERS.key(), "id", NOON,
                Samples.job(ORDERS));

        Incoming incoming = reader.read(Topics.JOBS, received("reprise.jobs", job.headers(), job.key(), job.value()));

        assertThat(incoming).isEqualTo(
                new Incoming.Message(new Incoming.Position(Topics.JOBS, 1, 42), Samples.job(ORDERS)));
    }

    @Test
    void shouldPutAsideMessageOfAnotherTopic() {
        ProducerRecord<byte[], byte[]> job = MESSAGES.toRecord("reprise.alerts", ORDERS.key(), "id", NOON,
                Samples.job(ORDERS));

        DeadLetter letter = letter(
                reader.read(Topics.ALERTS, received("reprise.alerts", job.headers(), job.key(), job.value())));

        assertThat(letter.cause()).isEqualTo("WRONG_TOPIC");
        assertThat(letter.message()).isEqualTo("the type dev.reprise.job.v1 belongs to the topic jobs");
        assertThat(letter.foundBy()).isEqualTo("read-model");
    }

    @Test
    void shouldTakeEndOfKeyOnlyWhereTopicIsCompacted() {
        byte[] key = ORDERS.key().getBytes(StandardCharsets.UTF_8);

        assertThat(reader.read(Topics.JOBS, received("reprise.jobs", new RecordHeaders(), key, null)))
                .isEqualTo(new Incoming.Tombstone(new Incoming.Position(Topics.JOBS, 1, 42), ORDERS.key()));
        assertThat(letter(reader.read(Topics.DECISIONS, received("reprise.decisions", new RecordHeaders(), key, null)))
                .cause())
                .isEqualTo("EMPTY");
    }

    @TestFactory
    Stream<DynamicTest> shouldReadDeadLetterUnderEveryNameInUse() {
        return Stream.of(
                Map.of("reprise-cause", "SCHEMA", "reprise-field", "attempt", "reprise-message", "attempt is 0",
                        "reprise-topic", "reprise.events", "reprise-kafka-partition", "3", "reprise-offset", "99"),
                Map.of("__streams.errors.exception", "org.example.SCHEMA", "__streams.errors.message",
                        "attempt: attempt is 0", "__streams.errors.topic", "reprise.events",
                        "__streams.errors.partition", "3",
                        "__streams.errors.offset", "99"))
                .map(names -> DynamicTest.dynamicTest(names.keySet().iterator().next(), () -> {
                    RecordHeaders headers = new RecordHeaders();
                    names.forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));

                    DeadLetter letter = letter(reader.read(Topics.DEAD_LETTERS,
                            received("reprise.dead-letters", headers, null, new byte[12])));

                    assertThat(letter).isEqualTo(new DeadLetter("dead-letters", 1, 42, NOON, "dead-letters",
                            "reprise.events", Optional.of(3), Optional.of(99L), "SCHEMA", "attempt: attempt is 0", "",
                            12));
                }));
    }

    @Test
    void shouldReadDeadLetterWithoutOrWithBrokenHeaders() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("reprise-offset", "many".getBytes(StandardCharsets.UTF_8));

        DeadLetter letter = letter(
                reader.read(Topics.DEAD_LETTERS, received("reprise.dead-letters", headers, null, null)));

        assertThat(letter.sourceOffset()).isEmpty();
        assertThat(letter.cause()).isEqualTo("UNKNOWN");
        assertThat(letter.sourceTopic()).isEqualTo("unknown");
    }

    /** Whatever a byte turns into, the tail goes on. */
    @Test
    void shouldNeverThrowForDamagedMessage() {
        Random random = new Random(20261129);
        ProducerRecord<byte[], byte[]> job = MESSAGES.toRecord("reprise.jobs", ORDERS.key(), "id", NOON,
                Samples.job(ORDERS));
        for (int i = 0; i < 3_000; i++) {
            byte[] value = job.value().clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                value[random.nextInt(value.length)] = (byte) random.nextInt(256);
            }
            byte[] shorter = Arrays.copyOf(value, 1 + random.nextInt(value.length));

            assertThat(reader.read(Topics.JOBS, received("reprise.jobs", job.headers(), job.key(), value))).isNotNull();
            assertThat(reader.read(Topics.JOBS, received("reprise.jobs", job.headers(), job.key(), shorter)))
                    .isNotNull();
        }
    }

    private static DeadLetter letter(Incoming incoming) {
        assertThat(incoming).isInstanceOf(Incoming.Unusable.class);
        return ((Incoming.Unusable) incoming).letter();
    }

    private static ConsumerRecord<byte[], byte[]> received(String topic, Headers headers, byte[] key, byte[] value) {
        return new ConsumerRecord<>(topic, 1, 42, NOON.toEpochMilli(), TimestampType.CREATE_TIME, 0, 0, key, value,
                headers,
                Optional.empty());
    }
}
