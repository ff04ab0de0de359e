// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Duration;

import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;

/** The {@code wait} parameter of commands. */
final class WaitTime {

    static final Duration LONGEST = Duration.ofSeconds(60);

    private WaitTime() {}

    /**
     * How long the caller wants to wait for the answer; zero for not at all.
     *
     * @throws ProblemException with status 400 naming the parameter
     */
    static Duration of(Request request) {
        return request.query("wait").map(text -> {
            try {
                Duration wait = DurationText.parse(text);
                if (wait.compareTo(LONGEST) <= 0) {
                    return wait;
                }
            } catch (IllegalArgumentException | ArithmeticException _) {
                // told below, as a wait that is too long
            }
            throw ProblemException.badField("wait",
                    "expected 0s to " + DurationText.format(LONGEST) + ", found " + text,
                    "write a duration such as 10s, or leave it out");
        }).orElse(Duration.ZERO);
    }
}
