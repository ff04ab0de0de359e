// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Instant;
import java.util.Optional;

/** What the ledger knows of one rerun. A rerun that is not in it has never been intended. */
public sealed interface LedgerEntry {
    /**
     * An intent without a result: a call may have been made.
     *
     * @param epoch the epoch of the newest record about it
     * @param intentAt when it was intended; absent where only a later record has survived
     * @param notAfter when the command loses its life; absent where only a later record has survived
     * @param inDoubt whether a call was made whose outcome is unknown, or may have been made by an earlier owner
     */
    record Open(long epoch, Optional<Instant> intentAt, Optional<Instant> notAfter, boolean inDoubt)
            implements
                LedgerEntry {
        /** The same after a call whose outcome nobody knows. */
        Open doubted(long newEpoch) {
            return new Open(newEpoch, intentAt, notAfter, true);
        }
    }

    /**
     * The dispatch has ended; a repeated command changes nothing.
     *
     * @param at when it ended
     * @param notAfter when the command loses its life, where it is known: until then the entry may not be forgotten
     */
    record Settled(Instant at, Optional<Instant> notAfter) implements LedgerEntry {}

    /**
     * The newest record about it cannot be read, so that it may hold an intent: no call is ever made again.
     *
     * @param cause what is wrong with the record
     */
    record Unreadable(String cause) implements LedgerEntry {}
}
