// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.core.guard.Grounds;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
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
 * @param source who reported it
 * @param kind failed by itself or stopped by a time limit
 * @param certain whether it surely failed, and is not merely gone
 * @param stateKnown whether the reported state is one that anybody knows
 */
record FailureReport(AttemptId attempt, Instant at, RetryOutlook retry, RunPhase phase, Optional<ErrorEvidence> error,
        String source, FailureKind kind, boolean certain, boolean stateKnown) {

    /** The failure that an event reports, if it reports one. */
    static Optional<FailureReport> of(RunEvent event, AttemptId attempt, Instant at) {
        return switch (event) {
            case RunFailed failed -> Optional.of(
                    new FailureReport(attempt, at, failed.retry(), failed.phase(), failed.error(), failed.source(),
                            failed.kind(), true, true));
            case RunLost lost ->
                Optional.of(new FailureReport(attempt, at, lost.retry(), lost.phase(), lost.error(), lost.source(),
                        FailureKind.FAILED, false, true));
            case RunStateUnknown unknown -> Optional.of(new FailureReport(attempt, at, RetryOutlook.UNSTATED,
                    RunPhase.MAY_HAVE_RUN,
                    Optional.of(ErrorEvidence.ofMessage("unknown state '" + unknown.state() + "'")), unknown.source(),
                    FailureKind.FAILED, false, false));
            case RunReconciled answer ->
                answer.state() == ReconciledState.FAILED || answer.state() == ReconciledState.GONE
                        ? Optional.of(new FailureReport(attempt, at, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN,
                                Optional.empty(), answer.source(), FailureKind.FAILED,
                                answer.state() == ReconciledState.FAILED, true))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** What is certain about the attempt. */
    Grounds grounds() {
        if (phase == RunPhase.NEVER_STARTED) {
            return Grounds.NEVER_STARTED;
        }
        return certain ? Grounds.FAILED : Grounds.LOST;
    }
}
