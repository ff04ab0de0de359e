// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import dev.reprise.core.instance.InstanceState;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;

/** What the reader of an alert can do: first what to look at, then the command, with the names filled in. */
final class Advice {
    private Advice() {}

    static Statement of(Reason kind, InstanceState state) {
        String job = quoted(state.instance().job().toString());
        String place = job + " " + quoted(state.instance().partition().toString());
        Statement advice = Statement.of(wording(kind, state), "place", place);
        return switch (advice.wording()) {
            case ADVICE_CORRECT, ADVICE_PAUSE -> Statement.of(advice.wording(), "job", job);
            case ADVICE_LOOK_FIRST -> advice.with("job", job);
            case ADVICE_LOOK_AT_TARGET -> advice.with("rerun", state.claim().map(claim -> claim.rerunId()));
            case ADVICE_STORM -> Statement.of(Wording.ADVICE_STORM, "group", quoted(AlertText.group(state)));
            case ADVICE_REGISTER, ADVICE_TARGET, ADVICE_BY_ITS_OWNER -> Statement.of(advice.wording());
            default -> advice;
        };
    }

    private static Wording wording(Reason kind, InstanceState state) {
        return switch (kind) {
            case AWAITING_APPROVAL -> Wording.ADVICE_APPROVE;
            case NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN -> Wording.ADVICE_LOOK_FIRST;
            case VERDICT_CONTRADICTION -> Wording.ADVICE_CORRECT;
            case UNKNOWN_JOB -> Wording.ADVICE_REGISTER;
            case NO_TARGET -> Wording.ADVICE_TARGET;
            case IN_DOUBT, RERUN_UNCONFIRMED, RERUN_UNANSWERED -> state.claim().isPresent()
                    ? Wording.ADVICE_LOOK_AT_TARGET
                    : Wording.ADVICE_LOOK_AT_TARGET_FOR_ANY;
            case ALREADY_ANSWERED -> Wording.ADVICE_SAME_NAME;
            case FAILURE_PERMANENT -> Wording.ADVICE_MEND;
            case CLASS_BUDGET_EXHAUSTED, BUDGET_EXHAUSTED -> Wording.ADVICE_FIND_WHY;
            case STORM_BREAKER -> Wording.ADVICE_STORM;
            case DEADLINE_AT_RISK -> Wording.ADVICE_TELL_NOW;
            case DEADLINE_MISSED -> Wording.ADVICE_TELL;
            case DOWNSTREAM_STALE -> Wording.ADVICE_STALE;
            case SECOND_SUCCESS, LATE_SUCCESS_RERUN_REDUNDANT, LATE_SUCCESS_OLD_ATTEMPT, LATE_SUCCESS_AFTER_KILL ->
                Wording.ADVICE_DOUBLED;
            case COMMITTED_BUT_FAILED -> Wording.ADVICE_WHOLE;
            case CONCURRENT_EXTERNAL_RUN, ZOMBIE_ATTEMPT_ACTIVE -> Wording.ADVICE_STOP_ONE;
            case EXTERNAL_RERUN_AFTER_SUCCESS -> Wording.ADVICE_MEANT;
            case START_STORM -> Wording.ADVICE_PAUSE;
            case RECONCILE_UNANSWERED -> Wording.ADVICE_LOOK_AT_SCHEDULER;
            case STALE_FAILURE, APPROVAL_EXPIRED, RERUN_EXPIRED, RERUN_CANCELLED -> Wording.ADVICE_IF_IT_MATTERS;
            case PERMIT_SUPERSEDED, PERMIT_DUPLICATE_RUN, PERMIT_COMMITTED_ALREADY -> Wording.ADVICE_SECOND_RUN;
            case PERMIT_RERUN_UNKNOWN -> Wording.ADVICE_LOST_STATE;
            case TARGET_CONFLICT -> Wording.ADVICE_PLACE_TAKEN;
            case TARGET_REJECTED -> Wording.ADVICE_ANSWER;
            case KILLED_BY_UNKNOWN, UNKNOWN_STATE -> Wording.ADVICE_FIND_OUT;
            case RERUN_DISABLED -> Wording.ADVICE_BY_ITS_OWNER;
            default -> Wording.ADVICE_STORY;
        };
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }
}
