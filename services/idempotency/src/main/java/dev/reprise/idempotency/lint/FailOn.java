// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.lint;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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
     * @param result an answer
     * @return whether what is open in it is as bad as this, or worse
     */
    public boolean fails(LintResult result) {
        return switch (result.openVerdict()) {
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
        return Arrays.stream(values()).filter(value -> value.name().equals(key)).findFirst();
    }
}
