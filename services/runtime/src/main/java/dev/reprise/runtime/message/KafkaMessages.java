// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.message;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.wire.CloudEventAttributes;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;
import dev.reprise.schemas.wire.WireType;

/** Messages to Kafka records and back. Safe for use by many threads. */
public final class KafkaMessages {
    private final WireCodec codec;
    private final String source;

    /**
     * Makes one for a sender.
     *
     * @param codec the wire format
     * @param source the CloudEvents source of all that is written, such as {@code reprise/coordinator}
     */
    public KafkaMessages(WireCodec codec, String source) {
        this.codec = codec;
        this.source = source;
    }

    /**
     * A record to be sent, in CloudEvents binary mode.
     *
     * @param topic the full topic name
     * @param key the Kafka key
     * @param id the CloudEvents id: derived from what the message is about, so that a repetition is seen as one
     * @param time the CloudEvents time
     * @param message the data
     */
    public ProducerRecord<byte[], byte[]> toRecord(String topic, String key, String id, Instant time, Record message) {
        return new ProducerRecord<>(topic, null, null, key.getBytes(StandardCharsets.UTF_8), codec.write(message),
                headers(id, time, message));
    }

    /** The headers of a message in CloudEvents binary mode. */
    public Headers headers(String id, Instant time, Record message) {
        return headers(id, time, message, Optional.empty());
    }

    /** The same, for a message that belongs to a place in a trace. */
    public Headers headers(String id, Instant time, Record message, Optional<Traceparent> traceparent) {
        CloudEventAttributes attributes = new CloudEventAttributes(
                id, source, WireType.of(message).ceType(), Optional.of(time), traceparent.map(Traceparent::toString));
        RecordHeaders headers = new RecordHeaders();
        codec.headers(attributes).forEach(headers::add);
        return headers;
    }

    /**
     * Reads a record.
     *
     * @throws MalformedMessageException naming the attribute or field and the rule it breaks
     */
    public WireMessage read(ConsumerRecord<byte[], byte[]> received) {
        return read(received.headers(), received.value());
    }

    /**
     * Reads headers and value.
     *
     * @throws MalformedMessageException naming the attribute or field and the rule it breaks
     */
    public WireMessage read(Headers headers, byte @Nullable [] value) {
        Map<String, byte[]> last = new HashMap<>();
        for (Header header : headers) {
            if (header.value() != null) {
                last.put(header.key(), header.value());
            }
        }
        return codec.read(last, value);
    }

    /** The place in a trace that a message names; one that is not well-formed is as good as none. */
    public static Optional<Traceparent> traceparent(WireMessage message) {
        return message.attributes().traceparent().flatMap(Traceparent::parse);
    }

    /** The wire format. */
    public WireCodec codec() {
        return codec;
    }
}
