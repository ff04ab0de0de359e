// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.util.Optional;
import java.util.UUID;

import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;

/** The identity of a click: the same id again is the same request. */
final class RequestIdentity {

    private static final String HEADER = "Idempotency-Key";
    private static final int LONGEST = 256;

    private RequestIdentity() {}

    /**
     * The id of the header or of the body; a new one where neither gives one.
     *
     * @throws ProblemException with status 400 when they differ or one is unusable
     */
    static String of(Request request, Optional<String> inBody) {
        Optional<String> inHeader = request.header(HEADER).map(RequestIdentity::unquoted);
        if (inHeader.isPresent() && inBody.isPresent() && !inHeader.equals(inBody)) {
            throw ProblemException.badField(HEADER, "differs from requestId of the body", "give one of the two");
        }
        String id = inHeader.or(() -> inBody).orElseGet(() -> UUID.randomUUID().toString());
        boolean printable = id.chars().noneMatch(Character::isISOControl);
        if (id.isBlank() || id.length() > LONGEST || !printable) {
            throw ProblemException.badField(inHeader.isPresent() ? HEADER : "requestId",
                    "expected 1 to " + LONGEST + " printable characters, found " + id.length(),
                    "give a new UUID for each click, the same one for each repetition");
        }
        return id;
    }

    /** The header is a quoted string by its draft and a bare one in practice. */
    private static String unquoted(String value) {
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }
}
