// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

import dev.reprise.ingest.redact.Redaction;
import dev.reprise.runtime.message.DeadLetterHeaders;

/**
 * A record that could not be used: where it stands, why, and its text without secrets. The original stays where it was read
 * from.
 *
 * @param topic the topic it was read from
 * @param kafkaPartition its Kafka partition
 * @param offset its offset
 * @param cause what is wrong, coarsely: a metric label in upper case
 * @param field the field at fault, empty for the whole
 * @param message what was found and what was expected
 */
public record DeadLetter(String topic, int kafkaPartition, long offset, String cause, String field, String message) {

    private static final int MAX_VALUE = 64 * 1024;
    private static final int MAX_MESSAGE = 2048;

    /** Puts the cause in upper case and cuts the message. */
    public DeadLetter {
        cause = cause.toUpperCase(Locale.ROOT);
        message = Redaction.of(message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE));
    }

    /** The headers of the dead letter. */
    public Headers headers() {
        return DeadLetterHeaders.of(new RecordHeaders(), new DeadLetterHeaders.Place(topic, kafkaPartition, offset),
                cause,
                field, message);
    }

    /** The first 64 KiB of the text without secrets; empty when it is no UTF-8, as nothing could be redacted in it. */
    public static byte[] value(byte @Nullable [] original) {
        if (original == null) {
            return new byte[0];
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(original)).toString();
            return Redaction.of(text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE))
                    .getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException _) {
            return new byte[0];
        }
    }
}
