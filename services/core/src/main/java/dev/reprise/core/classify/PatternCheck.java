// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.match.PatternProblem;

/** What is wrong with a pattern of a rule, in words that say what to do. */
final class PatternCheck {
    private PatternCheck() {}

    static List<String> problems(String field, String pattern) {
        Optional<String> problem = PatternProblem.of(pattern);
        if (problem.isPresent()) {
            return List.of(field + ": '" + pattern + "' " + problem.get());
        }
        return Pattern.compile(pattern).matcher("").find()
                ? List.of(field + ": '" + pattern
                        + "' matches every text, even an empty one; state something that must be"
                        + " there")
                : List.of();
    }

    /** Problems of a pattern that is tried on single lines. */
    static List<String> lineProblems(String field, String pattern) {
        return pattern.contains("\\n") || pattern.indexOf('\n') >= 0
                ? List.of(
                        field + ": '" + pattern + "' contains a line break, but is tried on one line at a time; state a"
                                + " pattern for one line")
                : List.of();
    }
}
