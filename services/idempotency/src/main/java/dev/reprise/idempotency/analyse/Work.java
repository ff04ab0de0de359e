// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

/** A bound on the work for one script, counted in elementary steps. */
final class Work {
    private static final long LIMIT = 30_000_000L;
    private long spent;

    void spend(int steps) {
        spent += steps;
        if (spent > LIMIT) {
            throw new TooComplex("too many statements work on the same tables");
        }
    }
}
