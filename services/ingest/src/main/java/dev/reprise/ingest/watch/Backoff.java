// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Waits between tries, doubled up to a bound, with some chance in them so that many watches do not try at once. */
final class Backoff {

    private final Duration shortest;
    private final Duration longest;
    private final CountDownLatch stop;
    private Duration next;

    /**
     * Makes one.
     *
     * @param stop ends each wait
     */
    Backoff(Duration shortest, Duration longest, CountDownLatch stop) {
        this.shortest = shortest;
        this.longest = longest;
        this.stop = stop;
        this.next = shortest;
    }

    /** The next wait is the shortest again. */
    void reset() {
        next = shortest;
    }

    /** How long the next wait takes at most. */
    Duration next() {
        return next;
    }

    /** Waits; an interrupt ends the wait and is kept. */
    void pause() {
        long millis = next.toMillis();
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(longest) < 0 ? doubled : longest;
        try {
            stop.await(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
