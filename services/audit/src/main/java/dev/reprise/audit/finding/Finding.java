// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.finding;

import java.util.List;
import java.util.Optional;

/**
 * What an invariant came to.
 *
 * @param invariant its name, such as {@code I7}
 * @param promise what it says, in one line
 * @param status how it stands
 * @param checked how many cases were judged
 * @param notJudged how many cases rest on records that are gone, or are still under way
 * @param violationCount how many cases break it
 * @param violations the first of them, at most {@value #MOST_KEPT}
 * @param note which part of the promise was not looked at, and what that would need
 */
public record Finding(String invariant, String promise, Status status, long checked, long notJudged,
        long violationCount, List<Violation> violations, Optional<String> note) {
    /** How many violations are kept. */
    public static final int MOST_KEPT = 1000;

    /** Takes a copy. */
    public Finding {
        violations = List.copyOf(violations);
    }
}
