// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Bodies of foreign formats, and answers of their schedulers, as records of the raw topic. An answer stands under the key of
 * the body it was asked for: so it meets the same reader, and a replay needs no scheduler.
 */
public final class RawForeign {

    private static final String GZIP = "gzip";
    private final String topic;

    /** Makes records for a topic, given with its prefix. */
    public RawForeign(String topic) {
        this.topic = topic;
    }

    /** The full name of the topic. */
    public String topic() {
        return topic;
    }

    /**
     * A body.
     *
     * @param body as received
     * @param packed whether {@code body} was compressed here, to fit into one record
     */
    public ProducerRecord<byte[], byte[]> body(Origin origin, byte[] body, boolean packed, String contentType,
            Instant receivedAt) {
        ProducerRecord<byte[], byte[]> result = record(origin, origin.key(), body, receivedAt);
        result.headers().add(HeaderNames.CONTENT_TYPE, utf8(contentType));
        if (packed) {
            result.headers().add(HeaderNames.CONTENT_ENCODING, utf8(GZIP));
        }
        return result;
    }

    /**
     * An answer.
     *
     * @param key the key of the raw record that led to the question
     * @param question the id of the question
     */
    public ProducerRecord<byte[], byte[]> answer(Origin origin, String key, String question, byte[] answer,
            Instant receivedAt) {
        ProducerRecord<byte[], byte[]> result = record(origin, key, answer, receivedAt);
        result.headers().add(HeaderNames.ANSWER_TO, utf8(question));
        return result;
    }

    private ProducerRecord<byte[], byte[]> record(Origin origin, String key, byte[] value, Instant receivedAt) {
        ProducerRecord<byte[], byte[]> result = new ProducerRecord<>(topic, utf8(key), value);
        result.headers().add(HeaderNames.FORMAT, utf8(origin.format()))
                .add(HeaderNames.SOURCE, utf8(origin.source()))
                .add(HeaderNames.RECEIVED_AT, utf8(receivedAt.toString()));
        origin.version().ifPresent(version -> result.headers().add(HeaderNames.FORMAT_VERSION, utf8(version)));
        return result;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Where a body comes from.
     *
     * @param format the name of its format
     * @param version the version of the format that it states
     * @param source the name of the installation
     * @param entity what keeps its order within the source
     */
    public record Origin(String format, Optional<String> version, String source, String entity) {

        /** The key of its raw records. */
        public String key() {
            return format + "/" + source + "/" + entity;
        }
    }
}
