// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/**
 * The tries that the scheduler makes by itself. Reprise waits for them first.
 *
 * @param attempts how many tries in all, 1 to 100; 1 means none beyond the first
 * @param delay how long after a failure the next try has started at the latest
 */
public record NativeRetries(int attempts, Duration delay) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public NativeRetries {
        Bounds.range("nativeRetries.attempts", attempts, 1, 100);
        Bounds.notNegative("nativeRetries.delay", delay);
    }
}
