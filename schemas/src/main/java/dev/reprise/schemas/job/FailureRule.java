// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.FailureClass;

/**
 * One rule of failure classification: it matches when everything it states matches, and states at least one thing. Texts
 * are patterns in RE2 syntax, found anywhere in the text, so that no input can take more than linear time. A pattern on the
 * message is tried on one line at a time.
 *
 * @param id the rule's name, quoted in decisions and alerts, 1 to 64 characters
 * @param source pattern on who reported the failure
 * @param type pattern on the exception or error class
 * @param code pattern on the source's own error code
 * @param exitCodes exit statuses, any of which matches; empty: any or none
 * @param message pattern on a line of the code, the type, the message or the tail of the output
 * @param failureClass the class it gives
 * @param rerun whether a rerun may help at all; false: it fails the same way each time
 * @param waitAtLeast the shortest useful wait before a rerun, where there is one
 */
public record FailureRule(String id, Optional<String> source, Optional<String> type, Optional<String> code,
        List<Integer> exitCodes, Optional<String> message, FailureClass failureClass, boolean rerun,
        Optional<Duration> waitAtLeast) {
    /** Longest name of a rule, in characters. */
    public static final int MAX_ID = 64;
    /** Longest pattern, in characters. */
    public static final int MAX_PATTERN = 512;
    /** Most exit statuses in one rule. */
    public static final int MAX_EXIT_CODES = 32;

    /**
     * Checks the bounds and that the rule states something.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public FailureRule {
        Bounds.text("id", Optional.of(id), MAX_ID);
        Bounds.text("source", source, MAX_PATTERN);
        Bounds.text("type", type, MAX_PATTERN);
        Bounds.text("code", code, MAX_PATTERN);
        Bounds.text("message", message, MAX_PATTERN);
        exitCodes = List.copyOf(exitCodes);
        Bounds.range("exitCodes (how many)", exitCodes.size(), 0, MAX_EXIT_CODES);
        waitAtLeast.ifPresent(wait -> Bounds.notNegative("waitAtLeast", wait));
        if (source.isEmpty() && type.isEmpty() && code.isEmpty() && message.isEmpty() && exitCodes.isEmpty()) {
            throw new IllegalArgumentException(
                    "rule '" + id + "' matches everything: state source, type, code, exitCodes or message");
        }
    }
}
