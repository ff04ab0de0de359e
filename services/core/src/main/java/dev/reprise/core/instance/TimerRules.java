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
        boolean due = Timers.of(situation.seen(), job)
                .filter(timer -> timer.purpose() == fired.purpose() && !timer.due().isAfter(fired.now())).isPresent();
        if (!due) {
            return List.of();
        }
        return switch (situation.seen().phase()) {
            case Phase.Settling settling -> List.of(RerunRules.confirm(situation, settling.proposal()));
            case Phase.BackingOff backing -> List.of(RerunRules.confirm(situation, backing.proposal()));
            case Phase.Confirming confirming -> List.of(RerunRules.confirm(situation, confirming.proposal()));
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
            case Phase.Idle _,Phase.Succeeded _,Phase.Intended _,Phase.InDoubt _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ ->
                List.of();
        };
    }
}
