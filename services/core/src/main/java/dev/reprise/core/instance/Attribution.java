// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RunId;

/** What a report of failure is about, read the same way by the deciding and the changing side. */
enum Attribution {
    /** The instance has succeeded; success is sticky. */
    AFTER_SUCCESS,
    /** The attempt's output is visible: the failure comes after the effect. */
    COMMITTED,
    /** A report that a sign of life proved wrong, told again. */
    REFUTED,
    /** The same failure told again. */
    REPEATED,
    /** The same failure told again, now final, while its native retry is awaited. */
    MADE_FINAL,
    /** The same failure told again, now with the news that its scheduler will try again, while a rerun is considered. */
    MADE_PASSING,
    /** The instance was given up or closed. */
    CLOSED,
    /** Not about the newest generation, or another name of a failure that is being handled. */
    STALE_OR_ALIAS,
    /** A newer attempt of the same run has started. */
    STALE_ATTEMPT,
    /** News. */
    FRESH;

    static Attribution of(InstanceState state, FailureReport report) {
        AttemptId attempt = report.attempt();
        Memory memory = state.memory();
        boolean onlyObserved = !state.successProven() && state.succeededBy().filter(attempt::equals).isPresent();
        if (state.succeeded() && !onlyObserved) {
            return AFTER_SUCCESS;
        }
        if (memory.committed().contains(attempt)) {
            return COMMITTED;
        }
        if (memory.isRefuted(attempt, report.at())) {
            return REFUTED;
        }
        if (memory.knowsFailure(attempt)) {
            return again(state, report);
        }
        if (state.phase() instanceof Phase.GaveUp
                || state.phase() instanceof Phase.Closed closed && !isNews(state, closed, attempt)) {
            return CLOSED;
        }
        if (isStaleOrAlias(state, attempt.run())) {
            return STALE_OR_ALIAS;
        }
        if (state.runs().current().filter(current -> current.run().equals(attempt.run())
                && attempt.number() < current.number()).isPresent()) {
            return STALE_ATTEMPT;
        }
        return state.phase() instanceof Phase.Pending && !(state.phase() instanceof Phase.AwaitingNativeRetry)
                && !(state.phase() instanceof Phase.Reconciling) && namesAnotherRun(state, attempt.run())
                        ? STALE_OR_ALIAS
                        : FRESH;
    }

    /**
     * Whether a failure is of something that began after the instance was closed, though nobody told its start. Most ends
     * from outside open no alert, so that a failure taken for a part of them would be told to nobody. Where the scheduler did not
     * begin the run, no other name of that run can fail; where it was stopped, only a newer attempt of it surely is none.
     */
    private static boolean isNews(InstanceState state, Phase.Closed closed, AttemptId attempt) {
        boolean triedAgain = state.runs().current().filter(current -> current.run().equals(attempt.run())
                && attempt.number() > current.number()).isPresent();
        boolean neverBegun = closed.reason() == Reason.NOT_A_FAILURE || closed.reason() == Reason.UPSTREAM_FAILED;
        return triedAgain || neverBegun && !state.runs().knows(attempt.run());
    }

    /** A source may tell more the second time: whether its scheduler will try again. */
    private static Attribution again(InstanceState state, FailureReport report) {
        AttemptId attempt = report.attempt();
        if (state.phase() instanceof Phase.AwaitingNativeRetry retry && retry.failed().equals(attempt)
                && report.retry() == RetryOutlook.FINAL) {
            return MADE_FINAL;
        }
        boolean considered = isWithdrawable(state.phase()) && state.phase().proposed()
                .filter(proposal -> !proposal.ordered()).flatMap(Proposal::answers).filter(attempt::equals).isPresent();
        boolean unstated = state.memory().failure(attempt).filter(seen -> seen.retry() == RetryOutlook.UNSTATED)
                .isPresent();
        return considered && unstated && report.retry() == RetryOutlook.WILL_RETRY ? MADE_PASSING : REPEATED;
    }

    /** A wait that a retry of the scheduler's own ends; a person who was asked answers for both. */
    private static boolean isWithdrawable(Phase phase) {
        return switch (phase) {
            case Phase.Settling _,Phase.BackingOff _,Phase.Confirming _ -> true;
            case Phase.Held held -> held.why() != Reason.UPSTREAM_AWAITED;
            case Phase.AwaitingNativeRetry _,Phase.Reconciling _,Phase.AwaitingApproval _,Phase.Idle _,Phase.Running _,Phase.Succeeded _,Phase.Claimed _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ ->
                false;
        };
    }

    /** After a rerun was decided, only a run of its generation can fail it. */
    private static boolean isStaleOrAlias(InstanceState state, RunId run) {
        if (state.claim().isEmpty()) {
            return false;
        }
        Runs runs = state.runs();
        long generation = runs.generation(run).orElse(runs.known().isEmpty() ? 0 : Runs.NO_GENERATION);
        if (generation >= state.generation()) {
            return false;
        }
        return switch (state.phase()) {
            case Phase.Claimed _ -> namesAnotherRun(state, run) || !state.claimNames(run);
            case Phase.Running _ -> namesAnotherRun(state, run);
            case Phase.Idle _,Phase.Succeeded _,Phase.Pending _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ -> false;
        };
    }

    private static boolean namesAnotherRun(InstanceState state, RunId run) {
        return state.runs().current().filter(current -> current.run().equals(run)).isEmpty();
    }
}
