// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How far one Kafka partition may be committed: up to the oldest record that a lane still needs. Safe for use by many
 * threads.
 */
final class OffsetTracker {
    private final TreeSet<Long> outstanding = new TreeSet<>();
    private long position;
    private long committed = -1;

    /**
     * Makes one.
     *
     * @param position the offset of the first record that is expected
     */
    OffsetTracker(long position) {
        this.position = position;
    }

    /** Begins with a record that several parties need; each gets a handle from {@link Share#part()}. */
    synchronized Share begin(long offset, int parties) {
        position = offset + 1;
        if (parties > 0) {
            outstanding.add(offset);
        }
        return new Share(offset, parties);
    }

    private synchronized void finish(long offset) {
        outstanding.remove(offset);
    }

    /** The offset to commit; unchanged where nothing was finished since {@link #committed}. */
    synchronized long committable() {
        return outstanding.isEmpty() ? position : outstanding.first();
    }

    /** Whether there is something to commit. */
    synchronized boolean behind() {
        return committable() != committed;
    }

    /** Notes what was committed. */
    synchronized void committed(long offset) {
        committed = offset;
    }

    /** One record, finished when each party is. */
    final class Share {
        private final long offset;
        private final AtomicInteger left;

        private Share(long offset, int parties) {
            this.offset = offset;
            this.left = new AtomicInteger(parties);
        }

        /** What one party calls when it needs the record no more; further calls do nothing. */
        Runnable part() {
            AtomicBoolean called = new AtomicBoolean();
            return () -> {
                if (called.compareAndSet(false, true) && left.decrementAndGet() == 0) {
                    finish(offset);
                }
            };
        }
    }
}
