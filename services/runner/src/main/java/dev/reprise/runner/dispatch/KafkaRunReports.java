// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import dev.reprise.runner.ledger.Owner;
import dev.reprise.runner.target.process.RunReports;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.event.RunEvent;

/** Tells events of our own runs to the events topic, in the order they are told. */
public final class KafkaRunReports implements RunReports, AutoCloseable {
    private static final Duration CLOSE = Duration.ofSeconds(10);

    private final Producer<byte[], byte[]> producer;
    private final KafkaMessages messages;
    private final String topic;
    private final Tracing tracing;

    /** Connects. */
    public KafkaRunReports(KafkaConnection connection, TopicNames topics, KafkaMessages messages, Owner owner,
            Tracing tracing) {
        this.tracing = tracing;
        this.producer = new KafkaProducer<>(connection.producer(topics.group() + "-events-" + owner.name()),
                new ByteArraySerializer(), new ByteArraySerializer());
        this.messages = messages;
        this.topic = topics.events();
    }

    @Override
    public CompletableFuture<Void> tell(String id, RunEvent event, Optional<Traceparent> traceparent) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        ProducerRecord<byte[], byte[]> record = messages.toRecord(topic, event.instance().key(), id, event.at(),
                (Record) event);
        TraceHeaders.write(record.headers(), traceparent);
        try (Tracing.Within _ = tracing.within(traceparent)) {
            Future<RecordMetadata> _ = producer.send(record, (_, failure) -> {
                if (failure == null) {
                    acknowledged.complete(null);
                } else {
                    acknowledged.completeExceptionally(failure);
                }
            });
        } catch (KafkaException e) {
            acknowledged.completeExceptionally(e);
        }
        return acknowledged;
    }

    @Override
    public void close() {
        producer.close(CLOSE);
    }
}
