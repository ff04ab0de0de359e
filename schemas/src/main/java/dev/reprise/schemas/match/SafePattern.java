// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import com.google.re2j.Pattern;

/**
 * A regular expression that cannot stall the alert path, whatever a person wrote: RE2, as in Alertmanager, which never
 * back-tracks. Its size, and that of the value it is held against, are bounded as well.
 */
final class SafePattern {
    /** Longest pattern, in characters. */
    static final int MAX_PATTERN = 1000;
    /** Longest value, in characters; a longer one never matches. */
    static final int MAX_VALUE = 1024;

    private final Pattern pattern;

    private SafePattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles a pattern.
     *
     * @throws IllegalArgumentException naming what is refused, where, and what to write instead
     */
    static SafePattern compile(String text) {
        if (text.length() > MAX_PATTERN) {
            throw new IllegalArgumentException("pattern '" + text.substring(0, 40) + "…' has " + text.length()
                    + " characters: at most " + MAX_PATTERN + "; use several matchers");
        }
        PatternProblem.of(text).ifPresent(problem -> {
            throw new IllegalArgumentException("pattern '" + text + "' " + problem);
        });
        return new SafePattern(Pattern.compile(text));
    }

    /** Whether the whole value matches. */
    boolean matches(String value) {
        return value.length() <= MAX_VALUE && pattern.matches(value);
    }
}
