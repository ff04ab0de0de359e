// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.ReconciledState;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.id.AttemptId;

/**
 * A report of failure, whatever event it came in.
 *
 * @param attempt which attempt, its alias resolved
 * @param at when it happened
 * @param retry whether its scheduler will try again
 * @param phase how far it had come
 * @param error what is known of the cause
 * @param stateKnown whether the reported state is one that anybody knows
 */
record FailureReport(AttemptId attempt, Instant at, RetryOutlook retry, RunPhase phase, Optional<ErrorEvidence> error,
        boolean stateKnown) {

    /** The failure that an event reports, if it reports one. */
    static Optional<FailureReport> of(RunEvent event, AttemptId attempt, Instant at) {
        return switch (event) {
            case RunFailed failed -> Optional.of(
                    new FailureReport(attempt, at, failed.retry(), failed.phase(), failed.error(), true));
            case RunLost lost ->
                Optional.of(new FailureReport(attempt, at, lost.retry(), lost.phase(), lost.error(), true));
            case RunStateUnknown unknown -> Optional.of(new FailureReport(attempt, at, RetryOutlook.UNSTATED,
                    RunPhase.MAY_HAVE_RUN,
                    Optional.of(ErrorEvidence.ofMessage("unknown state '" + unknown.state() + "'")), false));
            case RunReconciled answer ->
                answer.state() == ReconciledState.FAILED || answer.state() == ReconciledState.GONE
                        ? Optional.of(new FailureReport(attempt, at, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN,
                                Optional.empty(), true))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }
}
