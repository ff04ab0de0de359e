// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import dev.reprise.core.instance.InstanceState;
import dev.reprise.schemas.decision.Reason;

/** What the reader of an alert can do: first what to look at, then the command, with the names filled in. */
final class Advice {
    private Advice() {}

    static String of(Reason kind, InstanceState state) {
        String job = quoted(state.instance().job().toString());
        String place = job + " " + quoted(state.instance().partition().toString());
        String rerun = "reprise rerun " + place + " --reason WHY";
        String story = "reprise instances explain " + place;
        return switch (kind) {
            case AWAITING_APPROVAL -> "Approve it with: reprise approve " + place
                    + " --reason WHY, or turn it down with: reprise reject " + place + " --reason WHY.";
            case NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN ->
                "Look at what the failed run has left. When it is safe to repeat: reprise rerun " + place
                        + " --accept-not-idempotent --reason WHY. Why it may not be repeated: reprise jobs explain "
                        + job + ".";
            case VERDICT_CONTRADICTION ->
                "Correct the declaration or the job. Which line decides: reprise jobs explain "
                        + job + ".";
            case UNKNOWN_JOB -> "Register the job with: reprise jobs apply FILE.";
            case NO_TARGET -> "Give the job a target in its registry file, or rerun it at its scheduler.";
            case IN_DOUBT, RERUN_UNCONFIRMED, RERUN_UNANSWERED -> "Look at the target for run " + state.claim()
                    .map(claim -> claim.rerunId().value()).orElse("of this instance") + ". If it is not there: " + rerun
                    + ".";
            case ALREADY_ANSWERED -> "Find out what its scheduler started under the same name: " + story
                    + ". If it still has to run: " + rerun + ".";
            case FAILURE_PERMANENT -> "Mend what the error names: it comes back each time until then. Then: " + rerun
                    + ".";
            case CLASS_BUDGET_EXHAUSTED, BUDGET_EXHAUSTED -> "Find why it fails each time: " + story
                    + ". When that is mended: " + rerun + ".";
            case STORM_BREAKER ->
                "Mend the common cause. What is held then goes by itself after probes, or at once with:"
                        + " reprise storms release " + quoted(AlertText.group(state)) + " --reason WHY.";
            case DEADLINE_AT_RISK -> "Tell those who wait for it now. What holds it: " + story
                    + ". To run it without waiting: " + rerun + ".";
            case DEADLINE_MISSED -> "Tell those who wait for it. What holds it: " + story + ".";
            case DOWNSTREAM_STALE -> "If the difference matters: reprise rerun " + place + " --force --reason WHY."
                    + " To have it rerun by itself next time, set on-rewrite: rerun.";
            case SECOND_SUCCESS, LATE_SUCCESS_RERUN_REDUNDANT, LATE_SUCCESS_OLD_ATTEMPT, LATE_SUCCESS_AFTER_KILL ->
                "Check the output for doubled rows before others read it. Which runs have written: " + story + ".";
            case COMMITTED_BUT_FAILED -> "Check the output. If it is not whole: reprise rerun " + place
                    + " --force --reason WHY.";
            case CONCURRENT_EXTERNAL_RUN, ZOMBIE_ATTEMPT_ACTIVE ->
                "Stop one of the two at its scheduler if the job must not run beside itself. Which they are: " + story
                        + ".";
            case EXTERNAL_RERUN_AFTER_SUCCESS -> "Nothing, if it was meant. Which run it is: " + story + ".";
            case START_STORM -> "Find what starts it; no rerun is added meanwhile with: reprise pause " + job
                    + " --reason WHY.";
            case RECONCILE_UNANSWERED -> "Look at its scheduler. If the run is gone: " + rerun + ".";
            case STALE_FAILURE, APPROVAL_EXPIRED, RERUN_EXPIRED, RERUN_CANCELLED -> "If it still matters: " + rerun
                    + ".";
            case PERMIT_SUPERSEDED, PERMIT_DUPLICATE_RUN, PERMIT_COMMITTED_ALREADY ->
                "Nothing was published twice. Find who started the second run: " + story + ".";
            case PERMIT_RERUN_UNKNOWN ->
                "Was a coordinator's state lost, or REPRISE_RERUN_ID set by hand? See: " + story
                        + ". To have it run: " + rerun + ".";
            case TARGET_CONFLICT -> "Look at the target what holds the place. Then: " + rerun + ".";
            case TARGET_REJECTED -> "Mend what the target's answer names. Then: " + rerun + ".";
            case KILLED_BY_UNKNOWN, UNKNOWN_STATE -> "Find out at its scheduler what happened. Then: " + rerun
                    + ", or rerun it there.";
            case RERUN_DISABLED -> "Its owner wants no rerun by Reprise: run it where it belongs, after looking.";
            default -> "See the whole story with: " + story + ".";
        };
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }
}
