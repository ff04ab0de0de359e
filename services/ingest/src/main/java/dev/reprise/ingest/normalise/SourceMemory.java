// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is remembered of foreign formats, in one key-value store: bodies seen, what formats remember, what was told, what
 * waits. Used by one Streams thread.
 */
final class SourceMemory {

    private static final String ALERTED = "alerted/";
    private static final String ENTITY = "entity/";
    private static final String NEWS = "news/";
    private static final String SEEN = "seen/";
    private static final String WAITING = "waiting/";

    private final StampedStore store;
    private final StampedStore.Walk sweep;
    private final StampedStore.Walk waiting;

    SourceMemory(KeyValueStore<String, byte[]> store, JsonMapper mapper) {
        this.store = new StampedStore(store, mapper);
        this.sweep = this.store.walk();
        this.waiting = this.store.walk(WAITING);
    }

    /** Marks a body as seen; false when it was seen before. */
    boolean firstTime(String rawKey, String hash, Instant now) {
        return store.markFirst(SEEN + rawKey + "#" + hash, now);
    }

    /** Whether it is the first of its format, kind and day. */
    boolean firstTrouble(Trouble trouble, Instant now) {
        return store.markFirst(ALERTED + trouble.format() + "/" + trouble.kind() + "/" + trouble.day(), now);
    }

    Optional<JsonNode> entity(String rawKey) {
        return store.read(ENTITY + rawKey, JsonNode.class);
    }

    void remember(String rawKey, JsonNode entity, Instant now) {
        store.write(ENTITY + rawKey, entity, now);
    }

    /** Marks something as told; false when the same was the last that was told under that name. */
    boolean isNews(String name, String content, Instant now) {
        boolean same = store.read(NEWS + name, String.class).filter(content::equals).isPresent();
        store.write(NEWS + name, content, now);
        return !same;
    }

    void keep(WaitingBody body) {
        store.write(WAITING + body.key(), body, body.receivedAt());
    }

    void release(WaitingBody body) {
        store.delete(WAITING + body.key());
    }

    /** What waits under a key of the raw topic. */
    List<WaitingBody> waiting(String rawKey) {
        return store.read(WAITING + rawKey + "#", WAITING + rawKey + "$", WaitingBody.class);
    }

    /** The next so many of all that wait, of all formats. */
    List<WaitingBody> waiting(int budget) {
        return waiting.some(budget).stream()
                .flatMap(entry -> store.read(entry.key(), WaitingBody.class).stream()).toList();
    }

    /** Forgets what is older than {@code memory} and does not wait, looking at the next {@code budget} entries. */
    void sweep(Instant now, Duration memory, int budget) {
        Instant oldest = now.minus(memory);
        sweep.some(budget).stream()
                .filter(entry -> entry.writtenAt().isBefore(oldest) && !entry.key().startsWith(WAITING))
                .forEach(entry -> store.delete(entry.key()));
    }
}
