// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.message;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

import dev.reprise.schemas.wire.MalformedMessageException;

/** The headers that a dead letter carries over those it came with: what is wrong with it, and where it stood. */
public final class DeadLetterHeaders {
    /** What is wrong, coarsely: a {@link MalformedMessageException.Kind} or a cause of the writer's own. */
    public static final String CAUSE = "reprise-cause";
    /** The field at fault; empty for the whole. */
    public static final String FIELD = "reprise-field";
    /** What was found and what to give instead. */
    public static final String MESSAGE = "reprise-message";
    /** The topic it was read from. */
    public static final String TOPIC = "reprise-topic";
    /** The Kafka partition it was read from. */
    public static final String KAFKA_PARTITION = "reprise-kafka-partition";
    /** Its offset there. */
    public static final String OFFSET = "reprise-offset";

    /**
     * Where a record stood.
     *
     * @param topic the topic
     * @param kafkaPartition the Kafka partition
     * @param offset the offset
     */
    public record Place(String topic, int kafkaPartition, long offset) {}

    private DeadLetterHeaders() {}

    /** The headers of a record that could not be read, with its own in front. */
    public static Headers of(Headers own, Place place, MalformedMessageException cause) {
        return of(own, place, cause.kind().name(), cause.field(), String.valueOf(cause.getMessage()));
    }

    /** The headers of a record that could not be used, with its own in front. */
    public static Headers of(Headers own, Place place, String cause, String field, String message) {
        Headers headers = new RecordHeaders(own);
        add(headers, CAUSE, cause);
        add(headers, FIELD, field);
        add(headers, MESSAGE, message);
        add(headers, TOPIC, place.topic());
        add(headers, KAFKA_PARTITION, Integer.toString(place.kafkaPartition()));
        add(headers, OFFSET, Long.toString(place.offset()));
        return headers;
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
