// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.FailureClass;

/**
 * What a rerun changes because of the cause of the failure, such as more memory after it ran out. What was changed stays
 * so for the rest of the episode.
 *
 * @param failureClass applies to failures of this class; absent: of the rule alone
 * @param rule applies to failures that this rule classified; absent: of the whole class
 * @param set name and new value: a value as it is, or {@code x2} to multiply a number with its unit, such as {@code 8g}
 * @param initial the values that are multiplied the first time
 * @param ceiling the values that are never exceeded
 */
public record OverrideRule(Optional<FailureClass> failureClass, Optional<String> rule, Map<String, String> set,
        Map<String, String> initial, Map<String, String> ceiling) {
    /** Most parameters of one rule. */
    public static final int MAX_PARAMETERS = 8;
    /** Longest name of a parameter, in characters. */
    public static final int MAX_PARAMETER = 64;
    /** Longest value of a parameter, in characters. */
    public static final int MAX_VALUE = 128;

    /**
     * Checks the bounds, and that it says what it applies to.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public OverrideRule {
        Bounds.text("rule", rule, FailureRule.MAX_ID);
        set = Bounds.map("set", set, MAX_PARAMETERS, MAX_PARAMETER, MAX_VALUE);
        initial = Bounds.map("initial", initial, MAX_PARAMETERS, MAX_PARAMETER, MAX_VALUE);
        ceiling = Bounds.map("ceiling", ceiling, MAX_PARAMETERS, MAX_PARAMETER, MAX_VALUE);
        if (failureClass.isEmpty() && rule.isEmpty()) {
            throw new IllegalArgumentException("an override applies to nothing: state failureClass or rule");
        }
    }
}
