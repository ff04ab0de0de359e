// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 1h30m}, {@code 7d}; a day is 24 hours. ISO-8601
 * ({@code PT30S}) is read as well.
 */
public final class DurationText {

    private static final Pattern FORM = Pattern
            .compile("(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

    private DurationText() {}

    /**
     * Reads a duration of zero or more.
     *
     * @throws IllegalArgumentException saying what was expected and what was found
     */
    public static Duration parse(String text) {
        String trimmed = text.strip();
        if (trimmed.startsWith("P")) {
            return parseIso(trimmed);
        }
        Matcher matcher = FORM.matcher(trimmed);
        if (trimmed.isEmpty() || !matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a duration such as 500ms, 30s, 1h30m or 7d, found "
                            + (text.isBlank() ? "nothing" : text));
        }
        return Duration.ofDays(count(matcher, 1)).plusHours(count(matcher, 2)).plusMinutes(count(matcher, 3))
                .plusSeconds(count(matcher, 4)).plusMillis(count(matcher, 5));
    }

    /** The form that {@link #parse} reads, such as {@code 1h30m}; parts below a millisecond are cut off. */
    public static String format(Duration duration) {
        if (duration.toMillis() == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        append(text, duration.toDaysPart(), "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.toString();
    }

    private static Duration parseIso(String text) {
        try {
            Duration duration = Duration.parse(text);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeException _) {
            // told below, in the same words as every other form
        }
        throw new IllegalArgumentException("expected a duration such as 30s or PT30S, found " + text);
    }

    private static long count(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(count).append(unit);
        }
    }
}
