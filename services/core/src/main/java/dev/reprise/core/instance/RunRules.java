// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.schemas.decision.Decision;
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
import dev.reprise.schemas.id.AttemptId;

/** What is decided when a run reports anything but a failure; failures are for {@link FailureRules}. */
final class RunRules {
    private RunRules() {}

    static List<Decision> decide(Situation situation, RunEvent event, InstanceFact.Observed observed) {
        AttemptId attempt = RunEvolution.attemptOf(situation.before(), event);
        return switch (event) {
            case RunStarted started -> started(situation, started, attempt, observed.happenedAt());
            case RunHeartbeat _ -> alive(situation);
            case RunSucceeded success -> RunEvolution.proves(situation.before(), success, attempt)
                    ? succeeded(situation, attempt)
                    : Situation.suppress(
                            situation.before().succeeded() ? Reason.DUPLICATE_SUCCESS : Reason.SUCCESS_NOT_PROVEN);
            case RunFailed _,RunLost _,RunStateUnknown _ ->
                FailureRules.decide(situation, event, attempt, observed.happenedAt());
            case RunReconciled answer -> switch (answer.state()) {
                case SUCCESS -> succeeded(situation, attempt);
                case RUNNING -> alive(situation);
                case FAILED, GONE -> FailureRules.decide(situation, event, attempt, observed.happenedAt());
                // To close the instance while a rerun is on its way would let a second one be asked for beside it.
                case UNKNOWN -> isAwaitingOurs(situation.before())
                        ? Situation.suppress(Reason.STALE_OR_ALIAS)
                        : situation.alert(Reason.UNKNOWN_STATE);
            };
            case RunSkipped _ -> ended(situation, event, attempt, observed.happenedAt(), Reason.NOT_A_FAILURE);
            case RunUpstreamFailed _ -> upstreamFailed(situation, event, attempt, observed.happenedAt());
            case RunKilled killed -> killed(situation, killed, attempt, observed.happenedAt());
            case RunCleared _ -> cleared(situation, event, attempt, observed.happenedAt());
            case OutputCommitted _ -> List.of();
            case DeadlineReported _ -> deadline(situation, observed.happenedAt());
        };
    }

    private static List<Decision> started(Situation situation, RunStarted started, AttemptId attempt, Instant at) {
        InstanceState before = situation.before();
        Starts start = Starts.of(before, started, attempt, at);
        List<Decision> decisions = new ArrayList<>();
        boolean pending = before.phase() instanceof Phase.Pending;
        boolean others = before.runs().othersActive(attempt.run());
        switch (start) {
            case REPEATED -> {
                return List.of();
            }
            case ZOMBIE -> {
                return situation.alert(Reason.ZOMBIE_ATTEMPT_ACTIVE);
            }
            case OURS -> {
                decisions.addAll(situation.resolve(Reason.IN_DOUBT, Reason.IN_DOUBT_RESOLVED));
                decisions.addAll(situation.resolve(Reason.RERUN_UNANSWERED, Reason.IN_DOUBT_RESOLVED));
            }
            case FOREIGN -> {
                if (before.phase() instanceof Phase.Succeeded) {
                    decisions.addAll(situation.alert(Reason.EXTERNAL_RERUN_AFTER_SUCCESS));
                } else if (pending) {
                    decisions.addAll(Situation.suppress(Reason.EXTERNAL_RUN_STARTED));
                } else if (isAwaitingOurs(before) && !started.correlated() || others) {
                    decisions.addAll(situation.alert(Reason.CONCURRENT_EXTERNAL_RUN));
                }
            }
            case KNOWN -> {
                if (pending) {
                    decisions.addAll(Situation.suppress(Reason.NATIVE_RETRY_STARTED));
                } else if (others) {
                    decisions.addAll(situation.alert(Reason.CONCURRENT_EXTERNAL_RUN));
                }
            }
        }
        if (start != Starts.OURS) {
            decisions.addAll(situation.resolve(Reason.AWAITING_APPROVAL, Reason.EXTERNAL_RUN_STARTED));
            decisions.addAll(situation.withdrawUnsent(attempt, Reason.EXTERNAL_RUN_STARTED));
        }
        if (isFlapping(situation)) {
            decisions.addAll(situation.alert(Reason.START_STORM));
        }
        return decisions;
    }

    /** A parked rerun may itself be what starts here under a name of the target's. */
    static boolean isAwaitingOurs(InstanceState state) {
        return state.phase() instanceof Phase.Claimed
                && !(state.phase() instanceof Phase.InDoubt doubt && doubt.parked());
    }

    private static boolean isFlapping(Situation situation) {
        Instant from = situation.now().minus(situation.policy().flapping().window());
        long starts = situation.seen().memory().recentStarts().stream().filter(start -> start.isAfter(from)).count();
        return starts > situation.policy().flapping().starts();
    }

    private static List<Decision> alive(Situation situation) {
        boolean refuted = situation.before().phase() instanceof Phase.Pending
                && situation.seen().phase() instanceof Phase.Running;
        return refuted
                ? Situation.all(Situation.suppress(Reason.STILL_RUNNING), situation.resolveAll(Reason.STILL_RUNNING))
                : List.of();
    }

    private static List<Decision> succeeded(Situation situation, AttemptId attempt) {
        InstanceState before = situation.before();
        if (before.succeeded()) {
            return before.succeededBy().filter(attempt::equals).isPresent()
                    ? Situation.suppress(Reason.DUPLICATE_SUCCESS)
                    : situation.alert(Reason.SECOND_SUCCESS);
        }
        return Situation.all(situation.resolveAll(Reason.RECOVERED), lateSuccess(situation, attempt),
                situation.withdrawUnsent(attempt, Reason.ALREADY_SUCCEEDED),
                before.links().unread().map(news -> CoordinatorRules.stale(situation, news)).orElse(List.of()));
    }

    private static List<Decision> lateSuccess(Situation situation, AttemptId attempt) {
        InstanceState before = situation.before();
        boolean olderThanClaim = before.claim().filter(claim -> claim.generation() > 0
                && before.runs().generation(attempt.run()).orElse(0) < claimGeneration(before, claim)).isPresent();
        return switch (before.phase()) {
            case Phase.Pending _ -> Situation.suppress(Reason.SUCCEEDED_BEFORE_RERUN);
            case Phase.Closed closed when closed.reason() == Reason.KILLED_BY_USER
                    || closed.reason() == Reason.KILLED_BY_UNKNOWN ->
                situation.alert(Reason.LATE_SUCCESS_AFTER_KILL);
            case Phase.InDoubt doubt when doubt.parked() -> Situation.suppress(Reason.IN_DOUBT_RESOLVED);
            case Phase.Claimed _ when olderThanClaim -> situation.alert(Reason.LATE_SUCCESS_RERUN_REDUNDANT);
            case Phase.Running _ when olderThanClaim -> situation.alert(Reason.LATE_SUCCESS_RERUN_REDUNDANT);
            default -> before.runs().current().filter(current -> current.run().equals(attempt.run())
                    && attempt.number() < current.number()).isPresent()
                            ? situation.alert(Reason.LATE_SUCCESS_OLD_ATTEMPT)
                            : List.of();
        };
    }

    private static long claimGeneration(InstanceState state, Claim claim) {
        return state.runs().generation(claim.rerunId().asRun()).orElse(claim.generation());
    }

    private static List<Decision> ended(Situation situation, RunEvent event, AttemptId attempt, Instant at,
            Reason reason) {
        if (situation.before().succeeded()) {
            return Situation.suppress(Reason.ALREADY_SUCCEEDED);
        }
        return switch (Ends.of(situation.before(), event, attempt, at)) {
            case REPEATED -> Situation.suppress(Reason.DUPLICATE);
            case BESIDE -> Situation.suppress(reason);
            case NEWS -> Situation.all(Situation.suppress(reason), situation.resolveAll(reason));
        };
    }

    /** Not over yet: the run that a reset leads to has to succeed first. */
    private static List<Decision> cleared(Situation situation, RunEvent event, AttemptId attempt, Instant at) {
        return switch (Ends.of(situation.before(), event, attempt, at)) {
            case REPEATED -> Situation.suppress(Reason.DUPLICATE);
            case BESIDE -> Situation.suppress(Reason.CLEARED_BY_USER);
            case NEWS -> Situation.all(Situation.suppress(Reason.CLEARED_BY_USER),
                    situation.resolve(Reason.AWAITING_APPROVAL, Reason.CLEARED_BY_USER),
                    situation.withdrawUnsent(attempt, Reason.CLEARED_BY_USER));
        };
    }

    /** Where it is known what it reads, it waits for that; otherwise the repair is somebody else's. */
    private static List<Decision> upstreamFailed(Situation situation, RunEvent event, AttemptId attempt, Instant at) {
        List<Decision> ended = ended(situation, event, attempt, at, Reason.UPSTREAM_FAILED);
        boolean waits = !situation.before().succeeded() && !situation.job().upstreams().isEmpty()
                && Ends.of(situation.before(), event, attempt, at) == Ends.NEWS
                && !RunEvolution.isAwaitingUpstreamOf(situation.before(), attempt);
        return waits
                ? Situation.all(ended, RerunRules.awaitUpstream(
                        FailureRules.proposal(situation, attempt, Reason.UPSTREAM_RECOVERED)))
                : ended;
    }

    private static List<Decision> killed(Situation situation, RunKilled killed, AttemptId attempt, Instant at) {
        Ends end = Ends.of(situation.before(), killed, attempt, at);
        boolean othersLive = situation.before().runs().othersActive(attempt.run());
        if (killed.by() == KilledBy.USER || situation.before().succeeded() || end == Ends.REPEATED) {
            List<Decision> ended = ended(situation, killed, attempt, at,
                    end == Ends.BESIDE && othersLive ? Reason.OTHER_RUN_ACTIVE : Reason.KILLED_BY_USER);
            return end == Ends.NEWS
                    ? Situation.all(ended, situation.withdrawUnsent(attempt, Reason.KILLED_BY_USER))
                    : ended;
        }
        return othersLive ? Situation.suppress(Reason.OTHER_RUN_ACTIVE) : situation.alert(Reason.KILLED_BY_UNKNOWN);
    }

    private static List<Decision> deadline(Situation situation, Instant at) {
        if (situation.before().succeeded()) {
            return Situation.suppress(Reason.ALREADY_SUCCEEDED);
        }
        return situation.age(at).compareTo(situation.policy().maxAge()) > 0
                ? Situation.suppress(Reason.STALE_DEADLINE)
                : situation.alert(Reason.DEADLINE_MISSED);
    }
}
