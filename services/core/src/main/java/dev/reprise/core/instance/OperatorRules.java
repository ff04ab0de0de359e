// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.guard.Grounds;
import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRejected;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.RerunId;

/** What is decided when a person asks for something. */
final class OperatorRules {
    private OperatorRules() {}

    static List<Decision> decide(Situation situation, OperatorCommand command, InstanceFact.Observed observed) {
        if (situation.before().memory().requests().contains(command.requestId())) {
            return Situation.suppress(Reason.DUPLICATE_REQUEST);
        }
        if (situation.age(observed.happenedAt()).compareTo(situation.policy().requestAge()) > 0) {
            return Situation.suppress(Reason.STALE_REQUEST);
        }
        return switch (command) {
            case RerunRequested request -> requested(situation, request, observed.happenedAt());
            case RerunApproved approved -> approved(situation, approved, observed.happenedAt());
            case RerunRejected rejected -> rejected(situation, rejected);
        };
    }

    private static List<Decision> requested(Situation situation, RerunRequested request, Instant at) {
        InstanceState state = situation.seen();
        if (state.succeeded() && !request.force()) {
            return Situation.suppress(Reason.ALREADY_SUCCEEDED);
        }
        if (isOpen(state)) {
            return Situation.suppress(Reason.RERUN_ALREADY_OPEN);
        }
        boolean answersForIt = request.acceptNotIdempotent() && !situation.policy().approval().fourEyes();
        Optional<Approval> approval = answersForIt
                ? Optional.of(new Approval(request.actor(), request.reason(), at))
                : Optional.empty();
        Proposal proposal = new Proposal(RerunId.ofRequest(state.instance(), request.requestId()), Reason.MANUAL,
                state.runs().current(), at.plus(situation.policy().requestAge()), approval,
                Optional.of(request.actor()), request.cascade(), Optional.empty());
        return switch (Guard.rule(situation.policy(), situation.job().analysis(), Grounds.LOST, approval)) {
            case Guard.Refused refused when refused.reason() == Reason.RERUN_DISABLED ->
                Situation.suppress(Reason.RERUN_DISABLED);
            case Guard.Allowed _ when !situation.job().hasTarget() -> Situation.suppress(Reason.NO_TARGET);
            case Guard.Allowed _ -> Situation.all(
                    situation.resolve(Reason.AWAITING_APPROVAL, Reason.MANUAL),
                    RerunRules.proceed(situation, proposal));
            case Guard.Refused _,Guard.NeedsApproval _ -> RerunRules.askApproval(situation, proposal);
        };
    }

    /** Whether something goes on beside which nobody may ask for more; who was told to look knows better than silence. */
    private static boolean isOpen(InstanceState state) {
        return switch (state.phase()) {
            case Phase.InDoubt doubt -> !doubt.parked() && !state.isToldUnanswered();
            case Phase.Intended _ -> !state.isToldUnanswered();
            case Phase.Dispatched taken -> !taken.told();
            case Phase.Reconciling silent -> !silent.told();
            case Phase.Confirming _ -> true;
            case Phase.Idle _,Phase.Running _,Phase.Succeeded _,Phase.Settling _,Phase.BackingOff _,Phase.Held _,Phase.AwaitingNativeRetry _,Phase.AwaitingApproval _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ ->
                !state.runs().active().isEmpty();
        };
    }

    private static List<Decision> approved(Situation situation, RerunApproved approved, Instant at) {
        if (!(situation.seen().phase() instanceof Phase.AwaitingApproval waiting)
                || !waiting.proposal().rerunId().equals(approved.rerunId())) {
            return Situation.suppress(Reason.STALE_APPROVAL);
        }
        Proposal asked = waiting.proposal();
        if (situation.policy().approval().fourEyes()
                && asked.requestedBy().filter(approved.actor()::equals).isPresent()) {
            return Situation.suppress(Reason.FOUR_EYES);
        }
        Instant life = at.plus(situation.policy().requestAge());
        Proposal allowed = new Proposal(asked.rerunId(), Reason.APPROVED, asked.answers(),
                life.isAfter(asked.notAfter()) ? life : asked.notAfter(),
                Optional.of(new Approval(approved.actor(), approved.reason(), at)), asked.requestedBy(),
                asked.cascade(), Optional.empty());
        return Situation.all(situation.resolve(Reason.AWAITING_APPROVAL, Reason.APPROVED),
                RerunRules.proceed(situation, allowed));
    }

    private static List<Decision> rejected(Situation situation, RerunRejected rejected) {
        if (!(situation.seen().phase() instanceof Phase.AwaitingApproval waiting)
                || !waiting.proposal().rerunId().equals(rejected.rerunId())) {
            return Situation.suppress(Reason.STALE_APPROVAL);
        }
        return Situation.all(situation.resolve(Reason.AWAITING_APPROVAL, Reason.REJECTED),
                Situation.suppress(Reason.REJECTED));
    }
}
