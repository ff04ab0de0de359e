// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a trace, as W3C Trace Context writes it into one header. Its text is that of version 00, whatever version it
 * was read from, as the standard wants it.
 *
 * @param traceId the trace: 32 hexadecimal digits, not all zero
 * @param spanId the piece of work in it: 16 hexadecimal digits, not all zero
 * @param flags two hexadecimal digits; the lowest bit says whether it is recorded
 */
public record Traceparent(String traceId, String spanId, String flags) {
    /** The name of the header, in HTTP as in Kafka. */
    public static final String HEADER = "traceparent";
    /** The environment variable that tells it to a process. */
    public static final String VARIABLE = "TRACEPARENT";

    /** A version that is not ours may go on after the flags. */
    private static final Pattern FORM = Pattern
            .compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final Pattern PARTS = Pattern.compile("[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String OURS = "00";
    private static final String FORBIDDEN = "ff";
    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);

    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when it is no place in a trace
     */
    public Traceparent {
        if (!PARTS.matcher(traceId + "-" + spanId + "-" + flags).matches() || traceId.equals(NO_TRACE)
                || spanId.equals(NO_SPAN)) {
            throw new IllegalArgumentException("not a place in a trace: " + traceId + "-" + spanId + "-" + flags);
        }
    }

    /** Reads the text of a header; one that is not well-formed is as good as none. */
    public static Optional<Traceparent> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String version = matcher.group(1);
        boolean more = matcher.group(5) != null;
        if (version.equals(FORBIDDEN) || version.equals(OURS) && more || matcher.group(2).equals(NO_TRACE)
                || matcher.group(3).equals(NO_SPAN)) {
            return Optional.empty();
        }
        return Optional.of(new Traceparent(matcher.group(2), matcher.group(3), matcher.group(4)));
    }

    /** The text of the header. */
    @Override
    public String toString() {
        return OURS + "-" + traceId + "-" + spanId + "-" + flags;
    }
}
