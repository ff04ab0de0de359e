// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.io.Serial;

/** The work for a statement exceeds its bound. Becomes an unknown verdict with this reason; never leaves the package. */
final class TooComplex extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    TooComplex(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
