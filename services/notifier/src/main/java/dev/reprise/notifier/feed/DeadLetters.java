// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Headers;

import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * Keeps aside what could not be read: bytes and headers as they came, and headers with the cause and the place. Counted
 * as {@code rerun_dead_letters_total{topic,cause}}.
 */
public final class DeadLetters {
    private final String topic;
    private final Producer<byte[], byte[]> producer;
    private final MeterRegistry registry;

    /**
     * Makes one.
     *
     * @param topic the full name of the dead letters' topic
     * @param source the full name of the topic that is read: its counters are there from the start
     * @param producer shared, closed by its owner
     * @param registry for the counters
     */
    public DeadLetters(String topic, String source, Producer<byte[], byte[]> producer, MeterRegistry registry) {
        this.topic = topic;
        this.producer = producer;
        this.registry = registry;
        for (MalformedMessageException.Kind kind : MalformedMessageException.Kind.values()) {
            counter(source, kind).increment(0);
        }
    }

    /**
     * Writes one and returns when it cannot be lost any more.
     *
     * @throws KafkaException when it could not be written
     */
    void put(ConsumerRecord<byte[], byte[]> unusable, MalformedMessageException cause) {
        Headers headers = DeadLetterHeaders.of(unusable.headers(),
                new DeadLetterHeaders.Place(unusable.topic(), unusable.partition(), unusable.offset()), cause);
        try {
            producer.send(new ProducerRecord<>(topic, null, unusable.key(), unusable.value(), headers)).get();
        } catch (InterruptedException e) {
            throw new InterruptException(e); // sets the flag again
        } catch (ExecutionException e) {
            throw new KafkaException("topic " + topic + " cannot be written", e);
        }
        counter(unusable.topic(), cause.kind()).increment();
    }

    private Counter counter(String source, MalformedMessageException.Kind kind) {
        return Counter.builder("rerun.dead.letters").description("Records put aside, by cause").tag("topic", source)
                .tag("cause", kind.name()).register(registry);
    }
}
