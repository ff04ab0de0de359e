// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts what happened within a sliding length of time. The newest {@value #EXACT} are counted exactly; when there are
 * more, neighbours within a 64th of the window share an entry and leave it together with the last of them: the count is
 * then a little high for a moment, never low.
 *
 * @param entries in order of time
 */
public record SlidingCount(List<Entry> entries) {
    /** Nothing has happened. */
    public static final SlidingCount EMPTY = new SlidingCount(List.of());
    /** Entries kept one by one. */
    static final int EXACT = 64;

    /**
     * Some that lie together.
     *
     * @param from time of the first
     * @param to time of the last
     * @param count how many
     */
    public record Entry(Instant from, Instant to, int count) {}

    /** Takes a copy. */
    public SlidingCount {
        entries = List.copyOf(entries);
    }

    /** How many are counted. */
    public int total() {
        return entries.stream().mapToInt(Entry::count).sum();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** When the first of them leaves a window of this length. */
    Instant firstEnd(Duration window) {
        return entries.getFirst().to().plus(window);
    }

    /** When the last of them leaves a window of this length. */
    Instant lastEnd(Duration window) {
        return entries.getLast().to().plus(window);
    }

    SlidingCount at(Instant now, Duration window) {
        Instant from = now.minus(window);
        if (entries.isEmpty() || entries.getFirst().to().isAfter(from)) {
            return this;
        }
        return new SlidingCount(entries.stream().filter(entry -> entry.to().isAfter(from)).toList());
    }

    SlidingCount plus(Instant now, Duration window) {
        List<Entry> next = new ArrayList<>(at(now, window).entries);
        if (next.size() >= EXACT && now.isBefore(next.getLast().from().plus(window.dividedBy(EXACT)))) {
            Entry last = next.removeLast();
            next.add(new Entry(last.from(), now, last.count() + 1));
        } else {
            next.add(new Entry(now, now, 1));
        }
        return new SlidingCount(next);
    }
}
