// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong with a pattern, in words that say what to do. */
final class PatternCheck {
    /** Keeps the longest texts below some tens of milliseconds, whatever they are. */
    static final int LARGEST = 1000;
    /** What other engines know and RE2 leaves out, because it cannot be matched in linear time. */
    private static final Map<String, String> UNSUPPORTED = unsupported();

    private PatternCheck() {}

    static List<String> problems(String field, String pattern) {
        long size = PatternSize.of(pattern);
        if (size > LARGEST) {
            return List.of(
                    field + ": '" + pattern + "' takes about " + size + " steps for each character of a text, at most "
                            + LARGEST + " are allowed; lower the counts in braces");
        }
        Pattern compiled;
        try {
            compiled = Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            return List.of(field + ": '" + pattern + "' is no pattern: " + e.getDescription() + place(pattern, e)
                    + advice(pattern));
        }
        return compiled.matcher("").find()
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

    private static String place(String pattern, PatternSyntaxException problem) {
        String part = problem.getPattern();
        int index = part.isEmpty() || part.equals(pattern) ? -1 : pattern.indexOf(part);
        return index < 0 ? "" : " '" + part + "' at character " + (index + 1);
    }

    private static String advice(String pattern) {
        return UNSUPPORTED.entrySet().stream()
                .filter(construct -> pattern.matches("(?s).*" + construct.getKey() + ".*"))
                .map(construct -> "; " + construct.getValue()).findFirst().orElse("");
    }

    private static Map<String, String> unsupported() {
        Map<String, String> constructs = new LinkedHashMap<>();
        constructs.put("\\(\\?<?[=!]",
                "RE2 has no lookahead or lookbehind: match the text itself, and exclude cases by an"
                        + " earlier rule");
        constructs.put("\\\\[1-9]", "RE2 has no back reference: repeat the pattern instead");
        constructs.put("\\(\\?>", "RE2 has no atomic group: use a plain one, '(?:'");
        constructs.put("[*+?}]\\+", "RE2 has no possessive quantifier: leave the second '+' out");
        return constructs;
    }
}
