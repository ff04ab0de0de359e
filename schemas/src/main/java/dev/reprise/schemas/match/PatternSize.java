// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large a pattern becomes once its counted repetitions are written out, which is how RE2 compiles them. Nested counts
 * multiply: a few characters can ask for more memory than there is, so this is asked before compiling.
 */
final class PatternSize {
    private static final Pattern COUNTS = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

    private PatternSize() {}

    /** About how many steps each character of a text may take; never overflows. */
    static long of(String pattern) {
        Deque<Long> enclosing = new ArrayDeque<>();
        Matcher counts = COUNTS.matcher(pattern);
        long size = 0;
        long last = 0;
        for (int at = 0; at < pattern.length(); at++) {
            char character = pattern.charAt(at);
            if (character == '(') {
                enclosing.push(size);
                size = 0;
                last = 1;
            } else if (character == ')' && !enclosing.isEmpty()) {
                last = size + 1;
                size = saturated(enclosing.pop() + last);
            } else if (character == '{' && counts.region(at, pattern.length()).lookingAt()) {
                last = saturated(last * times(counts));
                size = saturated(size + last);
                at = counts.end() - 1;
            } else {
                last = 1;
                size++;
                at = character == '\\' ? at + 1 : character == '[' ? classEnd(pattern, at) : at;
            }
        }
        return size;
    }

    private static long times(Matcher counts) {
        boolean bounded = counts.group(2) != null && !counts.group(2).isEmpty();
        return Math.max(1, Long.parseLong(bounded ? counts.group(2) : counts.group(1)));
    }

    private static int classEnd(String pattern, int from) {
        int at = from + 1;
        at += at < pattern.length() && pattern.charAt(at) == '^' ? 1 : 0;
        at += at < pattern.length() && pattern.charAt(at) == ']' ? 1 : 0;
        while (at < pattern.length() && pattern.charAt(at) != ']') {
            at += pattern.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }

    private static long saturated(long size) {
        return Math.min(size, Integer.MAX_VALUE);
    }
}
