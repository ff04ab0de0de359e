// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.rule;

import dev.reprise.schemas.job.Verdict;

/** Whether one way of repeating ends in the state of one clean run. Ordered from best to worst. */
public enum Safety {
    /** it does */
    SAFE,
    /** it does under a stated condition */
    CONDITIONAL,
    /** not decided */
    UNKNOWN,
    /** it need not */
    UNSAFE;

    /**
     * @param other another safety
     * @return the worse of both
     */
    public Safety worse(Safety other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** @return the verdict that this half alone would give */
    public Verdict verdict() {
        return switch (this) {
            case SAFE -> Verdict.IDEMPOTENT;
            case CONDITIONAL -> Verdict.CONDITIONAL;
            case UNKNOWN -> Verdict.UNKNOWN;
            case UNSAFE -> Verdict.NOT_IDEMPOTENT;
        };
    }
}
