// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.core.classify.Classification;
import dev.reprise.core.guard.Grounds;
import dev.reprise.core.guard.Guard;
import dev.reprise.core.guard.Overrides;
import dev.reprise.core.guard.Spacing;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.job.RerunMode;

/**
 * The way from a considered rerun to a decided one. Every path ends here: only {@link #barrier} makes a
 * {@link Decision.Rerun}, and it asks the guard again, since policy and time may have moved on.
 */
final class RerunRules {
    /** How long a barrier may take to come back before it is written again. */
    static final Duration BARRIER_PATIENCE = Duration.ofMinutes(1);

    private RerunRules() {}

    /**
     * A failure is final: may it be rerun, and when?
     *
     * @param situation what is known
     * @param proposal the rerun in question
     * @param settle whether the truth is still awaited
     */
    static List<Decision> consider(Situation situation, Proposal proposal, boolean settle) {
        Optional<Reason> forbidden = forbidden(situation, proposal);
        if (forbidden.isPresent()) {
            return situation.alert(forbidden.get());
        }
        if (!situation.seen().runs().active().isEmpty()) {
            return List.of(new Decision.Wait(Reason.OTHER_RUN_ACTIVE, WaitPurpose.OTHER_RUN, Optional.empty(),
                    Optional.of(proposal)));
        }
        boolean inputMissing = situation.seen().troubled()
                && situation.seen().remedy().failureClass() == FailureClass.UPSTREAM;
        if (inputMissing && proposal.reason() != Reason.UPSTREAM_RECOVERED && !situation.job().upstreams().isEmpty()) {
            return awaitUpstream(proposal);
        }
        if (rule(situation, proposal) instanceof Guard.NeedsApproval) {
            return askApproval(situation, proposal);
        }
        Proposal allowed = withGrounds(situation, proposal);
        return settle ? space(situation, allowed) : proceed(situation, allowed);
    }

    /** What it reads is missing: it is rerun once that is there, and told when its time is over before. */
    static List<Decision> awaitUpstream(Proposal proposal) {
        return List.of(new Decision.Wait(Reason.UPSTREAM_AWAITED, WaitPurpose.UPSTREAM,
                Optional.of(proposal.notAfter()), Optional.of(proposal)));
    }

    /** Why a rerun may not be sent at all, if so. */
    static Optional<Reason> forbidden(Situation situation, Proposal proposal) {
        Optional<Reason> unsafe = unsafe(situation, proposal);
        if (unsafe.isPresent()) {
            return unsafe;
        }
        if (situation.seen().runs().knows(proposal.rerunId().asRun())) {
            return Optional.of(Reason.ALREADY_ANSWERED);
        }
        Optional<Reason> spent = proposal.ordered() ? Optional.empty() : spent(situation);
        if (spent.isPresent()) {
            return spent;
        }
        return situation.job().hasTarget() ? Optional.empty() : Optional.of(Reason.NO_TARGET);
    }

    private static Optional<Reason> spent(Situation situation) {
        InstanceState state = situation.seen();
        if (!state.troubled()) {
            return Optional.empty();
        }
        if (state.reruns() >= situation.policy().maxReruns()) {
            return Optional.of(Reason.BUDGET_EXHAUSTED);
        }
        FailureClass failureClass = state.remedy().failureClass();
        if (state.remedy().spentOn(failureClass) >= situation.policy().budget(failureClass)) {
            return Optional.of(Reason.CLASS_BUDGET_EXHAUSTED);
        }
        return state.diagnosis().filter(found -> !found.rerun()).map(_ -> Reason.FAILURE_PERMANENT);
    }

    /** Why the job may not be repeated, if the gate says so: no wait can change that. */
    static Optional<Reason> unsafe(Situation situation, Proposal proposal) {
        return rule(situation, proposal) instanceof Guard.Refused refused
                ? Optional.of(refused.reason())
                : Optional.empty();
    }

    /** Asks a person. */
    static List<Decision> askApproval(Situation situation, Proposal proposal) {
        Instant until = situation.now().plus(situation.policy().approval().timeout());
        return List.of(situation.tell(Reason.AWAITING_APPROVAL, Optional.of(proposal), Optional.of(until)));
    }

    /** The rerun's own wait is over: what holds it from outside is asked next, then the log. */
    static List<Decision> proceed(Situation situation, Proposal proposal) {
        if (situation.now().isAfter(proposal.notAfter())) {
            return situation.alert(tooLate(proposal));
        }
        return Holds.of(situation, proposal).<List<Decision>>map(List::of)
                .orElseGet(() -> List.of(confirm(situation, proposal)));
    }

    private static Reason tooLate(Proposal proposal) {
        return proposal.ordered() ? Reason.RERUN_EXPIRED : Reason.STALE_FAILURE;
    }

    /** Reads everything that is in the log already before acting. */
    private static Decision confirm(Situation situation, Proposal proposal) {
        return new Decision.Wait(Reason.BARRIER_PENDING, WaitPurpose.BARRIER,
                Optional.of(situation.now().plus(BARRIER_PATIENCE)), Optional.of(proposal));
    }

    /** The barrier was read back: nothing in the log was ignored. */
    static List<Decision> barrier(Situation situation, Barrier barrier) {
        if (!(situation.seen().phase() instanceof Phase.Confirming confirming)
                || !confirming.nonce().equals(barrier.nonce())) {
            return List.of();
        }
        Proposal proposal = confirming.proposal();
        if (situation.now().isAfter(proposal.notAfter())) {
            return situation.alert(tooLate(proposal));
        }
        Optional<Reason> forbidden = forbidden(situation, proposal);
        if (forbidden.isPresent()) {
            return situation.alert(forbidden.get());
        }
        if (rule(situation, proposal) instanceof Guard.NeedsApproval) {
            return askApproval(situation, proposal);
        }
        Optional<Decision.Wait> hold = Holds.of(situation, proposal);
        return List.of(hold.isPresent() ? hold.get() : rerun(situation, proposal));
    }

    private static Decision rerun(Situation situation, Proposal proposal) {
        Remedy remedy = situation.seen().remedy();
        Map<String, String> overrides = situation.seen().troubled()
                ? Overrides.next(situation.policy().overrides(), remedy.failureClass(),
                        remedy.diagnosis().flatMap(Classification::rule), remedy.overrides())
                : Map.of();
        return situation.policy().mode() == RerunMode.SHADOW && !proposal.ordered()
                ? new Decision.Shadow(proposal.reason(), proposal.rerunId(), proposal.answers(), overrides)
                : new Decision.Rerun(proposal.reason(), proposal.rerunId(), situation.seen().generation() + 1,
                        proposal.answers(), proposal.notAfter(), proposal.approval(), overrides, proposal.cascade());
    }

    private static Guard.Ruling rule(Situation situation, Proposal proposal) {
        return Guard.rule(situation.policy(), situation.job().analysis(), grounds(situation, proposal),
                proposal.approval());
    }

    /** A rerun for rewritten input repeats a success; any other repeats the failure it answers. */
    private static Grounds grounds(Situation situation, Proposal proposal) {
        if (proposal.reason() == Reason.UPSTREAM_REWRITTEN && proposal.requestedBy().isEmpty()) {
            return Grounds.SUCCEEDED;
        }
        return proposal.answers().flatMap(situation.seen().memory()::failure).map(Memory.FailureSeen::grounds)
                .orElse(Grounds.LOST);
    }

    /** Where only the fact that the job never began allows the rerun, the decision says so. */
    private static Proposal withGrounds(Situation situation, Proposal proposal) {
        boolean otherwise = grounds(situation, proposal) != Grounds.NEVER_STARTED
                || Guard.rule(situation.policy(), situation.job().analysis(), Grounds.FAILED,
                        proposal.approval()) instanceof Guard.Allowed;
        return otherwise || proposal.reason() == Reason.UPSTREAM_RECOVERED
                ? proposal
                : new Proposal(proposal.rerunId(), Reason.NEVER_STARTED, proposal.answers(), proposal.notAfter(),
                        proposal.approval(), proposal.requestedBy(), proposal.cascade(), proposal.group());
    }

    private static List<Decision> space(Situation situation, Proposal proposal) {
        Duration settle = situation.policy().settle();
        Duration spacing = Spacing.before(situation.policy().backoff(), situation.seen().reruns(), proposal.rerunId());
        Duration useful = situation.seen().diagnosis().flatMap(Classification::waitAtLeast).orElse(Duration.ZERO);
        Duration longer = spacing.compareTo(useful) > 0 ? spacing : useful;
        boolean settles = longer.compareTo(settle) <= 0;
        Instant until = situation.now().plus(settles ? settle : longer);
        List<Decision> decisions = new ArrayList<>();
        decisions.add(new Decision.Wait(settles ? Reason.SETTLING : Reason.BACKING_OFF,
                settles ? WaitPurpose.SETTLE : WaitPurpose.BACKOFF, Optional.of(until), Optional.of(proposal)));
        decisions.addAll(atRisk(situation, until));
        return List.copyOf(decisions);
    }

    /** Said at once when a rerun that starts then is not expected to be ready in time. */
    static List<Decision> atRisk(Situation situation, Instant start) {
        return situation.deadline().filter(situation.now()::isBefore)
                .flatMap(due -> situation.expectedDuration().filter(length -> start.plus(length).isAfter(due)))
                .map(_ -> situation.notice(Reason.DEADLINE_AT_RISK)).orElse(List.of());
    }
}
