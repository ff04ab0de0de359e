// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.FailureClass;

/**
 * How many reruns a class of failure is given in one episode.
 *
 * @param failureClass the class
 * @param reruns how many, 0 to 100
 */
public record ClassBudget(FailureClass failureClass, int reruns) {
    /** Most reruns of one class. */
    public static final int MAX_RERUNS = 100;

    /**
     * Checks the count.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public ClassBudget {
        Bounds.range("reruns", reruns, 0, MAX_RERUNS);
    }
}
