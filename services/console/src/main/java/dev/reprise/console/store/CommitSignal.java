// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Tells readers that the read model has moved on. Safe for use by many threads. */
public final class CommitSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private long commits;

    /** How many commits there were; to be read before the question that may have to wait. */
    public long count() {
        lock.lock();
        try {
            return commits;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a commit after the given count.
     *
     * @return false if there was none in time, or the thread was interrupted, which stays noted
     */
    public boolean awaitAfter(long count, Duration atMost) {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (commits <= count) {
                if (left <= 0) {
                    return false;
                }
                left = moved.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    void committed() {
        lock.lock();
        try {
            commits++;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
