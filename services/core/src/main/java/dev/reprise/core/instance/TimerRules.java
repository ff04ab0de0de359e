// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;

/** What is decided when a wait is over. A timer that its phase no longer waits for means nothing. */
final class TimerRules {
    private TimerRules() {}

    static List<Decision> decide(Situation situation, InstanceFact.TimerFired fired, JobView job) {
        // Asked of the state before: taking the timer in has moved the next look at a hold on already.
        boolean due = Timers.of(situation.before(), job)
                .filter(timer -> timer.purpose() == fired.purpose() && !timer.due().isAfter(fired.now())).isPresent();
        if (!due) {
            return List.of();
        }
        return switch (fired.purpose()) {
            case DEADLINE -> deadline(situation);
            case FORGETTING -> Forgetting.decide(situation);
            default -> waitOver(situation);
        };
    }

    private static List<Decision> deadline(Situation situation) {
        boolean old = situation.deadline()
                .filter(due -> situation.age(due).compareTo(situation.policy().maxAge()) > 0).isPresent();
        return old ? Situation.suppress(Reason.STALE_DEADLINE) : situation.alert(Reason.DEADLINE_MISSED);
    }

    private static List<Decision> waitOver(Situation situation) {
        return switch (situation.seen().phase()) {
            case Phase.Settling settling -> RerunRules.proceed(situation, settling.proposal());
            case Phase.BackingOff backing -> RerunRules.proceed(situation, backing.proposal());
            case Phase.Confirming confirming -> RerunRules.proceed(situation, confirming.proposal());
            case Phase.Held held -> held(situation, held);
            case Phase.AwaitingNativeRetry retry -> RerunRules.consider(situation,
                    FailureRules.proposal(situation, retry.failed(), Reason.NATIVE_RETRY_LOST), false);
            case Phase.Running _ -> List.of(new Decision.Wait(Reason.HEARTBEAT_LOST_RECONCILE, WaitPurpose.RECONCILE,
                    situation.policy().lostAfter().map(Timers::reconcilePatience).map(situation.now()::plus),
                    Optional.empty()));
            case Phase.Reconciling _ -> situation.alert(Reason.RECONCILE_UNANSWERED);
            case Phase.AwaitingApproval _ -> Situation.all(
                    situation.resolve(Reason.AWAITING_APPROVAL, Reason.APPROVAL_EXPIRED),
                    situation.alert(Reason.APPROVAL_EXPIRED));
            case Phase.Dispatched _ -> situation.alert(Reason.RERUN_UNCONFIRMED);
            case Phase.Intended _,Phase.InDoubt _ -> situation.alert(Reason.RERUN_UNANSWERED);
            case Phase.Idle _,Phase.Succeeded _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ -> List.of();
        };
    }

    /** Held for the same reason as before is no news. */
    private static List<Decision> held(Situation situation, Phase.Held held) {
        boolean over = situation.now().isAfter(held.proposal().notAfter());
        if (held.why() == Reason.UPSTREAM_AWAITED && !over) {
            return List.of();
        }
        return RerunRules.proceed(situation, held.proposal()).stream()
                .filter(decision -> !(decision instanceof Decision.Wait && decision.reason() == held.why())).toList();
    }
}
