// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is remembered of foreign formats, in one key-value store: bodies seen, what formats remember, what was told, what
 * waits. A value is the time it was written, in eight bytes, and the rest. Used by one Streams thread.
 */
final class SourceMemory {

    private static final String ALERTED = "alerted/";
    private static final String ENTITY = "entity/";
    private static final String SEEN = "seen/";
    private static final String TOLD = "told/";
    private static final String WAITING = "waiting/";
    private static final byte[] NOTHING = new byte[0];

    private final KeyValueStore<String, byte[]> store;
    private final JsonMapper mapper;
    private String sweptUpTo = "";

    SourceMemory(KeyValueStore<String, byte[]> store, JsonMapper mapper) {
        this.store = store;
        this.mapper = mapper;
    }

    /** Marks a body as seen; false when it was seen before. */
    boolean firstTime(String rawKey, String hash, Instant now) {
        return store.putIfAbsent(SEEN + rawKey + "#" + hash, stamped(now, NOTHING)) == null;
    }

    /** Whether nothing was told of a kind of trouble since {@code day} began. */
    boolean firstTrouble(String format, String kind, String day, Instant now) {
        return store.putIfAbsent(ALERTED + format + "/" + kind + "/" + day, stamped(now, NOTHING)) == null;
    }

    Optional<JsonNode> entity(String rawKey) {
        byte @Nullable [] value = store.get(ENTITY + rawKey);
        return value == null
                ? Optional.empty()
                : Optional.of(mapper.readTree(value, Long.BYTES, value.length - Long.BYTES));
    }

    void remember(String rawKey, JsonNode entity, Instant now) {
        store.put(ENTITY + rawKey, stamped(now, mapper.writeValueAsBytes(entity)));
    }

    /** Marks something as told; false when the same was the last that was told under that name. */
    boolean isNews(String name, String content, Instant now) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        byte @Nullable [] before = store.get(TOLD + name);
        boolean same = before != null
                && Arrays.equals(before, Long.BYTES, before.length, bytes, 0, bytes.length);
        store.put(TOLD + name, stamped(now, bytes));
        return !same;
    }

    void keep(WaitingBody waiting) {
        store.put(WAITING + waiting.key(), stamped(waiting.receivedAt(), mapper.writeValueAsBytes(waiting)));
    }

    void release(WaitingBody waiting) {
        store.delete(WAITING + waiting.key());
    }

    /** What waits under a key of the raw topic. */
    List<WaitingBody> waiting(String rawKey) {
        return range(WAITING + rawKey + "#", WAITING + rawKey + "$", Integer.MAX_VALUE);
    }

    /** The first so many of all that wait. */
    List<WaitingBody> waiting(int budget) {
        return range(WAITING, WAITING.substring(0, WAITING.length() - 1) + "0", budget);
    }

    private List<WaitingBody> range(String from, String to, int budget) {
        List<WaitingBody> found = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = store.range(from, to)) {
            while (entries.hasNext() && found.size() < budget) {
                byte[] value = entries.next().value;
                found.add(mapper.readValue(value, Long.BYTES, value.length - Long.BYTES, WaitingBody.class));
            }
        }
        return found;
    }

    /** Forgets what is older than {@code memory} and does not wait, looking at the next {@code budget} entries. */
    void sweep(Instant now, Duration memory, int budget) {
        Instant oldest = now.minus(memory);
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = store.range(sweptUpTo, null)) {
            int looked = 0;
            while (looked < budget && entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                Instant written = Instant.ofEpochMilli(ByteBuffer.wrap(entry.value).getLong());
                if (written.isBefore(oldest) && !entry.key.startsWith(WAITING)) {
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

    private static byte[] stamped(Instant now, byte[] payload) {
        return ByteBuffer.allocate(Long.BYTES + payload.length).putLong(now.toEpochMilli()).put(payload).array();
    }
}
