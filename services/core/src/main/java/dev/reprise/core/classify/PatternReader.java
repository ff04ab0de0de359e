// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a valid pattern from left to right for the literals that it needs. It understands what occurs in messages and gives
 * up on the rest, in which case the pattern is run on every line: slower, never wrong.
 */
final class PatternReader {
    private static final String WITHOUT_CASE = "(?i)";

    private final String pattern;
    private final boolean withoutCase;
    private int at;
    private boolean beyondUs;

    PatternReader(String pattern) {
        this.pattern = pattern;
        withoutCase = pattern.startsWith(WITHOUT_CASE);
        at = withoutCase ? WITHOUT_CASE.length() : 0;
    }

    Optional<RequiredLiterals> literals() {
        Optional<RequiredLiterals> read = alternatives();
        return beyondUs || at < pattern.length()
                ? Optional.empty()
                : read.map(literals -> withoutCase ? new RequiredLiterals(literals.anyOf(), false) : literals);
    }

    private Optional<RequiredLiterals> alternatives() {
        List<String> all = new ArrayList<>();
        boolean whole = true;
        boolean known = true;
        do {
            Optional<RequiredLiterals> one = sequence();
            known &= one.isPresent();
            whole &= one.map(RequiredLiterals::whole).orElse(false);
            one.ifPresent(literals -> all.addAll(literals.anyOf()));
        } while (skip('|'));
        return known ? Optional.of(new RequiredLiterals(List.copyOf(all), whole)) : Optional.empty();
    }

    private Optional<RequiredLiterals> sequence() {
        Best best = new Best();
        while (at < pattern.length() && !beyondUs && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            char character = pattern.charAt(at++);
            switch (character) {
                case '(' -> group(best);
                case '[' -> {
                    skipClass();
                    skipQuantifier();
                    best.gap();
                }
                case '.' -> {
                    skipQuantifier();
                    best.gap();
                }
                case '^', '$' -> {
                    skipQuantifier();
                    best.edge();
                }
                case '\\' -> escape(best);
                default -> literal(character, best);
            }
        }
        return best.result();
    }

    private void group(Best best) {
        if (skip('?') && !skip(':')) {
            beyondUs = true; // flags and names
            return;
        }
        Optional<RequiredLiterals> inner = alternatives();
        if (!skip(')')) {
            beyondUs = true;
            return;
        }
        best.gap();
        if (skipQuantifier() != Times.MAYBE_NONE) {
            inner.ifPresent(best::consider);
        }
    }

    private void escape(Best best) {
        char escaped = pattern.charAt(at++);
        switch (escaped) {
            case 'd', 'D', 's', 'S', 'w', 'W' -> {
                skipQuantifier();
                best.gap();
            }
            case 'b', 'B' -> {
                skipQuantifier();
                best.edge();
            }
            default -> {
                if (Character.isLetterOrDigit(escaped)) {
                    beyondUs = true;
                } else {
                    literal(escaped, best);
                }
            }
        }
    }

    private void literal(char character, Best best) {
        boolean certain = character < 128 || !Character.isSurrogate(character) && !(withoutCase && hasCase(character));
        Times times = skipQuantifier();
        if (times != Times.MAYBE_NONE && certain) {
            best.literal(character);
        }
        if (times != Times.ONCE || !certain) {
            best.gap();
        }
    }

    private static boolean hasCase(char character) {
        return Character.toLowerCase(character) != character || Character.toUpperCase(character) != character;
    }

    private void skipClass() {
        skip('^');
        skip(']');
        while (at < pattern.length() && pattern.charAt(at) != ']') {
            if (pattern.startsWith("[:", at)) {
                at = Math.max(at, pattern.indexOf(":]", at)) + 2;
            } else {
                at += pattern.charAt(at) == '\\' ? 2 : 1;
            }
        }
        at++;
    }

    private Times skipQuantifier() {
        Times times = Times.ONCE;
        while (true) {
            if (skip('+')) {
                times = times == Times.ONCE ? Times.AT_LEAST_ONCE : times;
            } else if (skip('*') || skip('?') || skipCounts()) {
                times = Times.MAYBE_NONE; // a '?' after another quantifier only asks for less, at no harm
            } else {
                return times;
            }
        }
    }

    /** A brace that holds no counts stands for itself. */
    private boolean skipCounts() {
        if (at >= pattern.length() || pattern.charAt(at) != '{') {
            return false;
        }
        int end = pattern.indexOf('}', at);
        if (end < 0 || !pattern.substring(at + 1, end).matches("\\d+(,\\d*)?")) {
            return false;
        }
        at = end + 1;
        return true;
    }

    private boolean skip(char expected) {
        boolean there = at < pattern.length() && pattern.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    /** How often a part of a pattern occurs. */
    private enum Times {
        ONCE, AT_LEAST_ONCE, MAYBE_NONE
    }

    /** The most telling literals of a sequence so far. */
    private static final class Best {
        private final StringBuilder run = new StringBuilder();
        private Optional<RequiredLiterals> best = Optional.empty();
        private boolean whole = true;

        void literal(char character) {
            run.append(character);
        }

        /** Something without length. */
        void edge() {
            whole = false;
        }

        /** Something that is no literal. */
        void gap() {
            whole = false;
            flush();
        }

        void consider(RequiredLiterals literals) {
            RequiredLiterals part = new RequiredLiterals(literals.anyOf(), false);
            best = best.isPresent() ? best.get().better(Optional.of(part)) : Optional.of(part);
        }

        Optional<RequiredLiterals> result() {
            if (whole && !run.isEmpty()) {
                return Optional.of(new RequiredLiterals(List.of(run.toString()), true));
            }
            flush();
            return best;
        }

        private void flush() {
            if (!run.isEmpty()) {
                consider(new RequiredLiterals(List.of(run.toString()), false));
                run.setLength(0);
            }
        }
    }
}
