// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.lint;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.reprise.schemas.job.Verdict;

/** From which verdict on a check fails. Accepted findings do not count. */
public enum FailOn {
    /** it only reports */
    NEVER,
    /** a rerun may change the outcome */
    NOT_IDEMPOTENT,
    /** also when nobody can say */
    UNKNOWN,
    /** also when a condition is not discharged */
    CONDITIONAL;

    /**
     * @param results answers
     * @return whether one of them is as bad as this, or worse
     */
    public boolean fails(List<LintResult> results) {
        return results.stream().map(LintResult::openVerdict).anyMatch(this::fails);
    }

    private boolean fails(Verdict verdict) {
        return switch (verdict) {
            case NOT_IDEMPOTENT -> this != NEVER;
            case UNKNOWN -> this == UNKNOWN || this == CONDITIONAL;
            case CONDITIONAL -> this == CONDITIONAL;
            case IDEMPOTENT -> false;
        };
    }

    /**
     * @param name as a user writes it: {@code not-idempotent}, any case
     * @return the value, or empty when there is none of that name
     */
    public static Optional<FailOn> named(String name) {
        String key = name.strip().toUpperCase(Locale.ROOT).replace('-', '_');
        return java.util.Arrays.stream(values()).filter(value -> value.name().equals(key)).findFirst();
    }
}
