// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;

class AckedProducerTest {

    @RegisterExtension
    static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

    private static final String CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
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

    @Test
    void shouldTraceTheWayOfARecordBelowWhatItNames() {
        MockProducer<byte[], byte[]> kafka = kafka(true);
        ProducerRecord<byte[], byte[]> record = named(CALLER);
        try (AckedProducer producer = new AckedProducer(kafka, Duration.ofSeconds(30),
                new Tracing(TRACES.getOpenTelemetry()))) {
            producer.send(List.of(record));
        }

        assertThat(TRACES.getSpans()).singleElement().satisfies(span -> {
            assertThat(span.getName()).isEqualTo("ingest t");
            assertThat(span.getKind()).isEqualTo(SpanKind.PRODUCER);
            assertThat(span.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
            assertThat(TraceHeaders.read(kafka.history().getFirst().headers()))
                    .contains(new Traceparent(span.getTraceId(), span.getSpanId(), "01"));
            assertThat(span.getAttributes().get(AttributeKey.stringKey("messaging.destination.name"))).isEqualTo("t");
            assertThat(span.getAttributes().get(AttributeKey.stringKey("messaging.destination.partition.id")))
                    .isEqualTo("0");
            assertThat(span.getAttributes().get(AttributeKey.longKey("messaging.kafka.offset"))).isZero();
        });
    }

    @Test
    void shouldMarkWhatKafkaHasNotTaken() {
        try (AckedProducer producer = new AckedProducer(kafka(false), Duration.ofMillis(300),
                new Tracing(TRACES.getOpenTelemetry()))) {
            producer.send(List.of(named(CALLER), named("garbage")));
        }
        assertThat(TRACES.getSpans()).hasSize(2).allSatisfy(span -> {
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.getStatus().getDescription()).isEqualTo("unavailable");
        });
    }

    @Test
    void shouldHandOnUntracedWhatTheSenderGaveAndNothingElse() {
        MockProducer<byte[], byte[]> kafka = kafka(true);
        try (AckedProducer producer = new AckedProducer(kafka, Duration.ofSeconds(30))) {
            producer.send(List.of(named(CALLER), named("garbage"), new ProducerRecord<>("t", new byte[]{1})));
        }
        assertThat(kafka.history()).extracting(record -> TraceHeaders.read(record.headers()).map(Object::toString)
                .orElse("none")).containsExactly(CALLER, "none", "none");
        assertThat(kafka.history().get(1).headers().toArray()).isEmpty();
        assertThat(TRACES.getSpans()).isEmpty();
    }

    private static ProducerRecord<byte[], byte[]> named(String traceparent) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("t", new byte[]{1});
        record.headers().add(Traceparent.HEADER, traceparent.getBytes(StandardCharsets.UTF_8));
        return record;
    }

    private static MockProducer<byte[], byte[]> kafka(boolean acknowledging) {
        return new MockProducer<>(acknowledging, null, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
