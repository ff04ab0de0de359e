// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The order of a list of instances, which is that of their last change, and where in it a page begins.
 *
 * @param oldestFirst the oldest change first instead of the newest
 * @param after the last instance of the page before
 */
record InstanceOrder(boolean oldestFirst, Optional<Cursor> after) {

    /**
     * An instance in that order.
     *
     * @param updatedAt the time of its last change, in milliseconds since 1970
     * @param key its key
     */
    record Place(long updatedAt, String key) {}

    /** As an end of a statement, whose parameter is how many. */
    String clause() {
        String direction = oldestFirst ? "ASC" : "DESC";
        return " ORDER BY updated_at " + direction + ", instance_key " + direction + " LIMIT ?";
    }

    /** What stands behind the page before. */
    Conditions begun() {
        Conditions begun = new Conditions();
        after.ifPresent(last -> begun.and("(updated_at, instance_key) " + (oldestFirst ? ">" : "<") + " (?, ?)",
                last.numberAt(0, 2), last.textAt(1, 2)));
        return begun;
    }

    /** What was changed at a moment, or comes before that in the order. */
    Conditions until(long moment) {
        return new Conditions().and("updated_at " + (oldestFirst ? "<=" : ">=") + " ?", moment);
    }

    /** Whether a moment comes after another in the order. */
    boolean isBehind(long moment, long other) {
        return oldestFirst ? moment > other : moment < other;
    }

    /** By moments alone. */
    Comparator<Long> moments() {
        return oldestFirst ? Comparator.naturalOrder() : Comparator.reverseOrder();
    }

    /** By moment and then by key, as the databases compare: by the bytes of UTF-8, which is the order of code points. */
    Comparator<Place> places() {
        Comparator<Place> byTime = Comparator.comparingLong(Place::updatedAt).thenComparing(Place::key,
                (one, other) -> Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray()));
        return oldestFirst ? byTime : byTime.reversed();
    }
}
