// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.io.Serial;

/** The text is not understood from {@code offset} on. Becomes an unread statement; never leaves the package. */
final class Unreadable extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;
    private final int offset;

    Unreadable(String reason, int offset) {
        // No stack trace: thrown once per unread statement of a large script.
        super(reason, null, false, false);
        this.offset = offset;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    int offset() {
        return offset;
    }
}
