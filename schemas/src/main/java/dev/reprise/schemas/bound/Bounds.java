// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.bound;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checks that the records of the contract share. What a person or another program gives is refused with the field, what
 * was found and what to give instead; what Reprise itself writes for people is cut, so that no decision fails for the
 * length of its explanation. Lengths are in UTF-16 units; together they keep a message near 16 KiB.
 */
public final class Bounds {
    /** Longest name of a source, an actor, a channel or a request. */
    public static final int MAX_NAME = 256;
    /** Longest free text of one or a few sentences. */
    public static final int MAX_TEXT = 2048;
    /** Longest URL. */
    public static final int MAX_URL = 2048;
    /** Most labels of a job. */
    public static final int MAX_LABELS = 32;
    /** Longest name of a label. */
    public static final int MAX_LABEL_NAME = 64;
    /** Longest value of a label. */
    public static final int MAX_LABEL_VALUE = 256;
    /** All names and values of one map together: labels, headers, environment. */
    public static final int MAX_MAP_TOTAL = 4096;

    private Bounds() {}

    /** Returns a name: 1 to {@value #MAX_NAME} characters that are not all blank. */
    public static String name(String field, String value) {
        return text(field, value, MAX_NAME);
    }

    /** Returns a text: 1 to {@value #MAX_TEXT} characters that are not all blank. */
    public static String text(String field, String value) {
        return text(field, value, MAX_TEXT);
    }

    /**
     * Returns a text.
     *
     * @throws IllegalArgumentException when it is blank or longer than {@code max}
     */
    public static String text(String field, String value, int max) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(field + " is empty: give 1 to " + max + " characters");
        }
        return atMost(field, value, max);
    }

    /**
     * Returns a text that may be empty.
     *
     * @throws IllegalArgumentException when it is longer than {@code max}
     */
    public static String atMost(String field, String value, int max) {
        if (value.length() > max) {
            throw new IllegalArgumentException(
                    field + " has " + value.length() + " characters: at most " + max + " are allowed");
        }
        return value;
    }

    /** Returns an optional text; where present it is {@link #text(String, String, int)}. */
    public static Optional<String> text(String field, Optional<String> value, int max) {
        value.ifPresent(text -> text(field, text, max));
        return value;
    }

    /** Returns the head of a text, at most {@code max} characters; never half of a surrogate pair. */
    public static String head(String value, int max) {
        if (value.length() <= max) {
            return value;
        }
        return value.substring(0, Character.isHighSurrogate(value.charAt(max - 1)) ? max - 1 : max);
    }

    /** Returns the tail of a text, at most {@code max} characters; never half of a surrogate pair. */
    public static String tail(String value, int max) {
        if (value.length() <= max) {
            return value;
        }
        int start = value.length() - max;
        return value.substring(Character.isLowSurrogate(value.charAt(start)) ? start + 1 : start);
    }

    /**
     * Returns a number.
     *
     * @throws IllegalArgumentException when it lies outside {@code min} to {@code max}
     */
    public static int range(String field, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(field + " is " + value + ": give " + min + " to " + max);
        }
        return value;
    }

    /**
     * Returns a number.
     *
     * @throws IllegalArgumentException when it lies outside {@code min} to {@code max}, or is no number
     */
    public static double range(String field, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(field + " is " + value + ": give " + min + " to " + max);
        }
        return value;
    }

    /**
     * Returns a counter or an offset.
     *
     * @throws IllegalArgumentException when it lies below {@code min}
     */
    public static long atLeast(String field, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(field + " is " + value + ": it counts from " + min);
        }
        return value;
    }

    /**
     * Returns a length of time above zero.
     *
     * @throws IllegalArgumentException when it is zero or negative
     */
    public static Duration positive(String field, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(field + " is " + value + ": give a duration above zero, such as PT30S");
        }
        return value;
    }

    /**
     * Returns a length of time that may be zero.
     *
     * @throws IllegalArgumentException when it is negative
     */
    public static Duration notNegative(String field, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(field + " is " + value + ": give PT0S or more");
        }
        return value;
    }

    /**
     * Returns a copy of a list.
     *
     * @throws IllegalArgumentException when it has fewer than {@code min} or more than {@code max} entries
     */
    public static <T> List<T> list(String field, List<T> values, int min, int max) {
        if (values.size() < min || values.size() > max) {
            throw new IllegalArgumentException(
                    field + " has " + values.size() + " entries: give " + min + " to " + max);
        }
        return List.copyOf(values);
    }

    /** Returns a copy of labels, within the bounds of this class. */
    public static Map<String, String> labels(String field, Map<String, String> labels) {
        return map(field, labels, MAX_LABELS, MAX_LABEL_NAME, MAX_LABEL_VALUE);
    }

    /**
     * Returns a copy of a map of texts, sorted by name so that it is always written alike. A message never quotes a value: it may be a secret.
     *
     * @throws IllegalArgumentException when it has too many entries, or one is too long, or all together are
     */
    public static Map<String, String> map(String field, Map<String, String> map, int maxEntries, int maxName,
            int maxValue) {
        if (map.size() > maxEntries) {
            throw new IllegalArgumentException(
                    field + " has " + map.size() + " entries: at most " + maxEntries + " are allowed");
        }
        int total = 0;
        for (Map.Entry<String, String> entry : map.entrySet()) {
            text("a name in " + field, entry.getKey(), maxName);
            atMost(field + "." + entry.getKey(), entry.getValue(), maxValue);
            total += entry.getKey().length() + entry.getValue().length();
        }
        if (total > MAX_MAP_TOTAL) {
            throw new IllegalArgumentException(
                    field + " has " + total + " characters in all: at most " + MAX_MAP_TOTAL + " are allowed");
        }
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}
