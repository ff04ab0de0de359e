// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

import dev.reprise.schemas.wire.MalformedMessageException;

/** Records that could not be used, with their cause and position; bytes and headers stay as they came. */
final class DeadLetters {
    private DeadLetters() {}

    static Record<byte @Nullable [], byte @Nullable []> of(Record<byte @Nullable [], byte @Nullable []> unusable,
            RecordMetadata position, MalformedMessageException cause) {
        Headers headers = new RecordHeaders(unusable.headers());
        add(headers, "reprise-cause", cause.kind().name());
        add(headers, "reprise-field", cause.field());
        add(headers, "reprise-message", String.valueOf(cause.getMessage()));
        add(headers, "reprise-topic", position.topic());
        add(headers, "reprise-kafka-partition", Integer.toString(position.partition()));
        add(headers, "reprise-offset", Long.toString(position.offset()));
        return unusable.withHeaders(headers);
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
