// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.util.TreeSet;

/**
 * Which offsets of a Kafka partition are done with, where a later one may be done before an earlier one. The committed
 * position never passes one that is not: what is read again after a crash, the ledger knows.
 */
final class OffsetWindow {
    private final TreeSet<Long> unfinished = new TreeSet<>();
    private long next = -1;
    private long committed = -1;

    /** An offset has been taken on; offsets come in ascending order. */
    void take(long offset) {
        unfinished.add(offset);
        next = offset + 1;
    }

    /** An offset is done with. */
    void finish(long offset) {
        unfinished.remove(offset);
    }

    /** The position to commit: the lowest that is not done with; negative when nothing was taken on yet. */
    long position() {
        return unfinished.isEmpty() ? next : unfinished.first();
    }

    /** Whether the position is further than the one committed last. */
    boolean isAhead() {
        return position() > committed;
    }

    /** A position has been committed. */
    void committed(long position) {
        committed = Math.max(committed, position);
    }
}
