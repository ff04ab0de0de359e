// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/**
 * When starts are so many that a person must look.
 *
 * @param starts more starts than this, 1 to 1000
 * @param window within this time
 */
public record Flapping(int starts, Duration window) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Flapping {
        Bounds.range("flapping.starts", starts, 1, 1000);
        Bounds.positive("flapping.window", window);
    }
}
