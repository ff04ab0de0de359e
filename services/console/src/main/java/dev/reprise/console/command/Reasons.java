// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.util.Optional;

import dev.reprise.runtime.http.ProblemException;

/** Why a person does something. */
final class Reasons {

    private static final int LONGEST = 2048;

    private Reasons() {}

    /**
     * The reason that was given.
     *
     * @throws ProblemException with status 400 when there is none, or it is too long
     */
    static String of(Optional<String> reason) {
        return reason.filter(text -> !text.isBlank() && text.length() <= LONGEST)
                .orElseThrow(() -> ProblemException.badField("reason", "expected 1 to " + LONGEST
                        + " characters, found " + reason.map(String::length).orElse(0),
                        "say in a sentence why; it is kept in the audit"));
    }
}
