// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;

/**
 * How long an instance at rest is remembered after it was last heard of. {@link Forgetting} keeps it longer where its policy
 * needs it longer, and for as long as anything about it is open.
 *
 * @param details how long each report about it is remembered, so that a repetition is known as one; more than zero
 * @param results how long it is remembered that it ran and how that ended, for those who ask for it; at least {@code details}
 */
public record Remembrance(Duration details, Duration results) {
    /** As long as events are kept; as long as decisions are kept. */
    public static final Remembrance DEFAULTS = new Remembrance(Duration.ofDays(7), Duration.ofDays(90));

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException when details are remembered for no time, or for longer than results
     */
    public Remembrance {
        if (!details.isPositive() || results.compareTo(details) < 0) {
            throw new IllegalArgumentException("details are remembered for " + details + " and results for " + results
                    + ": expected more than zero, and results no shorter than details");
        }
    }
}
