// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/**
 * The space between two reruns of one episode. The first rerun waits only for the settle time; the second waits
 * {@code initial} from the failure, each further one {@code factor} times longer, never above {@code max}. The jitter is
 * derived from the rerun id: reproducible, and different for each.
 *
 * @param initial the wait before the second rerun; zero switches back-off off
 * @param factor the growth from one to the next, 1 to 10
 * @param max the longest wait
 * @param jitter the share of the wait that is spread, 0 to 1: 0.2 means up to 20 % longer
 */
public record Backoff(Duration initial, double factor, Duration max, double jitter) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Backoff {
        Bounds.notNegative("backoff.initial", initial);
        Bounds.range("backoff.factor", factor, 1.0, 10.0);
        Bounds.notNegative("backoff.max", max);
        Bounds.range("backoff.jitter", jitter, 0.0, 1.0);
    }
}
