// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is wrong with a pattern that a person wrote, in words that name the place and say what to do. Patterns are RE2's, as
 * in Alertmanager: matching takes time in proportion to the text, whatever the pattern.
 */
public final class PatternProblem {
    /** Keeps the longest texts below some tens of milliseconds, whatever they are. */
    public static final int LARGEST = 1000;
    /** What other engines know and RE2 leaves out, because it cannot be matched in linear time. */
    private static final Map<String, String> UNSUPPORTED = unsupported();

    private PatternProblem() {}

    /** What is wrong with it, as the rest of a sentence that begins with the pattern; nothing when it can be used. */
    public static Optional<String> of(String pattern) {
        long size = PatternSize.of(pattern);
        if (size > LARGEST) {
            return Optional.of("takes about " + size + " steps for each character of a text, at most " + LARGEST
                    + " are allowed; lower the counts in braces");
        }
        try {
            Pattern.compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("is no pattern: " + e.getDescription() + place(pattern, e) + advice(pattern));
        }
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
                        + " earlier rule or a !~ matcher");
        constructs.put("\\\\[1-9]", "RE2 has no back reference: repeat the pattern instead");
        constructs.put("\\(\\?>", "RE2 has no atomic group: use a plain one, '(?:'");
        constructs.put("[*+?}]\\+", "RE2 has no possessive quantifier: leave the second '+' out");
        return constructs;
    }
}
