// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.definition.JobSighting;
import dev.reprise.ingest.lineage.Owner;
import dev.reprise.ingest.lineage.RunContext;
import dev.reprise.ingest.lineage.RunLink;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.lineage.JobLineage;

/**
 * What the normaliser remembers, in one key-value store. A value is the time it was written, in eight bytes, and JSON; the
 * key says what it is. Used by one Streams thread.
 */
final class LineageMemory {

    private static final String CONTEXT = "context/";
    private static final String JOB = "job/";
    private static final String LINK = "link/";
    private static final String SEEN = "seen/";
    private static final String SIGHTING = "sighting/";
    /** Runs that no instance knows of yet: a short list, so that it can be walked often. */
    private static final String UNDECIDED = "undecided/";
    private static final byte[] NOTHING = new byte[0];

    private final KeyValueStore<String, byte[]> store;
    private final JsonMapper mapper;
    /** Where the last sweep ended. Kept here only: after a restart it begins anew and loses nothing. */
    private String sweptUpTo = "";

    LineageMemory(KeyValueStore<String, byte[]> store, JsonMapper mapper) {
        this.store = store;
        this.mapper = mapper;
    }

    /** Marks a body as seen; false when it was seen before. */
    boolean firstTime(String bodyHash, Instant now) {
        return store.putIfAbsent(SEEN + bodyHash, stamped(now, NOTHING)) == null;
    }

    Optional<RunLink> link(RunId run) {
        return read(LINK + run.value(), RunLink.class);
    }

    void remember(RunLink link, Instant now) {
        write(LINK + link.self().run().value(), link, now);
    }

    Optional<RunContext> context(Owner owner) {
        return read(CONTEXT + owner.key(), RunContext.class);
    }

    void remember(RunContext context, Instant now) {
        String key = context.owner().key();
        write(CONTEXT + key, context, now);
        if (context.undecided()) {
            store.put(UNDECIDED + key, stamped(now, NOTHING));
        } else {
            store.delete(UNDECIDED + key);
        }
    }

    JobSighting sighting(Owner owner) {
        return read(SIGHTING + owner.key(), JobSighting.class).orElse(JobSighting.NOTHING);
    }

    void remember(Owner owner, JobSighting sighting, Instant now) {
        write(SIGHTING + owner.key(), sighting, now);
    }

    /** What was told last of a job. */
    Optional<JobLineage> lineage(JobId job) {
        return read(JOB + job.key(), JobLineage.class);
    }

    void remember(JobLineage lineage, Instant now) {
        write(JOB + lineage.job().key(), lineage, now);
    }

    /** Runs without a known partition of which nothing was heard since {@code before}; at most {@code budget} are looked at. */
    List<RunContext> silentSince(Instant before, int budget) {
        List<RunContext> silent = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = store.range(UNDECIDED, after(UNDECIDED))) {
            for (int looked = 0; looked < budget && entries.hasNext(); looked++) {
                KeyValue<String, byte[]> entry = entries.next();
                if (writtenAt(entry.value).isBefore(before)) {
                    read(CONTEXT + entry.key.substring(UNDECIDED.length()), RunContext.class).ifPresent(silent::add);
                }
            }
        }
        return silent;
    }

    /** Forgets what is older than {@code memory}, looking at the next {@code budget} entries. */
    void sweep(Instant now, Duration memory, int budget) {
        Instant oldest = now.minus(memory);
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = store.range(sweptUpTo, null)) {
            int looked = 0;
            while (looked < budget && entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                if (writtenAt(entry.value).isBefore(oldest)) {
                    old.add(entry.key);
                }
                sweptUpTo = entry.key;
                looked++;
            }
            if (!entries.hasNext()) {
                sweptUpTo = "";
            }
        }
        old.forEach(store::delete);
    }

    private <T> Optional<T> read(String key, Class<T> type) {
        byte @Nullable [] value = store.get(key);
        return value == null
                ? Optional.empty()
                : Optional.of(mapper.readValue(value, Long.BYTES, value.length - Long.BYTES, type));
    }

    private void write(String key, Object value, Instant now) {
        store.put(key, stamped(now, mapper.writeValueAsBytes(value)));
    }

    private static byte[] stamped(Instant now, byte[] payload) {
        return ByteBuffer.allocate(Long.BYTES + payload.length).putLong(now.toEpochMilli()).put(payload).array();
    }

    private static Instant writtenAt(byte[] value) {
        return Instant.ofEpochMilli(ByteBuffer.wrap(value).getLong());
    }

    /** The first key behind all that begin with the prefix: a slash is followed by a zero. */
    private static String after(String prefix) {
        return prefix.substring(0, prefix.length() - 1) + "0";
    }
}
