// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.record.RawForeign.Origin;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;

/** Puts bodies of foreign formats into the raw topic, untouched, and packed where they are large. Safe for many threads. */
public final class ForeignIntake {

    private static final int MAX_ENTITY = 512;

    private final RawForeign raw;
    private final ByteSize maxRecord;
    private final AckedProducer producer;
    private final IngestMeters meters;
    private final InstantSource clock;

    /** What became of a body. */
    public sealed interface Taken {

        /**
         * Kafka has it.
         *
         * @param key the key of its raw record
         */
        record Acknowledged(String key) implements Taken {}

        /**
         * Even packed it is too large; to send it again does not help.
         *
         * @param bytes its size
         * @param packed its size when packed
         */
        record TooLarge(int bytes, int packed) implements Taken {}

        /** Kafka has not taken it. */
        record Unacknowledged(AckedProducer.Outcome outcome) implements Taken {}
    }

    /**
     * Makes an intake.
     *
     * @param maxRecord largest body that is stored; a larger one is packed first
     */
    public ForeignIntake(RawForeign raw, ByteSize maxRecord, AckedProducer producer, IngestMeters meters,
            InstantSource clock) {
        this.raw = raw;
        this.maxRecord = maxRecord;
        this.producer = producer;
        this.meters = meters;
        this.clock = clock;
    }

    /** The full name of the topic. */
    public String topic() {
        return raw.topic();
    }

    /** The largest body that is stored. */
    public ByteSize maxRecord() {
        return maxRecord;
    }

    /**
     * Takes a body and waits until Kafka has it, or for as long as the producer waits.
     *
     * @param source the name of the installation
     * @param bytes the body as it came; {@code body} is the same, read
     */
    public Taken take(SourceFormat format, String source, JsonNode body, byte[] bytes, String contentType) {
        return take(format, source, body, bytes, contentType, Optional.empty());
    }

    /** The same for a body that belongs to a place in a trace. */
    public Taken take(SourceFormat format, String source, JsonNode body, byte[] bytes, String contentType,
            Optional<Traceparent> traceparent) {
        boolean packed = bytes.length > maxRecord.bytes();
        byte[] stored = packed ? packed(bytes) : bytes;
        if (stored.length > maxRecord.bytes()) {
            meters.refused(raw.topic(), "TOO_LARGE");
            return new Taken.TooLarge(bytes.length, stored.length);
        }
        String entity = format.entity(body);
        Origin origin = new Origin(format.name(), format.version(body), source,
                entity.length() <= MAX_ENTITY ? entity : entity.substring(0, MAX_ENTITY));
        ProducerRecord<byte[], byte[]> record = raw.body(origin, stored, packed, contentType, clock.instant());
        TraceHeaders.write(record.headers(), traceparent);
        AckedProducer.Outcome outcome = producer.send(List.of(record));
        if (!(outcome instanceof AckedProducer.Outcome.Acknowledged)) {
            return new Taken.Unacknowledged(outcome);
        }
        meters.accepted(raw.topic(), format.name());
        return new Taken.Acknowledged(origin.key());
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
