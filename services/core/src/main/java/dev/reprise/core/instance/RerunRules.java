// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.core.guard.Guard;
import dev.reprise.core.guard.Spacing;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.Barrier;

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
        Guard.Ruling ruling = rule(situation, proposal);
        Optional<Reason> forbidden = forbidden(situation, proposal);
        if (forbidden.isPresent()) {
            return situation.alert(forbidden.get());
        }
        if (!situation.seen().runs().active().isEmpty()) {
            return List.of(new Decision.Wait(Reason.OTHER_RUN_ACTIVE, WaitPurpose.OTHER_RUN, Optional.empty(),
                    Optional.of(proposal)));
        }
        if (ruling instanceof Guard.NeedsApproval) {
            return askApproval(situation, proposal);
        }
        Proposal allowed = withGrounds(situation, proposal);
        return settle ? List.of(space(situation, allowed)) : List.of(confirm(situation, allowed));
    }

    /** Why a rerun may not be sent at all, if so. */
    static Optional<Reason> forbidden(Situation situation, Proposal proposal) {
        Optional<Reason> unsafe = unsafe(situation, proposal);
        if (unsafe.isPresent()) {
            return unsafe;
        }
        boolean counted = proposal.approval().isEmpty() && proposal.requestedBy().isEmpty();
        if (counted && situation.seen().reruns() >= situation.policy().maxReruns()) {
            return Optional.of(Reason.BUDGET_EXHAUSTED);
        }
        return situation.hasTarget() ? Optional.empty() : Optional.of(Reason.NO_TARGET);
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

    /** Reads everything that is in the log already before acting. */
    static Decision confirm(Situation situation, Proposal proposal) {
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
            return situation.alert(Reason.STALE_FAILURE);
        }
        Optional<Reason> forbidden = forbidden(situation, proposal);
        if (forbidden.isPresent()) {
            return situation.alert(forbidden.get());
        }
        if (rule(situation, proposal) instanceof Guard.NeedsApproval) {
            return askApproval(situation, proposal);
        }
        return List.of(new Decision.Rerun(proposal.reason(), proposal.rerunId(), situation.seen().generation() + 1,
                proposal.answers(), proposal.notAfter(), proposal.approval(), Map.of()));
    }

    private static Guard.Ruling rule(Situation situation, Proposal proposal) {
        return Guard.rule(situation.policy(), neverStarted(situation, proposal), proposal.approval());
    }

    private static boolean neverStarted(Situation situation, Proposal proposal) {
        return proposal.answers().flatMap(situation.seen().memory()::failure)
                .filter(Memory.FailureSeen::neverStarted).isPresent();
    }

    /** Where only the fact that the job never began allows the rerun, the decision says so. */
    private static Proposal withGrounds(Situation situation, Proposal proposal) {
        boolean otherwise = Guard.rule(situation.policy(), false, proposal.approval()) instanceof Guard.Allowed;
        return otherwise
                ? proposal
                : new Proposal(proposal.rerunId(), Reason.NEVER_STARTED, proposal.answers(), proposal.notAfter(),
                        proposal.approval(), proposal.requestedBy(), proposal.group());
    }

    private static Decision space(Situation situation, Proposal proposal) {
        Duration settle = situation.policy().settle();
        Duration spacing = Spacing.before(situation.policy().backoff(), situation.seen().reruns(), proposal.rerunId());
        return spacing.compareTo(settle) > 0
                ? new Decision.Wait(Reason.BACKING_OFF, WaitPurpose.BACKOFF,
                        Optional.of(situation.now().plus(spacing)), Optional.of(proposal))
                : new Decision.Wait(Reason.SETTLING, WaitPurpose.SETTLE, Optional.of(situation.now().plus(settle)),
                        Optional.of(proposal));
    }
}
