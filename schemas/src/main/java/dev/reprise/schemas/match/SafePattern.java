// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression that cannot stall the alert path. Java's engine backtracks, so what makes it explode is refused
 * when the configuration is read: repeated groups, back references, look-around, many unbounded repetitions, long
 * patterns. The value it is held against is bounded as well.
 */
final class SafePattern {
    /** Longest pattern, in characters. */
    static final int MAX_PATTERN = 256;
    /** Longest value, in characters; a longer one never matches. */
    static final int MAX_VALUE = 1024;
    private static final int MAX_REPETITIONS = 3;

    private final Pattern pattern;

    private SafePattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles a pattern.
     *
     * @throws IllegalArgumentException naming what is refused and why
     */
    static SafePattern compile(String text) {
        if (text.length() > MAX_PATTERN) {
            throw refused(text.substring(0, 40) + "…", "has " + text.length() + " characters: at most " + MAX_PATTERN);
        }
        check(text);
        try {
            return new SafePattern(Pattern.compile(text));
        } catch (PatternSyntaxException e) {
            throw refused(text, "cannot be read: " + e.getDescription());
        }
    }

    /** Whether the whole value matches. */
    boolean matches(String value) {
        return value.length() <= MAX_VALUE && pattern.matcher(value).matches();
    }

    private static void check(String text) {
        int repetitions = 0;
        boolean afterGroup = false;
        boolean inClass = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
                checkEscape(text, i);
                afterGroup = false;
                continue;
            }
            if (inClass) {
                if (c == '[') {
                    throw refused(text, "nests character classes: write one class");
                }
                inClass = c != ']';
                continue;
            }
            if (afterGroup && (c == '*' || c == '+' || c == '{')) {
                throw refused(text, "repeats a group: list the alternatives or repeat a single character class");
            }
            if (c == '(' && text.startsWith("(?", i) && !text.startsWith("(?:", i) && !text.startsWith("(?i)", i)) {
                throw refused(text, "uses a group of the form (?…): only (?: and (?i) are read");
            }
            if (c == '*' || c == '+' || c == '{') {
                repetitions++;
            }
            inClass = c == '[';
            afterGroup = c == ')';
        }
        if (repetitions > MAX_REPETITIONS) {
            throw refused(text, "has " + repetitions + " repetitions: at most " + MAX_REPETITIONS
                    + "; use several matchers");
        }
    }

    private static void checkEscape(String text, int index) {
        if (index < text.length()
                && (Character.isDigit(text.charAt(index)) || "kQE".indexOf(text.charAt(index)) >= 0)) {
            throw refused(text, "uses \\" + text.charAt(index) + ": back references and quoting are not read");
        }
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("pattern '" + text + "' " + why);
    }
}
