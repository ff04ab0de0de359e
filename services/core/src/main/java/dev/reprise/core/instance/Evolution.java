// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import dev.reprise.core.guard.Grounds;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.PermitRequested;
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
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * The only thing that changes an instance. It copies what a fact says and never decides: no policy and no arithmetic of
 * time come in here, so that old facts replay to the same state for ever. A changed meaning is a new fact, not an edited
 * branch.
 */
public final class Evolution {

    /** Answers to a report that changes nothing, whatever the state of the instance. */
    private static final Set<Reason> OF_THE_REPORT = Collections.unmodifiableSet(EnumSet.of(Reason.DUPLICATE,
            Reason.DUPLICATE_SUCCESS, Reason.DUPLICATE_REQUEST, Reason.ALREADY_SUCCEEDED, Reason.SLOT_CLOSED,
            Reason.STALE_ATTEMPT, Reason.STALE_OR_ALIAS, Reason.STALE_REQUEST, Reason.STALE_APPROVAL, Reason.FOUR_EYES,
            Reason.UNSOLICITED_RESULT, Reason.ALERT_ALREADY_OPEN));

    private Evolution() {}

    /** The state after a fact. */
    public static InstanceState evolve(InstanceState state, InstanceFact fact) {
        return switch (fact) {
            case InstanceFact.Observed observed -> observe(state, observed);
            case InstanceFact.Dispatched dispatched -> dispatched(state, dispatched);
            case InstanceFact.TimerFired fired -> fired(state, fired);
            case InstanceFact.Diagnosed diagnosed -> state.with(state.remedy().with(diagnosed.classification()));
            case InstanceFact.Forgotten forgotten -> Forgetting.forget(state, forgotten.extent());
            case InstanceFact.Decided decided -> decided(state, decided.decision(), decided.now());
        };
    }

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

    /** The barrier that a wait writes: a function of the wait, so that an older one is told apart. */
    static String nonce(RerunId rerunId, Instant again) {
        return rerunId.value() + "@" + again.toEpochMilli();
    }

    private static InstanceState observe(InstanceState before, InstanceFact.Observed observed) {
        InstanceState state = before.appendedAt(observed.appendedAt());
        return switch (observed.event()) {
            case RunEvent event -> run(state, event, attemptOf(state, event), observed);
            case OperatorCommand command -> state.memory().requests().contains(command.requestId())
                    ? state
                    : state.with(state.memory().withRequest(command.requestId()));
            case CoordinatorEvent told -> told(state, told);
            case PermitRequested _ -> state;
        };
    }

    private static InstanceState told(InstanceState state, CoordinatorEvent told) {
        return switch (told) {
            case Barrier _,StormEnded _ -> state;
            case AdmissionRuled ruled -> state.ask().filter(ask -> ask.rerunId().equals(ruled.rerunId()))
                    .map(ask -> state.with(ask.with(ruled))).orElse(state);
            case UpstreamAwaited waits -> state.succeeded()
                    ? state
                    : state.with(state.links()
                            .withWaiter(new InstanceId(waits.downstreamJob(), waits.downstreamPartition())));
            case UpstreamRecovered recovered -> state.with(state.links()
                    .withRecovered(new InstanceId(recovered.upstreamJob(), recovered.upstreamPartition())));
            case UpstreamRewritten rewritten -> state.with(state.links().withRewrite(rewritten,
                    state.phase() instanceof Phase.Running || state.phase() instanceof Phase.Claimed));
        };
    }

    /** A hold that was looked at is looked at again later; every other wait ends by what is decided. */
    private static InstanceState fired(InstanceState state, InstanceFact.TimerFired fired) {
        return state.phase() instanceof Phase.Held held && held.purpose() == fired.purpose()
                && !held.until().isAfter(fired.now())
                        ? state.with(new Phase.Held(held.proposal(), held.why(), held.earliest(),
                                Holds.again(held, fired.now())))
                        : state;
    }

    private static InstanceState run(
            InstanceState state, RunEvent event, AttemptId attempt, InstanceFact.Observed observed) {
        Instant at = observed.happenedAt();
        return switch (event) {
            case RunStarted started -> started(state, started, attempt, at, observed.now());
            case RunHeartbeat _ -> alive(state, attempt, observed.now(), isCurrent(state, attempt));
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
        boolean letIn = permits(state).holder(Gate.START, state.generation())
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
            ended = ended.with(permits(ended).withDone(true));
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
            case COMMITTED -> ended.with(permits(ended).withDone(true)).succeededBy(attempt, true);
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

    private static boolean isCurrent(InstanceState state, AttemptId attempt) {
        return state.runs().current().filter(attempt::equals).isPresent();
    }

    private static InstanceState dispatched(InstanceState state, InstanceFact.Dispatched fact) {
        RerunDispatch dispatch = fact.dispatch();
        Optional<Claim> claim = state.claim().filter(last -> last.rerunId().equals(dispatch.rerunId()));
        if (claim.isEmpty() || !(dispatch instanceof DispatchAccepted accepted)) {
            return state;
        }
        Claim taken = claim.get().takenAs(accepted.externalRun());
        InstanceState known = state.with(taken)
                .with(state.runs().withKnown(accepted.externalRun(), taken.generation()));
        return state.phase() instanceof Phase.Claimed ? known.with(new Phase.Dispatched(fact.now(), false)) : known;
    }

    private static InstanceState decided(InstanceState state, Decision decision, Instant now) {
        InstanceState noted = explainsTheState(decision) ? state.because(decision.reason()) : state;
        return switch (decision) {
            case Decision.Rerun rerun -> rerun(noted, rerun, now);
            case Decision.Wait wait -> waiting(noted, wait, now);
            case Decision.Suppress suppress -> suppressed(noted, suppress);
            case Decision.Alert alert -> alerted(noted, alert, now);
            case Decision.Resolve resolve ->
                state.alert(resolve.alertKey()).map(memory -> state.withAlert(memory.resolved(now))).orElse(state);
            case Decision.Withdraw _ -> state;
            case Decision.Grant grant -> granted(state, grant);
            case Decision.Refuse refuse -> refused(state, refuse, now);
            case Decision.Shadow shadow -> noted.withReruns(noted.reruns() + (noted.troubled() ? 1 : 0))
                    .with(noted.remedy().used(shadow.overrides())).with(new Phase.Closed(shadow.reason()));
        };
    }

    /**
     * Whether a decision says why the instance stands where it stands. One about a report alone does not: that a failure
     * was told again is no answer to the question why it was not rerun.
     */
    private static boolean explainsTheState(Decision decision) {
        return !(decision instanceof Decision.Suppress && OF_THE_REPORT.contains(decision.reason()));
    }

    /** A permit starts nothing; where it opens a generation, the run that has it is the newest. */
    private static InstanceState granted(InstanceState state, Decision.Grant grant) {
        if (permits(state).answer(grant.requestId()).isPresent()) {
            return state;
        }
        RunId run = grant.attempt().run();
        boolean opens = grant.generation() > state.generation();
        InstanceState noted = state.with(permits(state).with(grant));
        return opens
                ? noted.withGeneration(grant.generation())
                        .with(state.runs().knows(run) ? state.runs().withKnown(run, grant.generation()) : state.runs())
                : noted;
    }

    /** A run that may not pass has ended, so that its scheduler's report of that end counts as told. */
    private static InstanceState refused(InstanceState state, Decision.Refuse refuse, Instant now) {
        Permits permits = permits(state);
        if (permits.answer(refuse.requestId()).isPresent()) {
            return state;
        }
        InstanceState noted = state.with(permits.with(refuse));
        if (!PermitRules.ends(state, refuse)) {
            return noted;
        }
        AttemptId attempt = refuse.attempt();
        boolean alone = state.phase() instanceof Phase.Running && !state.runs().othersActive(attempt.run())
                && isCurrent(state, attempt);
        InstanceState ended = noted.with(state.runs().withoutActive(attempt))
                .with(state.memory().withFailure(Memory.FailureSeen.outside(attempt, now, Grounds.LOST)));
        return alone ? ended.because(refuse.reason()).with(new Phase.Closed(refuse.reason())) : ended;
    }

    private static Permits permits(InstanceState state) {
        return state.permits().orElse(Permits.NONE);
    }

    private static InstanceState rerun(InstanceState state, Decision.Rerun rerun, Instant now) {
        Claim claim = new Claim(rerun.rerunId(), rerun.generation(), now, Optional.of(rerun.notAfter()),
                Optional.empty(), rerun.cascade());
        // Counted is what answers a failure of the episode by itself: what a person orders is the person's.
        boolean counted = state.troubled() && rerun.reason() != Reason.MANUAL && rerun.cascade().isEmpty();
        int used = counted ? state.reruns() + 1 : state.reruns();
        return state.unsucceeded().with(permits(state).withDone(false)).with(state.links().readingAfresh()).with(claim)
                .withGeneration(rerun.generation())
                .withReruns(used)
                .with(rerun.reason() == Reason.MANUAL
                        ? state.remedy().changing(rerun.overrides())
                        : state.remedy().used(rerun.overrides()))
                .with(state.runs().withKnown(rerun.rerunId().asRun(), rerun.generation())).with(new Phase.Intended());
    }

    private static InstanceState waiting(InstanceState state, Decision.Wait wait, Instant now) {
        Instant until = wait.until().orElse(now);
        return switch (wait.purpose()) {
            case SETTLE -> asking(state, proposal(wait)).with(new Phase.Settling(proposal(wait), until));
            case BACKOFF -> asking(state, proposal(wait)).with(new Phase.BackingOff(proposal(wait), until));
            case BARRIER -> confirming(state, proposal(wait), until);
            case NATIVE_RETRY ->
                state.with(new Phase.AwaitingNativeRetry(proposal(wait).answers().orElseThrow(), until));
            case RECONCILE -> state.with(new Phase.Reconciling(now, false));
            case OTHER_RUN -> state.with(new Phase.Running(
                    state.phase() instanceof Phase.Running running ? running.lastSign() : now,
                    state.runs().active().stream().anyMatch(attempt -> state.claimNames(attempt.run()))));
            case DISPATCH -> state.with(new Phase.InDoubt(false));
            case ADMISSION -> held(wait.reason() == Reason.ADMISSION_PENDING
                    ? askingAgain(state, proposal(wait))
                    : state, wait, until, now);
            case RELEASE -> held(state, wait, until, now);
            case UPSTREAM -> held(state.inTrouble().with(state.links().waiting()), wait, until, now);
            case HEARTBEAT, APPROVAL, DEADLINE, FORGETTING -> state;
        };
    }

    /** What a person orders nevertheless, having looked, is not believed alive any more. */
    private static InstanceState confirming(InstanceState state, Proposal proposal, Instant until) {
        InstanceState known = proposal.ordered() ? state.with(state.runs().withNoneActive()) : state;
        return known.with(new Phase.Confirming(proposal, nonce(proposal.rerunId(), until), until));
    }

    private static InstanceState held(InstanceState state, Decision.Wait wait, Instant until, Instant now) {
        Instant earliest = switch (state.phase()) {
            case Phase.Settling settling -> settling.until();
            case Phase.BackingOff backing -> backing.until();
            case Phase.Held held -> held.earliest();
            default -> now;
        };
        return state.with(new Phase.Held(proposal(wait), wait.reason(), earliest, until));
    }

    /** The group is asked once for each rerun, as soon as it is considered. */
    private static InstanceState asking(InstanceState state, Proposal proposal) {
        boolean known = state.ask().filter(ask -> ask.rerunId().equals(proposal.rerunId())).isPresent();
        return known
                ? state
                : proposal.group().map(group -> state.with(Ask.of(group, proposal.rerunId()))).orElse(state);
    }

    /** Asked at last, or for a place among the reruns under way once it is admitted as such. */
    private static InstanceState askingAgain(InstanceState state, Proposal proposal) {
        Optional<Ask> known = state.ask().filter(ask -> ask.rerunId().equals(proposal.rerunId()));
        return known.isEmpty()
                ? asking(state, proposal)
                : known.filter(ask -> ask.answer() == Ask.Answer.ADMITTED && !ask.slot())
                        .map(ask -> state.with(ask.forSlot())).orElse(state);
    }

    private static Proposal proposal(Decision.Wait wait) {
        return wait.proposal()
                .orElseThrow(() -> new IllegalStateException("a wait for " + wait.purpose() + " proposes nothing"));
    }

    private static InstanceState suppressed(InstanceState state, Decision.Suppress suppress) {
        if (suppress.repeats().isPresent()) {
            return told(state, suppress.repeats().get());
        }
        if (suppress.reason() == Reason.STALE_DEADLINE) {
            return state.withDeadlineTold();
        }
        return suppress.reason() == Reason.REJECTED ? givenUp(state, Reason.REJECTED) : state;
    }

    private static InstanceState alerted(InstanceState state, Decision.Alert alert, Instant now) {
        Optional<AlertMemory> before = state.alert(alert.alertKey());
        Instant startsAt = before.filter(AlertMemory::open).map(AlertMemory::startsAt).orElse(now);
        InstanceState noted = state.withAlert(new AlertMemory(alert.alertKey(), alert.reason(), alert.severity(),
                state.generation(), alert.proposal().map(Proposal::rerunId),
                AlertMemory.revisionAfter(before, now), startsAt, true, Optional.empty()));
        return alert.proposal().<InstanceState>map(proposal -> noted.with(
                new Phase.AwaitingApproval(proposal, alert.until().orElse(now))))
                .orElseGet(() -> isAbout(state, alert.alertKey(), alert.reason())
                        ? told(noted, alert.reason())
                        : noted);
    }

    /** An alert about the job or its group says nothing of where the instance stands. */
    private static boolean isAbout(InstanceState state, AlertKey key, Reason kind) {
        return key.equals(AlertKey.of(kind.name(), state.instance()));
    }

    /** A person knows of it, now or from before: what follows for the instance is the same. */
    private static InstanceState told(InstanceState state, Reason kind) {
        if (AlertKinds.closes(kind)) {
            return givenUp(state, kind);
        }
        return switch (kind) {
            case DEADLINE_MISSED -> state.withDeadlineTold();
            case IN_DOUBT -> state.with(new Phase.InDoubt(true));
            case RECONCILE_UNANSWERED -> state.phase() instanceof Phase.Reconciling silent
                    ? state.with(new Phase.Reconciling(silent.since(), true))
                    : state;
            case RERUN_UNCONFIRMED -> state.phase() instanceof Phase.Dispatched taken
                    ? state.with(new Phase.Dispatched(taken.since(), true))
                    : state;
            default -> state;
        };
    }

    /** What was tried once more after its success has succeeded all the same. */
    private static InstanceState givenUp(InstanceState state, Reason kind) {
        return state.with(state.succeeded() ? new Phase.Succeeded() : new Phase.GaveUp(kind));
    }
}
