// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class AckedProducerTest {

    private static final ProducerRecord<byte[], byte[]> RECORD = new ProducerRecord<>("t", new byte[]{1});

    @Test
    void shouldSayWhenKafkaHasEverything() {
        try (AckedProducer producer = new AckedProducer(kafka(true), Duration.ofSeconds(30))) {
            assertThat(producer.send(Collections.nCopies(500, RECORD)))
                    .isInstanceOf(AckedProducer.Outcome.Acknowledged.class);
            assertThat(producer.send(List.of())).isInstanceOf(AckedProducer.Outcome.Acknowledged.class);
        }
    }

    @Test
    void shouldGiveUpWithinItsBound() {
        try (AckedProducer producer = new AckedProducer(kafka(false), Duration.ofMillis(300))) {
            assertThat(producer.send(List.of(RECORD))).isInstanceOf(AckedProducer.Outcome.Unavailable.class);
        }
    }

    @Test
    void shouldSayThatTheProcessStops() {
        try (AckedProducer producer = new AckedProducer(kafka(false), Duration.ofSeconds(30))) {
            Thread.currentThread().interrupt();
            assertThat(producer.send(List.of(RECORD))).isInstanceOf(AckedProducer.Outcome.Unavailable.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static MockProducer<byte[], byte[]> kafka(boolean acknowledging) {
        return new MockProducer<>(acknowledging, null, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
