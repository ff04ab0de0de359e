// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Duration;
import java.time.Instant;

/** The true time, which is the broker's and the target's, and the clocks that may be wrong. */
public final class Time {
    /** When every history begins. */
    public static final Instant BEGIN = Instant.parse("2026-11-29T06:00:00Z");
    private Instant now = BEGIN;

    /** The true time. */
    public Instant now() {
        return now;
    }

    /** Lets time pass. */
    public void advance(Duration by) {
        now = now.plus(by);
    }

    /** A clock that is right until it jumps. */
    public Clock clock() {
        return new Clock();
    }

    /** The clock of one process. */
    public final class Clock {
        private Duration wrong = Duration.ZERO;

        private Clock() {}

        /** The time it shows. */
        public Instant now() {
            return now.plus(wrong);
        }

        /** Makes it wrong by so much. */
        public void set(Duration by) {
            wrong = by;
        }
    }
}
