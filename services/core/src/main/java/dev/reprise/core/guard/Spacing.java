// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import java.time.Duration;

import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.Backoff;

/** The space between two reruns of one episode. */
public final class Spacing {
    private static final int JITTER_CHARACTERS = 6;

    private Spacing() {}

    /**
     * How long to wait from the failure before a rerun.
     *
     * @param backoff the rule
     * @param used reruns used in the episode before; the first waits for nothing but the settle time
     * @param rerunId whose jitter it is: the same rerun always waits the same time
     */
    public static Duration before(Backoff backoff, int used, RerunId rerunId) {
        if (used <= 0 || backoff.initial().isZero()) {
            return Duration.ZERO;
        }
        double initial = backoff.initial().toMillis();
        double longest = backoff.max().toMillis();
        double base = Math.min(longest, initial * Math.pow(backoff.factor(), used - 1));
        double spread = base * backoff.jitter() * fraction(rerunId);
        return Duration.ofMillis((long) Math.min(longest, base + spread));
    }

    /** A number from 0 (inclusive) to 1 (exclusive) that is a function of the id. */
    private static double fraction(RerunId rerunId) {
        String hash = rerunId.value().substring("rr-".length());
        double value = 0;
        double digit = 1;
        for (int i = 0; i < JITTER_CHARACTERS; i++) {
            char c = hash.charAt(i);
            digit /= 32;
            value += digit * (c >= 'a' ? c - 'a' : c - '2' + 26);
        }
        return value;
    }
}
