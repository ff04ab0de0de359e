// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

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
        if (state.succeeded()) {
            return AFTER_SUCCESS;
        }
        if (memory.committed().contains(attempt)) {
            return COMMITTED;
        }
        if (memory.isRefuted(attempt, report.at())) {
            return REFUTED;
        }
        if (memory.knowsFailure(attempt)) {
            boolean awaited = state.phase() instanceof Phase.AwaitingNativeRetry retry
                    && retry.failed().equals(attempt);
            return awaited && report.retry() == RetryOutlook.FINAL ? MADE_FINAL : REPEATED;
        }
        if (state.phase() instanceof Phase.Closed || state.phase() instanceof Phase.GaveUp) {
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
