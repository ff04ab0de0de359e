// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * What is known of the cause of a failure, kept before anything overwrites it. Texts longer than their bound are cut by
 * whoever takes them in, never refused.
 *
 * @param message the error in one or a few lines, up to {@value #MAX_MESSAGE} characters
 * @param type the exception or error class, up to {@value #MAX_FIELD} characters
 * @param code the source's own error code, up to {@value #MAX_FIELD} characters
 * @param exitCode the exit status as the source gives it; on POSIX 0 to 255, where 128 and more mean a signal
 * @param outputTail the last lines of output, up to {@value #MAX_OUTPUT} characters
 * @param logUrl where the whole log is, up to {@value #MAX_FIELD} characters
 */
public record ErrorEvidence(String message, Optional<String> type, Optional<String> code, Optional<Integer> exitCode,
        Optional<String> outputTail, Optional<String> logUrl) {
    /** Longest message kept, in characters. */
    public static final int MAX_MESSAGE = 4096;
    /** Longest tail of output kept, in characters. */
    public static final int MAX_OUTPUT = 8192;
    /** Longest of the other texts kept, in characters. */
    public static final int MAX_FIELD = 1024;

    /** Cuts what is too long: the head of a message, the tail of output. */
    public ErrorEvidence {
        message = Bounds.head(message, MAX_MESSAGE);
        type = type.map(text -> Bounds.head(text, MAX_FIELD));
        code = code.map(text -> Bounds.head(text, MAX_FIELD));
        outputTail = outputTail.map(text -> Bounds.tail(text, MAX_OUTPUT));
        logUrl = logUrl.map(text -> Bounds.head(text, MAX_FIELD));
    }

    /** Evidence that is nothing but a message. */
    public static ErrorEvidence ofMessage(String message) {
        return new ErrorEvidence(
                message, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
