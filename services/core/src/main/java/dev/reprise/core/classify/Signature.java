// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.Optional;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;

/**
 * A failure in general terms: its first telling line, with the error type in front, and placeholders for whatever differs
 * between instances of one trouble. What tells troubles apart stays: words, class names, error codes, statuses.
 */
public final class Signature {
    /** Longest signature, in characters. */
    public static final int MAX_LENGTH = 200;

    /** Far more than is kept, since placeholders are shorter than what they stand for; it bounds the work. */
    private static final int READ = 600;
    private static final int MOST_ROUNDS = 8;

    private Signature() {}

    /** The signature of a failure: of its message, else of the end of its output, else of whatever else is known. */
    public static String of(Optional<ErrorEvidence> evidence, FailureKind kind) {
        return evidence.flatMap(Signature::ofEvidence)
                .orElse(kind == FailureKind.TIMED_OUT ? "timed out" : "no message");
    }

    private static Optional<String> ofEvidence(ErrorEvidence error) {
        Optional<String> line = Lines.first(error.message()).or(() -> error.outputTail().flatMap(Lines::last));
        Optional<String> type = error.type().filter(text -> !text.isBlank());
        if (line.isPresent()) {
            String text = line.get();
            return Optional.of(normalise(type.filter(name -> !text.contains(simple(name)))
                    .map(name -> name + ": " + text).orElse(text)));
        }
        return type.or(error::code).filter(text -> !text.isBlank()).map(Signature::normalise)
                .or(() -> error.exitCode().map(code -> "exit status " + code));
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /**
     * A line in general terms, at most {@value #MAX_LENGTH} characters. What it gives is its own signature: applied again,
     * it changes nothing.
     */
    public static String normalise(String line) {
        String before = Lines.squeezed(line, READ);
        String text = cut(Placeholders.in(before));
        // What a placeholder or the cut has left may look like something else: again, until it is stable.
        for (int round = 1; round < MOST_ROUNDS && !text.equals(before); round++) {
            before = text;
            text = cut(Placeholders.in(text));
        }
        return text;
    }

    private static String cut(String text) {
        if (text.length() <= MAX_LENGTH) {
            return text;
        }
        int word = text.lastIndexOf(' ', MAX_LENGTH);
        int end = word > MAX_LENGTH / 2 ? word : MAX_LENGTH;
        int open = text.lastIndexOf('<', end - 1);
        if (word <= MAX_LENGTH / 2 && open >= 0 && text.indexOf('>', open) >= end) {
            end = open; // not through a placeholder
        }
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end).strip();
    }

}
