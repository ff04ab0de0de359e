// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.util.Optional;

/**
 * What is known of the cause of a failure, kept before anything overwrites it. Texts longer than their bound are cut by
 * whoever takes them in, never refused.
 *
 * @param message the error in one or a few lines, up to {@value #MAX_MESSAGE} characters
 * @param type the exception or error class
 * @param code the source's own error code
 * @param exitCode the exit status of the process, 0 to 255, or 128 plus the signal
 * @param outputTail the last lines of output, up to {@value #MAX_OUTPUT} characters
 * @param logUrl where the whole log is
 */
public record ErrorEvidence(String message, Optional<String> type, Optional<String> code, Optional<Integer> exitCode,
        Optional<String> outputTail, Optional<String> logUrl) {
    /** Longest message kept, in characters. */
    public static final int MAX_MESSAGE = 4096;
    /** Longest tail of output kept, in characters. */
    public static final int MAX_OUTPUT = 8192;
    private static final int MAX_FIELD = 1024;

    /** Cuts what is too long: the head of a message, the tail of output. */
    public ErrorEvidence {
        message = head(message, MAX_MESSAGE);
        type = type.map(text -> head(text, MAX_FIELD));
        code = code.map(text -> head(text, MAX_FIELD));
        outputTail = outputTail.map(text -> tail(text, MAX_OUTPUT));
        logUrl = logUrl.map(text -> head(text, MAX_FIELD));
    }

    /** Evidence that is nothing but a message. */
    public static ErrorEvidence ofMessage(String message) {
        return new ErrorEvidence(
                message, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static String head(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    private static String tail(String text, int length) {
        return text.length() <= length ? text : text.substring(text.length() - length);
    }
}
