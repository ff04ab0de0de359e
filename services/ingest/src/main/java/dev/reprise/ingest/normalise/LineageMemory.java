// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.definition.JobSighting;
import dev.reprise.ingest.lineage.Owner;
import dev.reprise.ingest.lineage.RunContext;
import dev.reprise.ingest.lineage.RunLink;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.lineage.JobLineage;

/** What the normaliser of lineage remembers, in one key-value store. Used by one Streams thread. */
final class LineageMemory {

    private static final String ALERTED = "alerted/";
    private static final String CONTEXT = "context/";
    private static final String JOB = "job/";
    private static final String LINK = "link/";
    private static final String SEEN = "seen/";
    private static final String SIGHTING = "sighting/";
    /** Runs that no instance knows of yet: a short list, so that it can be walked often. */
    private static final String UNDECIDED = "undecided/";

    private final StampedStore store;
    private final StampedStore.Walk sweep;
    private final StampedStore.Walk undecided;

    LineageMemory(KeyValueStore<String, byte[]> store, JsonMapper mapper) {
        this.store = new StampedStore(store, mapper);
        this.sweep = this.store.walk();
        this.undecided = this.store.walk(UNDECIDED);
    }

    /** Marks a body as seen; false when it was seen before. */
    boolean firstTime(String bodyHash, Instant now) {
        return store.markFirst(SEEN + bodyHash, now);
    }

    /** Whether it is the first of its kind and day. */
    boolean firstTrouble(Trouble trouble, Instant now) {
        return store.markFirst(ALERTED + trouble.kind() + "/" + trouble.day(), now);
    }

    Optional<RunLink> link(RunId run) {
        return store.read(LINK + run.value(), RunLink.class);
    }

    void remember(RunLink link, Instant now) {
        store.write(LINK + link.self().run().value(), link, now);
    }

    Optional<RunContext> context(Owner owner) {
        return store.read(CONTEXT + owner.key(), RunContext.class);
    }

    void remember(RunContext context, Instant now) {
        String key = context.owner().key();
        store.write(CONTEXT + key, context, now);
        if (context.undecided()) {
            store.mark(UNDECIDED + key, now);
        } else {
            store.delete(UNDECIDED + key);
        }
    }

    JobSighting sighting(Owner owner) {
        return store.read(SIGHTING + owner.key(), JobSighting.class).orElse(JobSighting.NOTHING);
    }

    void remember(Owner owner, JobSighting sighting, Instant now) {
        store.write(SIGHTING + owner.key(), sighting, now);
    }

    /** What was told last of a job. */
    Optional<JobLineage> lineage(JobId job) {
        return store.read(JOB + job.key(), JobLineage.class);
    }

    void remember(JobLineage lineage, Instant now) {
        store.write(JOB + lineage.job().key(), lineage, now);
    }

    /** Some of the runs without a known partition of which nothing was heard since {@code before}; looks at the next so many. */
    List<RunContext> silentSince(Instant before, int budget) {
        return undecided.some(budget).stream().filter(entry -> entry.writtenAt().isBefore(before))
                .flatMap(entry -> store
                        .read(CONTEXT + entry.key().substring(UNDECIDED.length()), RunContext.class).stream())
                .toList();
    }

    /** Forgets what is older than {@code memory}, looking at the next {@code budget} entries. */
    void sweep(Instant now, Duration memory, int budget) {
        Instant oldest = now.minus(memory);
        sweep.some(budget).stream().filter(entry -> entry.writtenAt().isBefore(oldest))
                .forEach(entry -> store.delete(entry.key()));
    }
}
