// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.RerunDispatch;

/** What is decided when the runner reports. */
final class DispatchRules {
    private DispatchRules() {}

    static List<Decision> decide(Situation situation, RerunDispatch dispatch) {
        boolean open = situation.before().phase() instanceof Phase.Claimed
                && situation.before().claim().filter(claim -> claim.rerunId().equals(dispatch.rerunId())).isPresent();
        if (!open) {
            return switch (dispatch) {
                case DispatchAccepted accepted ->
                    accepted.adopted() ? Situation.suppress(Reason.UNSOLICITED_RESULT) : List.of();
                case DispatchIntent _,DispatchCancelled _ -> List.of();
                case DispatchInDoubt _,DispatchExpired _,DispatchRejected _,DispatchParked _ ->
                    Situation.suppress(Reason.UNSOLICITED_RESULT);
            };
        }
        return switch (dispatch) {
            case DispatchIntent _ -> List.of();
            case DispatchInDoubt doubt -> List.of(new Decision.Wait(
                    Reason.RESEND_SAME_KEY, WaitPurpose.DISPATCH, Optional.of(doubt.nextTryAt()), Optional.empty()));
            case DispatchAccepted accepted -> Situation.all(
                    accepted.adopted() ? Situation.suppress(Reason.ADOPTED_EXISTING) : List.of(),
                    situation.resolve(Reason.IN_DOUBT, Reason.IN_DOUBT_RESOLVED), answered(situation));
            case DispatchCancelled _ -> Situation.all(answered(situation), situation.alert(Reason.RERUN_CANCELLED));
            case DispatchExpired _ -> Situation.all(answered(situation), situation.alert(Reason.RERUN_EXPIRED));
            case DispatchRejected rejected -> Situation.all(answered(situation),
                    situation.alert(rejected.conflict() ? Reason.TARGET_CONFLICT : Reason.TARGET_REJECTED));
            case DispatchParked _ -> Situation.all(answered(situation), situation.alert(Reason.IN_DOUBT));
        };
    }

    /** A runner that was missed has said what became of the rerun after all. */
    private static List<Decision> answered(Situation situation) {
        return situation.resolve(Reason.RERUN_UNANSWERED, Reason.IN_DOUBT_RESOLVED);
    }
}
