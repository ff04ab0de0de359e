// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.cascade.OrderRules;
import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.OnRewrite;

/** What is decided when the coordinator itself tells an instance something. */
final class CoordinatorRules {
    private CoordinatorRules() {}

    static List<Decision> decide(Situation situation, CoordinatorEvent told, Instant happenedAt) {
        return switch (told) {
            case Barrier barrier -> RerunRules.barrier(situation, barrier);
            case AdmissionRuled ruled -> ruled(situation, ruled);
            case StormEnded ended -> stormEnded(situation, ended);
            case UpstreamAwaited _ -> List.of();
            case UpstreamRecovered _ -> recovered(situation);
            case UpstreamRewritten rewritten -> rewritten(situation, rewritten, happenedAt);
        };
    }

    /** An answer to a rerun that is no longer considered changes nothing but the storm's own alert. */
    private static List<Decision> ruled(Situation situation, AdmissionRuled ruled) {
        List<Decision> storm = ruled.opened() ? storm(situation, ruled) : List.of();
        Optional<Proposal> proposal = situation.seen().phase().proposed()
                .filter(considered -> considered.rerunId().equals(ruled.rerunId()));
        if (proposal.isEmpty() || situation.before().ask().equals(situation.seen().ask())) {
            return storm;
        }
        return Situation.all(storm, ruled.ruling() == AdmissionRuling.HELD
                ? held(situation, ruled, proposal.get())
                : admitted(situation, proposal.get()));
    }

    private static List<Decision> held(Situation situation, AdmissionRuled ruled, Proposal proposal) {
        Reason reason = ruled.reason().orElse(Reason.STORM_HELD);
        return switch (situation.seen().phase()) {
            case Phase.Settling _,Phase.BackingOff _ -> List.of(Holds.byGroup(situation, reason, proposal));
            case Phase.Held held when held.why() == Reason.ADMISSION_PENDING ->
                List.of(Holds.byGroup(situation, reason, proposal));
            default -> List.of();
        };
    }

    private static List<Decision> admitted(Situation situation, Proposal proposal) {
        if (!(situation.seen().phase() instanceof Phase.Held held) || held.purpose() != WaitPurpose.ADMISSION) {
            return RerunRules.atRisk(situation, situation.now());
        }
        if (situation.now().isBefore(held.earliest())) {
            return List.of(new Decision.Wait(Reason.SETTLING, WaitPurpose.SETTLE, Optional.of(held.earliest()),
                    Optional.of(proposal)));
        }
        return RerunRules.proceed(situation, proposal);
    }

    private static List<Decision> storm(Situation situation, AdmissionRuled ruled) {
        AlertKey key = stormKey(ruled.subject());
        boolean told = situation.seen().alert(key).filter(AlertMemory::open).isPresent();
        return told
                ? List.of()
                : List.of(new Decision.Alert(Reason.STORM_BREAKER, key, AlertKinds.severity(Reason.STORM_BREAKER),
                        Optional.empty(), Optional.empty()));
    }

    private static List<Decision> stormEnded(Situation situation, StormEnded ended) {
        return situation.seen().alert(stormKey(ended.subject())).filter(AlertMemory::open)
                .<List<Decision>>map(memory -> List.of(new Decision.Resolve(Reason.STORM_OVER, memory.key())))
                .orElse(List.of());
    }

    private static AlertKey stormKey(String subject) {
        return new AlertKey(Reason.STORM_BREAKER.name() + "/" + subject);
    }

    /** All that it waited for is there. */
    private static List<Decision> recovered(Situation situation) {
        if (!(situation.seen().phase() instanceof Phase.Held held) || held.why() != Reason.UPSTREAM_AWAITED) {
            return List.of();
        }
        boolean all = Effects.upstreamsOf(situation.seen().instance(), situation.job()).stream()
                .allMatch(situation.seen().links().recovered()::contains);
        Proposal waiting = held.proposal();
        return all
                ? RerunRules.consider(situation, new Proposal(waiting.rerunId(), Reason.UPSTREAM_RECOVERED,
                        waiting.answers(), waiting.notAfter(), waiting.approval(), waiting.requestedBy(),
                        waiting.cascade(), waiting.group()), true)
                : List.of();
    }

    private static List<Decision> rewritten(Situation situation, UpstreamRewritten rewritten, Instant happenedAt) {
        boolean news = !situation.before().links().equals(situation.seen().links());
        if (!news || !situation.seen().succeeded() || !(situation.seen().phase() instanceof Phase.Succeeded)) {
            return List.of();
        }
        // News that is read again from the log, when it is not remembered any more, must not be new again.
        return situation.age(happenedAt).compareTo(situation.policy().maxAge()) > 0
                ? situation.alert(Reason.DOWNSTREAM_STALE)
                : stale(situation, rewritten);
    }

    /** It has succeeded on data that is not there any more: rerun by order or declared policy, otherwise listed. */
    static List<Decision> stale(Situation situation, UpstreamRewritten rewritten) {
        Optional<CascadeOrder> order = rewritten.order();
        Proposal proposal = new Proposal(
                RerunId.ofRequest(situation.seen().instance(), "rewritten " + Effects.newsOf(rewritten)),
                Reason.UPSTREAM_REWRITTEN, Optional.empty(), situation.now().plus(situation.policy().maxAge()),
                order.flatMap(person -> OrderRules.approval(person, situation.policy(), situation.now())),
                order.map(CascadeOrder::actor), order, situation.policy().admission().map(AdmissionRule::group));
        boolean wanted = order.isPresent() || situation.policy().cascade().onRewrite() == OnRewrite.RERUN;
        boolean refused = order
                .map(person -> OrderRules.rule(person, situation.policy(), situation.job().analysis(),
                        situation.job().hasTarget()) instanceof Guard.Refused)
                .orElseGet(() -> RerunRules.unsafe(situation, proposal).isPresent() || !situation.job().hasTarget());
        return wanted && !refused
                ? RerunRules.consider(situation, proposal, true)
                : situation.alert(Reason.DOWNSTREAM_STALE);
    }
}
