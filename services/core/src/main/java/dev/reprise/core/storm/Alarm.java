// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Instant;

/**
 * A moment at which one row of a group must be looked at.
 *
 * @param due the moment
 * @param kind what kind of row
 * @param name the signature of the breaker, or the rerun id of the question
 */
public record Alarm(Instant due, Kind kind, String name) {
    /** What an alarm is for. */
    public enum Kind {
        /** A breaker. */
        BREAKER,
        /** A question. */
        ASK
    }
}
