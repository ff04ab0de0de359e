// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/**
 * When starts are so many that a person must look.
 *
 * @param starts more starts than this, 1 to 30: no more of them are remembered
 * @param window within this time
 */
public record Flapping(int starts, Duration window) {
    /** Most starts a window may allow. */
    public static final int MAX_STARTS = 30;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Flapping {
        Bounds.range("flapping.starts", starts, 1, MAX_STARTS);
        Bounds.positive("flapping.window", window);
    }
}
