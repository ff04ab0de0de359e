// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;

/** OpenLineage bodies as records of the raw topic: the bytes as received, keyed so that one run and its parts keep their order. */
public final class RawLineage {

    /** The value of {@link HeaderNames#FORMAT}. */
    public static final String FORMAT = "openlineage";

    private final String topic;

    /** Makes records for a topic, given with its prefix. */
    public RawLineage(String topic) {
        this.topic = topic;
    }

    /** The full name of the topic. */
    public String topic() {
        return topic;
    }

    /**
     * A record.
     *
     * @param orderingKey what must keep its order, see {@link LineageEnvelope#orderingKey()}
     * @param contentType the media type it came with
     */
    public ProducerRecord<byte[], byte[]> of(String orderingKey, byte[] body, String contentType, Instant receivedAt) {
        ProducerRecord<byte[], byte[]> result = new ProducerRecord<>(topic, utf8(FORMAT + "/" + orderingKey), body);
        result.headers().add(HeaderNames.FORMAT, utf8(FORMAT)).add(HeaderNames.RECEIVED_AT, utf8(receivedAt.toString()))
                .add(HeaderNames.CONTENT_TYPE, utf8(contentType));
        return result;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
