// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import java.util.Locale;

import dev.reprise.schemas.decision.Reason;

/** Kinds of alerts in the words of a subject line and of a sentence. A kind without words of its own shows its code. */
final class Phrase {
    private Phrase() {}

    /** What is the matter, in a few words. */
    static String subject(Reason kind) {
        return switch (kind) {
            case NON_IDEMPOTENT -> "not rerun: not idempotent";
            case AWAITING_APPROVAL -> "rerun awaits approval";
            case RERUN_DISABLED -> "not rerun: disabled by policy";
            case BUDGET_EXHAUSTED -> "reruns spent";
            case STALE_FAILURE -> "not rerun: failure too old";
            case NO_TARGET -> "not rerun: no target";
            case UNKNOWN_JOB -> "not rerun: job not registered";
            case APPROVAL_EXPIRED -> "not rerun: nobody approved in time";
            case REJECTED -> "rerun rejected";
            case COMMITTED_BUT_FAILED -> "failed after its output was committed";
            case IN_DOUBT -> "rerun in doubt";
            case DEADLINE_MISSED -> "deadline missed";
            case SECOND_SUCCESS, LATE_SUCCESS_RERUN_REDUNDANT -> "output may be doubled";
            default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** What Reprise did about it. */
    static String action(Reason kind) {
        return switch (kind) {
            case AWAITING_APPROVAL -> "Reprise holds the rerun back until a person approves it.";
            case BUDGET_EXHAUSTED -> "Reprise has rerun the job as often as its policy allows, and has stopped.";
            case IN_DOUBT, RERUN_UNCONFIRMED -> "Reprise has asked for a rerun once and does not ask a second time.";
            case RERUN_EXPIRED, RERUN_CANCELLED, TARGET_CONFLICT, TARGET_REJECTED ->
                "Reprise decided to rerun the job, but no rerun was started.";
            case NON_IDEMPOTENT, RERUN_DISABLED, STALE_FAILURE, NO_TARGET, UNKNOWN_JOB, APPROVAL_EXPIRED, REJECTED,
                    COMMITTED_BUT_FAILED, UNKNOWN_STATE, KILLED_BY_UNKNOWN ->
                "Reprise has not rerun the job.";
            default -> "Reprise has started nothing because of this; it tells you so that you can look.";
        };
    }
}
