// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;

import dev.reprise.ingest.lineage.PartitionRule;
import dev.reprise.ingest.record.HeaderNames;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/** Normalised events as records of the events topic. */
final class EventRecords {

    private static final String SOURCE = "reprise/ingest/openlineage";
    private static final int ID_BYTES = 16;

    private final KafkaMessages messages;

    EventRecords(WireCodec codec) {
        messages = new KafkaMessages(codec, SOURCE);
    }

    /**
     * A record.
     *
     * @param cause what led to it: the hash of the body, or a word where no body did
     * @param rule how the partition was found
     * @param traceparent where in a trace it belongs
     */
    Record<byte[], byte[]> of(RunEvent event, String cause, PartitionRule rule, long timestamp,
            Optional<Traceparent> traceparent) {
        java.lang.Record message = (java.lang.Record) event;
        Headers headers = messages.headers(id(event, message, cause), event.at(), message, traceparent);
        headers.add(HeaderNames.PARTITION_RULE, rule.label().getBytes(StandardCharsets.UTF_8));
        return new Record<>(event.instance().key().getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                timestamp, headers);
    }

    /**
     * A record of what a foreign format told.
     *
     * @param hash the hash of the body
     * @param rule how the partition was found
     * @param traceparent where in a trace it belongs
     */
    Record<byte[], byte[]> of(RunEvent event, String hash, String rule, long timestamp,
            Optional<Traceparent> traceparent) {
        java.lang.Record message = (java.lang.Record) event;
        String id = "src-" + digest(event.instance().key(), event.attemptId().toString(),
                WireType.of(message).ceType(), hash);
        Headers headers = messages.headers(id, event.at(), message, traceparent);
        headers.add(HeaderNames.PARTITION_RULE, rule.getBytes(StandardCharsets.UTF_8));
        return new Record<>(event.instance().key().getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                timestamp, headers);
    }

    /** A record that tells a person of a kind of trouble. */
    Record<byte[], byte[]> of(Trouble trouble) {
        return of(trouble.event(), trouble.day(), PartitionRule.WHOLE_JOB.label(), trouble.at().toEpochMilli(),
                Optional.empty());
    }

    /**
     * A record of the lineage topic.
     *
     * @param cause the hash of the body that led to it
     */
    Record<byte[], byte[]> of(JobLineage lineage, String cause, long timestamp) {
        Headers headers = messages.headers("ol-" + digest(lineage.job().key(), WireType.of(lineage).ceType(), cause),
                lineage.seenAt(), lineage);
        return new Record<>(lineage.job().key().getBytes(StandardCharsets.UTF_8), messages.codec().write(lineage),
                timestamp, headers);
    }

    /** Derived, so that a replay of the raw topic gives the same ids. */
    private static String id(RunEvent event, java.lang.Record message, String cause) {
        return "ol-" + digest(event.instance().key(), event.attemptId().toString(), WireType.of(message).ceType(),
                cause);
    }

    private static String digest(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
