// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Instant;

import dev.reprise.schemas.dispatch.DispatchResult;

/** What the owner of a Kafka partition does next about one rerun. */
public sealed interface NextStep {
    /**
     * Nothing: the command is done with.
     *
     * @param reason why
     */
    record Skip(SkipReason reason) implements NextStep {}

    /** Commit an intent; only then ask again. */
    record Intend() implements NextStep {}

    /** Call the target now; the intent is committed. */
    record Call() implements NextStep {}

    /** Show the target the token of the doubt; only when it has it, ask for the run. */
    record Fence() implements NextStep {}

    /** Ask the target for the run: no older call can take effect any more. */
    record Query() implements NextStep {}

    /** No older call can take effect, and none has: look at the clock once more, then call. */
    record Cleared() implements NextStep {}

    /**
     * Ask again later; nothing is written, because nothing was sent.
     *
     * @param until when
     */
    record Wait(Instant until) implements NextStep {}

    /**
     * Commit the doubt, then ask again later.
     *
     * @param detail what happened, without secrets
     * @param nextTryAt when the same key is sent again
     */
    record Doubt(String detail, Instant nextTryAt) implements NextStep {}

    /**
     * Commit the result: the dispatch has ended.
     *
     * @param result what it came to
     */
    record End(DispatchResult result) implements NextStep {}

    /** Why a command needs nothing. */
    enum SkipReason {
        /** A result is already in the ledger. */
        SETTLED,
        /** This owner is at it already. */
        UNDER_WAY,
        /** A cancel came after the call: it never stops what may have been sent. */
        CANCEL_TOO_LATE
    }
}
