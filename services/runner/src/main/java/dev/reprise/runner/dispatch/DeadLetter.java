// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * A record that cannot be used, and why.
 *
 * @param record as received
 * @param cause the coarse cause, also a metric label
 * @param detail the rule it breaks, for people
 */
record DeadLetter(ConsumerRecord<byte[], byte[]> record, MalformedMessageException.Kind cause, String detail) {
    /** Longest value kept, in bytes: a record as large as the broker takes must still fit with its headers. */
    private static final int MOST_VALUE = 512 * 1024;
    private static final int MOST_KEY = 16 * 1024;
    private static final int MOST_HEADERS = 64 * 1024;
    private static final int MOST_DETAIL = 1024;

    static DeadLetter of(ConsumerRecord<byte[], byte[]> record, MalformedMessageException malformed) {
        String field = malformed.field().isEmpty() ? "" : malformed.field() + ": ";
        return new DeadLetter(record, malformed.kind(), field + malformed.getMessage());
    }

    /** The record to be sent: the bytes as received, its own headers, and where it was found. */
    ProducerRecord<byte[], byte[]> toRecord(String topic) {
        RecordHeaders headers = new RecordHeaders();
        int size = 0;
        for (Header header : record.headers()) {
            byte[] value = header.value();
            size += header.key().length() + (value == null ? 0 : value.length);
            if (size <= MOST_HEADERS) {
                headers.add(header);
            }
        }
        byte[] value = cut(record.value(), MOST_VALUE);
        add(headers, "dead-letter-cause", cause.name());
        add(headers, "dead-letter-detail", detail.length() <= MOST_DETAIL ? detail : detail.substring(0, MOST_DETAIL));
        add(headers, "dead-letter-topic", record.topic());
        add(headers, "dead-letter-kafka-partition", Integer.toString(record.partition()));
        add(headers, "dead-letter-offset", Long.toString(record.offset()));
        if (record.value() != null && record.value().length > MOST_VALUE) {
            add(headers, "dead-letter-cut-from", Integer.toString(record.value().length));
        }
        return new ProducerRecord<>(topic, null, null, cut(record.key(), MOST_KEY), value, headers);
    }

    private static byte @Nullable [] cut(byte @Nullable [] bytes, int most) {
        return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
    }

    private static void add(RecordHeaders headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
