// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The timers of all groups of a task, rows by due time. Remembers when the next one is due, and below which time there is no
 * row: a look that finds nothing costs nothing, and none walks over the remains of rows that were deleted. What it remembers
 * is worth nothing but speed: after an assignment it begins with a look at all. Used by the task's thread alone.
 */
final class GroupTimers {
    private static final byte[] PRESENT = new byte[0];
    private final KeyValueStore<Bytes, byte[]> rows;
    private long next = 0;
    private long floor = 0;

    GroupTimers(KeyValueStore<Bytes, byte[]> rows) {
        this.rows = rows;
    }

    /** Replaces the timer of a group by another, or by none. */
    void move(String group, Optional<Instant> before, Optional<Instant> after) {
        Optional<TimerKey> old = before.map(due -> TimerKey.of(group, due));
        Optional<TimerKey> fresh = after.map(due -> TimerKey.of(group, due));
        if (old.equals(fresh)) {
            return;
        }
        old.ifPresent(this::remove);
        fresh.ifPresent(key -> {
            rows.put(key.bytes(), PRESENT);
            next = Math.min(next, key.dueMillis());
            floor = Math.min(floor, key.dueMillis());
        });
    }

    void remove(TimerKey key) {
        rows.delete(key.bytes());
    }

    /** What is due, the earliest first; the rows stay. */
    List<TimerKey> due(Instant now, int most) {
        List<TimerKey> due = new ArrayList<>();
        if (next > now.toEpochMilli()) {
            return due;
        }
        long first = Long.MAX_VALUE;
        try (KeyValueIterator<Bytes, byte[]> from = rows.range(TimerKey.from(floor), null)) {
            while (from.hasNext() && due.size() < most) {
                TimerKey key = TimerKey.read(from.next().key);
                first = Math.min(first, key.dueMillis());
                if (key.dueMillis() > now.toEpochMilli()) {
                    break;
                }
                due.add(key);
            }
        }
        floor = first;
        // What is due now is still there at the next look, unless its group moves it.
        next = first;
        return due;
    }
}
