// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;

import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RunId;

/** What the report of a start means to an instance, read the same way by the deciding and the changing side. */
enum Starts {
    /** The same start told again, or one told late: what it began has ended. */
    REPEATED,
    /** An older attempt of the newest run. */
    ZOMBIE,
    /** Our own rerun. */
    OURS,
    /** A run that was unknown so far and is none of ours. */
    FOREIGN,
    /** A known run: a new attempt by its scheduler, or the same again. */
    KNOWN;

    static Starts of(InstanceState state, RunStarted started, AttemptId attempt, Instant at) {
        RunId run = attempt.run();
        Runs runs = state.runs();
        if (state.memory().knowsStart(attempt, at) || state.memory().endedSince(attempt, at)
                || state.memory().hasTakenIn(at)) {
            return REPEATED;
        }
        if (state.phase() instanceof Phase.Succeeded && runs.knows(run) && attempt.number() <= lastEnded(state, run)) {
            return REPEATED;
        }
        boolean current = runs.current().filter(attempt::equals).isPresent();
        if (runs.knows(run) && current && runs.isActive(run)) {
            return REPEATED;
        }
        if (runs.knows(run)
                && runs.current().filter(newest -> newest.run().equals(run) && attempt.number() < newest.number())
                        .isPresent()) {
            return ZOMBIE;
        }
        boolean named = started.rerunOf().flatMap(id -> state.claim().filter(claim -> claim.rerunId().equals(id)))
                .isPresent();
        if (named || state.claimNames(run)) {
            return OURS;
        }
        return runs.knows(run) ? KNOWN : FOREIGN;
    }

    /** The highest attempt of a run that is known to have ended; 0 when none is. */
    private static int lastEnded(InstanceState state, RunId run) {
        int failed = state.memory().failures().stream().map(Memory.FailureSeen::attempt)
                .filter(attempt -> attempt.run().equals(run)).mapToInt(AttemptId::number).max().orElse(0);
        int succeeded = state.succeededBy().filter(attempt -> attempt.run().equals(run)).map(AttemptId::number)
                .orElse(0);
        return Math.max(failed, succeeded);
    }
}
