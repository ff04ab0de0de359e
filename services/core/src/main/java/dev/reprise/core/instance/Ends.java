// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;

import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.id.AttemptId;

/**
 * What a report that a run was ended from outside (killed, skipped, reset, never begun for what stands before it) means to
 * an instance, read the same way by the deciding and the changing side. Failures are for {@link Attribution}.
 */
enum Ends {
    /** Told before, and something newer goes on since. */
    REPEATED,
    /** The end of a run beside the one that counts: a rerun of ours is on its way, or another run is alive. */
    BESIDE,
    /** The instance ends with it. */
    NEWS;

    static Ends of(InstanceState state, RunEvent event, AttemptId attempt, Instant at) {
        Memory memory = state.memory();
        boolean newest = state.runs().current().filter(current -> !current.equals(attempt)).isEmpty();
        if (memory.hasTakenIn(at) || memory.isRefuted(attempt, at) || memory.knowsFailure(attempt) && !newest) {
            return REPEATED;
        }
        boolean claimed = state.phase() instanceof Phase.Claimed && !state.claimNames(attempt.run())
                && !mayWithdraw(state, event);
        return claimed || state.runs().othersActive(attempt.run()) ? BESIDE : NEWS;
    }

    /** A rerun that may not have been sent yet gives way to a person who stopped or reset what it would repeat. */
    static boolean mayWithdraw(InstanceState state, RunEvent event) {
        return state.phase() instanceof Phase.Intended && (event instanceof RunCleared
                || event instanceof RunKilled killed && killed.by() == KilledBy.USER);
    }
}
