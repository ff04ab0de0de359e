// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A key-value store whose values begin with the time they were written, in eight bytes; the rest is JSON, or nothing for a
 * mark. What a key is about, its first part says, up to a slash. Used by one Streams thread.
 */
final class StampedStore {

    private static final byte[] NOTHING = new byte[0];

    private final KeyValueStore<String, byte[]> store;
    private final JsonMapper mapper;

    StampedStore(KeyValueStore<String, byte[]> store, JsonMapper mapper) {
        this.store = store;
        this.mapper = mapper;
    }

    /** Marks a key; false when it was marked before. */
    boolean markFirst(String key, Instant at) {
        return store.putIfAbsent(key, stamped(at, NOTHING)) == null;
    }

    void mark(String key, Instant at) {
        store.put(key, stamped(at, NOTHING));
    }

    void write(String key, Object value, Instant at) {
        store.put(key, stamped(at, mapper.writeValueAsBytes(value)));
    }

    <T> Optional<T> read(String key, Class<T> type) {
        byte @Nullable [] value = store.get(key);
        return value == null ? Optional.empty() : Optional.of(value(value, type));
    }

    /** All values from one key, inclusive, to another. */
    <T> List<T> read(String from, String to, Class<T> type) {
        List<T> found = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries = store.range(from, to)) {
            entries.forEachRemaining(entry -> found.add(value(entry.value, type)));
        }
        return found;
    }

    void delete(String key) {
        store.delete(key);
    }

    /** A walk over all keys. */
    Walk walk() {
        return new Walk("", null);
    }

    /** A walk over the keys that begin with a prefix, which ends with a slash. */
    Walk walk(String prefix) {
        return new Walk(prefix, prefix.substring(0, prefix.length() - 1) + "0"); // a slash is followed by a zero
    }

    private <T> T value(byte[] stamped, Class<T> type) {
        return mapper.readValue(stamped, Long.BYTES, stamped.length - Long.BYTES, type);
    }

    private static byte[] stamped(Instant at, byte[] payload) {
        return ByteBuffer.allocate(Long.BYTES + payload.length).putLong(at.toEpochMilli()).put(payload).array();
    }

    /** An entry that a walk comes by, and when it was written. */
    record Entry(String key, Instant writtenAt) {}

    /**
     * Comes by every key again and again, some at a time, so that none waits for the others however many there are. Where it
     * stands is kept here only: after a restart it begins anew and loses nothing.
     */
    final class Walk {

        private final String from;
        private final @Nullable String to;
        private String next;

        private Walk(String from, @Nullable String to) {
            this.from = from;
            this.to = to;
            this.next = from;
        }

        /** The next keys, {@code most} of them at most; fewer at the end, after which it begins again. */
        List<Entry> some(int most) {
            List<Entry> found = new ArrayList<>();
            try (KeyValueIterator<String, byte[]> entries = store.range(next, to)) {
                while (found.size() < most && entries.hasNext()) {
                    KeyValue<String, byte[]> entry = entries.next();
                    found.add(new Entry(entry.key, Instant.ofEpochMilli(ByteBuffer.wrap(entry.value).getLong())));
                }
                next = entries.hasNext() ? found.getLast().key() + "\u0000" : from;
            }
            return found;
        }
    }
}
