// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import dev.reprise.core.guard.Grounds;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/** What a decision changes: it is carried out to the letter, since replay knows nothing of why it was made. */
final class DecisionEvolution {

    /** Answers to a report that changes nothing, whatever the state of the instance. */
    private static final Set<Reason> OF_THE_REPORT = Collections.unmodifiableSet(EnumSet.of(Reason.DUPLICATE,
            Reason.DUPLICATE_SUCCESS, Reason.DUPLICATE_REQUEST, Reason.ALREADY_SUCCEEDED, Reason.SLOT_CLOSED,
            Reason.STALE_ATTEMPT, Reason.STALE_OR_ALIAS, Reason.STALE_REQUEST, Reason.STALE_APPROVAL, Reason.FOUR_EYES,
            Reason.UNSOLICITED_RESULT, Reason.ALERT_ALREADY_OPEN));

    private DecisionEvolution() {}

    /** The barrier that a wait writes: a function of the wait, so that an older one is told apart. */
    static String nonce(RerunId rerunId, Instant again) {
        return rerunId.value() + "@" + again.toEpochMilli();
    }

    /** The state after a decision. */
    static InstanceState of(InstanceState state, Decision decision, Instant now) {
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
        if (state.gate().answer(grant.requestId()).isPresent()) {
            return state;
        }
        RunId run = grant.attempt().run();
        boolean opens = grant.generation() > state.generation();
        InstanceState noted = state.with(state.gate().with(grant));
        return opens
                ? noted.withGeneration(grant.generation())
                        .with(state.runs().knows(run) ? state.runs().withKnown(run, grant.generation()) : state.runs())
                : noted;
    }

    /** A run that may not pass has ended, so that its scheduler's report of that end counts as told. */
    private static InstanceState refused(InstanceState state, Decision.Refuse refuse, Instant now) {
        Permits permits = state.gate();
        if (permits.answer(refuse.requestId()).isPresent()) {
            return state;
        }
        InstanceState noted = state.with(permits.with(refuse));
        if (!PermitRules.ends(state, refuse)) {
            return noted;
        }
        AttemptId attempt = refuse.attempt();
        boolean alone = state.phase() instanceof Phase.Running && !state.runs().othersActive(attempt.run())
                && state.isCurrent(attempt);
        InstanceState ended = noted.with(state.runs().withoutActive(attempt))
                .with(state.memory().withFailure(Memory.FailureSeen.outside(attempt, now, Grounds.LOST)));
        return alone ? ended.because(refuse.reason()).with(new Phase.Closed(refuse.reason())) : ended;
    }

    private static InstanceState rerun(InstanceState state, Decision.Rerun rerun, Instant now) {
        Claim claim = new Claim(rerun.rerunId(), rerun.generation(), now, Optional.of(rerun.notAfter()),
                Optional.empty(), rerun.cascade());
        // Counted is what answers a failure of the episode by itself: what a person orders is the person's.
        boolean counted = state.troubled() && rerun.reason() != Reason.MANUAL && rerun.cascade().isEmpty();
        int used = counted ? state.reruns() + 1 : state.reruns();
        return state.unsucceeded().with(state.gate().withDone(false)).with(state.links().readingAfresh()).with(claim)
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
