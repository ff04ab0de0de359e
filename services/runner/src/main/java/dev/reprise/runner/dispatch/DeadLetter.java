// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * A record that cannot be used, and why.
 *
 * @param record as received
 * @param cause the coarse cause, also a metric label
 * @param field the field at fault; empty for the whole
 * @param detail the rule it breaks, for people
 */
record DeadLetter(ConsumerRecord<byte[], byte[]> record, MalformedMessageException.Kind cause, String field,
        String detail) {
    /** The length of a value that was too long to be kept whole, in bytes. */
    static final String CUT_FROM = "reprise-cut-from";
    /** Longest value kept, in bytes: a record as large as the broker takes must still fit with its headers. */
    private static final int MOST_VALUE = 512 * 1024;
    private static final int MOST_KEY = 16 * 1024;
    private static final int MOST_HEADERS = 64 * 1024;
    private static final int MOST_DETAIL = 1024;

    static DeadLetter of(ConsumerRecord<byte[], byte[]> record, MalformedMessageException malformed) {
        String detail = String.valueOf(malformed.getMessage());
        return new DeadLetter(record, malformed.kind(), head(malformed.field()), head(detail));
    }

    /** The record to be sent: the bytes as received, its own headers, and where it was found. */
    ProducerRecord<byte[], byte[]> toRecord(String topic) {
        Headers headers = DeadLetterHeaders.of(bounded(record.headers()),
                new DeadLetterHeaders.Place(record.topic(), record.partition(), record.offset()), cause.name(), field,
                detail);
        byte[] value = record.value();
        if (value != null && value.length > MOST_VALUE) {
            headers.add(CUT_FROM, Integer.toString(value.length).getBytes(StandardCharsets.US_ASCII));
        }
        return new ProducerRecord<>(topic, null, null, cut(record.key(), MOST_KEY), cut(value, MOST_VALUE), headers);
    }

    private static Headers bounded(Headers all) {
        RecordHeaders headers = new RecordHeaders();
        int size = 0;
        for (Header header : all) {
            byte[] value = header.value();
            size += header.key().length() + (value == null ? 0 : value.length);
            if (size <= MOST_HEADERS) {
                headers.add(header);
            }
        }
        return headers;
    }

    private static byte @Nullable [] cut(byte @Nullable [] bytes, int most) {
        return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
    }

    private static String head(String text) {
        return text.length() <= MOST_DETAIL ? text : text.substring(0, MOST_DETAIL);
    }
}
