// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written as {@code 512B}, {@code 64KiB}, {@code 64MiB} or {@code 2GiB}. Units of 1000 are refused
 * instead of guessed at.
 *
 * @param bytes zero or more
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

    private static final Pattern FORM = Pattern.compile("(\\d{1,15})\\s*(B|KiB|MiB|GiB)");
    private static final int KIBI = 1024;

    /**
     * Checks the sign.
     *
     * @throws IllegalArgumentException if negative
     */
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("expected a size of zero or more bytes, found " + bytes);
        }
    }

    /** That many mebibytes. */
    public static ByteSize ofMebibytes(long count) {
        return new ByteSize(Math.multiplyExact(count, (long) KIBI * KIBI));
    }

    /** That many kibibytes. */
    public static ByteSize ofKibibytes(long count) {
        return new ByteSize(Math.multiplyExact(count, (long) KIBI));
    }

    /**
     * Reads a size with its unit.
     *
     * @throws IllegalArgumentException saying what was expected and what was found
     */
    @JsonCreator
    public static ByteSize parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a size such as 512B, 64KiB, 64MiB or 2GiB, found " + text);
        }
        long count = Long.parseLong(matcher.group(1));
        long unit = switch (matcher.group(2)) {
            case "KiB" -> KIBI;
            case "MiB" -> (long) KIBI * KIBI;
            case "GiB" -> (long) KIBI * KIBI * KIBI;
            default -> 1L;
        };
        try {
            return new ByteSize(Math.multiplyExact(count, unit));
        } catch (ArithmeticException _) {
            throw new IllegalArgumentException("expected a size of less than 8 EiB, found " + text);
        }
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The form that {@link #parse} reads, in the largest unit that divides the size. */
    @JsonValue
    @Override
    public String toString() {
        long value = bytes;
        for (String unit : new String[]{"B", "KiB", "MiB"}) {
            if (value == 0 || value % KIBI != 0) {
                return value + unit;
            }
            value /= KIBI;
        }
        return value + "GiB";
    }
}
