// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;

import dev.reprise.core.guard.Grounds;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * What a report of a run changes. It copies what is told and decides nothing; what a report means is read from {@link Starts},
 * {@link Attribution} and {@link Ends}, as the deciding side reads it.
 */
final class RunEvolution {
    private RunEvolution() {}

    /** The attempt an event is about, its run's alias resolved. */
    static AttemptId attemptOf(InstanceState state, RunEvent event) {
        RunId run = event instanceof RunStarted started
                ? started.aliasOf().orElseGet(() -> state.runs().resolve(event.run()))
                : state.runs().resolve(event.run());
        return new AttemptId(run, event.attempt());
    }

    /** Whether a report of success counts: an observer's never outweighs a failure of the same attempt. */
    static boolean proves(InstanceState state, RunSucceeded success, AttemptId attempt) {
        return success.proof() == SuccessProof.OWNER || !state.memory().knowsFailure(attempt);
    }

    /** The state after a report. */
    static InstanceState of(InstanceState state, RunEvent event, InstanceFact.Observed observed) {
        AttemptId attempt = attemptOf(state, event);
        Instant at = observed.happenedAt();
        return switch (event) {
            case RunStarted started -> started(state, started, attempt, at, observed.now());
            case RunHeartbeat _ -> alive(state, attempt, observed.now(), state.isCurrent(attempt));
            case RunSucceeded success -> succeeded(state, attempt, proves(state, success, attempt),
                    success.proof() == SuccessProof.OWNER);
            case RunFailed _,RunLost _,RunStateUnknown _ -> failed(state, event, attempt, at);
            case RunReconciled answer -> switch (answer.state()) {
                case SUCCESS -> succeeded(state, attempt, true, true);
                case RUNNING -> alive(state, attempt, observed.now(), true);
                case FAILED, GONE -> failed(state, event, attempt, at);
                case UNKNOWN -> RunRules.isAwaitingOurs(state)
                        ? state
                        : state.with(state.runs().withoutActive(attempt.run()));
            };
            case RunSkipped _ -> closed(state, event, attempt, at, Reason.NOT_A_FAILURE, Grounds.LOST);
            case RunUpstreamFailed _ -> isAwaitingUpstreamOf(state, attempt)
                    ? state
                    : closed(state, event, attempt, at, Reason.UPSTREAM_FAILED, Grounds.NEVER_STARTED);
            case RunKilled killed -> killed(state, killed, attempt, at);
            case RunCleared _ -> cleared(state, event, attempt, at);
            case OutputCommitted _ -> state.with(state.memory().withCommitted(attempt));
            case DeadlineReported _ -> state;
        };
    }

    private static InstanceState started(
            InstanceState state, RunStarted started, AttemptId attempt, Instant at, Instant now) {
        Starts start = Starts.of(state, started, attempt, at);
        InstanceState noted = state.with(state.memory().withStart(attempt, at));
        if (started.aliasOf().isPresent()) {
            noted = noted.with(noted.runs().withAlias(started.run(), attempt.run()));
        }
        if (start == Starts.REPEATED || start == Starts.ZOMBIE) {
            return noted;
        }
        // The permit to start has opened its generation already.
        boolean letIn = state.gate().holder(Gate.START, state.generation())
                .filter(holder -> holder.attempt().equals(attempt)).isPresent();
        boolean startsAnew = start == Starts.FOREIGN && !letIn
                && (state.phase() instanceof Phase.Succeeded || state.phase() instanceof Phase.Pending);
        long generation = startsAnew ? state.generation() + 1 : state.generation();
        Runs runs = switch (start) {
            case OURS -> noted.runs().withKnown(attempt.run(), state.generation());
            case FOREIGN -> noted.runs().withKnown(attempt.run(), generation);
            case KNOWN, REPEATED, ZOMBIE -> noted.runs();
        };
        return noted.with(begunAgain(noted, attempt).withRecentStart(now)).withGeneration(generation)
                .with(runs.withActive(attempt).withCurrent(attempt)).unsucceeded()
                .with(new Phase.Running(now, start == Starts.OURS));
    }

    /**
     * A scheduler may start an attempt again under its old number: the next failure under that name is news, unless a rerun
     * has answered the first. What comes then cannot be told from a repeat.
     */
    private static Memory begunAgain(InstanceState state, AttemptId attempt) {
        boolean answered = state.runs().knows(RerunId.ofFailure(state.instance(), attempt).asRun());
        return answered ? state.memory() : state.memory().refuting(attempt);
    }

    /** A sign of life; from a run that a rerun is considered for, it refutes the failure. */
    private static InstanceState alive(InstanceState state, AttemptId attempt, Instant now, boolean ofCurrent) {
        if (state.phase() instanceof Phase.Running running) {
            return state.with(new Phase.Running(now, running.ours()));
        }
        if (state.phase() instanceof Phase.Dispatched && state.claimNames(attempt.run())) {
            return state.with(new Phase.Dispatched(now, false));
        }
        if (state.phase() instanceof Phase.Pending && ofCurrent) {
            return state.with(state.memory().refuting(attempt)).with(state.runs().withActive(attempt))
                    .with(new Phase.Running(now, state.claimNames(attempt.run())));
        }
        return state;
    }

    private static InstanceState succeeded(InstanceState state, AttemptId attempt, boolean counts, boolean proven) {
        InstanceState ended = state.with(state.runs().withoutActive(attempt.run()).withKnownIfAbsent(attempt.run(), 0));
        if (!counts) {
            return ended;
        }
        if (proven) {
            ended = ended.with(ended.gate().withDone(true));
        }
        if (!state.succeeded()) {
            return ended.succeededBy(attempt, proven);
        }
        // Told again it proves at most what was told; it must not end what began since, such as a reset.
        boolean confirms = proven && state.succeededBy().filter(attempt::equals).isPresent();
        return confirms ? ended.successConfirmed() : ended;
    }

    private static InstanceState failed(InstanceState state, RunEvent event, AttemptId attempt, Instant at) {
        FailureReport report = FailureReport.of(event, attempt, at).orElseThrow();
        Runs runs = state.runs()
                .withKnownIfAbsent(attempt.run(), state.runs().known().isEmpty() ? 0 : Runs.NO_GENERATION)
                .withoutActive(attempt);
        InstanceState ended = state.with(runs);
        Memory.FailureSeen seen = new Memory.FailureSeen(
                attempt, at, report.retry(), report.grounds());
        return switch (Attribution.of(state, report)) {
            case AFTER_SUCCESS, REFUTED, REPEATED -> ended;
            case MADE_FINAL, MADE_PASSING -> ended.with(ended.memory().withOutlook(attempt, report.retry()));
            case COMMITTED -> ended.with(ended.gate().withDone(true)).succeededBy(attempt, true);
            case CLOSED, STALE_OR_ALIAS, STALE_ATTEMPT ->
                ended.with(ended.memory().withFailure(seen));
            case FRESH -> {
                boolean newestIsAlive = runs.current().filter(newest -> runs.isActive(newest.run())).isPresent();
                yield ended.unsucceeded().inTrouble().with(newestIsAlive ? runs : runs.withCurrent(attempt))
                        .with(ended.memory().withFailure(seen)).withEvidence(report.error());
            }
        };
    }

    /** Told again of what it waits for already. */
    static boolean isAwaitingUpstreamOf(InstanceState state, AttemptId attempt) {
        return state.phase() instanceof Phase.Held held && held.why() == Reason.UPSTREAM_AWAITED
                && held.proposal().answers().filter(attempt::equals).isPresent();
    }

    private static InstanceState closed(InstanceState state, RunEvent event, AttemptId attempt, Instant at,
            Reason reason, Grounds grounds) {
        if (state.succeeded()) {
            return state;
        }
        return switch (Ends.of(state, event, attempt, at)) {
            case REPEATED -> state;
            case BESIDE -> known(endedOutside(state, attempt, at, grounds), attempt);
            case NEWS -> {
                InstanceState ended = known(endedOutside(state, attempt, at, grounds), attempt);
                yield ended.with(ended.runs().withCurrentIfAbsent(attempt)).with(new Phase.Closed(reason));
            }
        };
    }

    private static InstanceState killed(InstanceState state, RunKilled killed, AttemptId attempt, Instant at) {
        Reason reason = killed.by() == KilledBy.USER ? Reason.KILLED_BY_USER : Reason.KILLED_BY_UNKNOWN;
        return state.succeeded()
                ? known(endedOutside(state, attempt, at, Grounds.LOST), attempt)
                : closed(state, killed, attempt, at, reason, Grounds.LOST);
    }

    private static InstanceState cleared(InstanceState state, RunEvent event, AttemptId attempt, Instant at) {
        return switch (Ends.of(state, event, attempt, at)) {
            case REPEATED -> state;
            case BESIDE -> endedOutside(state, attempt, at, Grounds.LOST);
            case NEWS -> {
                InstanceState ended = endedOutside(state, attempt, at, Grounds.LOST);
                yield state.phase() instanceof Phase.Idle ? ended : ended.with(new Phase.Cleared());
            }
        };
    }

    /** What is told of the run later counts as told. */
    private static InstanceState endedOutside(InstanceState state, AttemptId attempt, Instant at, Grounds grounds) {
        return state.with(state.runs().withoutActive(attempt.run()))
                .with(state.memory().withFailure(Memory.FailureSeen.outside(attempt, at, grounds)));
    }

    private static InstanceState known(InstanceState state, AttemptId attempt) {
        return state.with(state.runs().withKnownIfAbsent(attempt.run(), 0));
    }
}
