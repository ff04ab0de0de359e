// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Supplier;

import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.http.ProblemException;

/** Times and lengths of time in bodies. */
final class Spans {
    private Spans() {}

    static Duration length(String field, String text) {
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw ProblemException.badField(field, String.valueOf(e.getMessage()), "write it such as 2h or 30m");
        }
    }

    static Instant moment(String field, String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw ProblemException.badField(field, "expected a time with its zone, found " + text.length()
                    + " characters that are none", "write it such as 2026-11-30T06:00:00+08:00");
        }
    }

    /** A record of the contract; what it refuses begins with the name of the field. */
    static <T> T checked(Supplier<T> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw ProblemException.badField(message.split("[ \\[.]", 2)[0], message, "see docs/alerts.md");
        }
    }
}
