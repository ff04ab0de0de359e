// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import dev.reprise.schemas.decision.Reason;

/** Kinds of alerts in half a sentence that follows the name of an instance. */
final class Headline {
    private Headline() {}

    static String of(Reason kind) {
        return switch (kind) {
            case NON_IDEMPOTENT -> "failed and was not rerun, because it is not idempotent";
            case IDEMPOTENCY_UNKNOWN -> "failed and was not rerun, because nobody said whether it may be repeated";
            case AWAITING_APPROVAL -> "failed; a rerun waits for approval";
            case VERDICT_CONTRADICTION -> "is declared idempotent, and its definition says otherwise";
            case RERUN_DISABLED -> "failed; its policy forbids reruns";
            case BUDGET_EXHAUSTED -> "failed again; all its reruns are spent";
            case CLASS_BUDGET_EXHAUSTED -> "failed the same way again; the reruns for this class are spent";
            case ALREADY_ANSWERED -> "failed again as the same attempt, whose rerun was decided before";
            case FAILURE_PERMANENT -> "failed with an error that no rerun mends";
            case STALE_FAILURE -> "failed too long ago to be rerun";
            case NO_TARGET -> "failed; the registry does not say how to run it";
            case APPROVAL_EXPIRED -> "failed; nobody approved its rerun in time";
            case UNKNOWN_JOB -> "is not registered, so nothing of it is rerun";
            case UNKNOWN_STATE -> "is in a state that nobody knows";
            case KILLED_BY_UNKNOWN -> "was stopped, nobody knows by whom";
            case COMMITTED_BUT_FAILED -> "failed after its output was published; it counts as succeeded";
            case LATE_SUCCESS_AFTER_KILL -> "was stopped and has succeeded all the same";
            case LATE_SUCCESS_RERUN_REDUNDANT -> "succeeded after its rerun was sent; output may be doubled";
            case LATE_SUCCESS_OLD_ATTEMPT -> "succeeded by an old attempt while a newer one was known";
            case SECOND_SUCCESS -> "succeeded twice; output may be doubled";
            case CONCURRENT_EXTERNAL_RUN -> "runs twice at once";
            case EXTERNAL_RERUN_AFTER_SUCCESS -> "was started again by somebody after it had succeeded";
            case ZOMBIE_ATTEMPT_ACTIVE -> "has an old attempt alive beside a newer one";
            case START_STORM -> "starts again and again";
            case DEADLINE_MISSED -> "is not ready by its deadline";
            case DEADLINE_AT_RISK -> "will hardly be ready by its deadline";
            case STORM_BREAKER -> "many failures at once; reruns are held";
            case WATCHDOG -> "fires always: alerts get through";
            case DOWNSTREAM_STALE -> "rests on data that was written anew since";
            case RECONCILE_UNANSWERED -> "is silent, and its scheduler does not answer";
            case IN_DOUBT -> "it is unknown whether its rerun was started";
            case RERUN_UNCONFIRMED -> "its rerun was taken, and no start was seen";
            case RERUN_UNANSWERED -> "its rerun was ordered, and no runner has answered for it";
            case RERUN_EXPIRED -> "its rerun came too late and was not sent";
            case RERUN_CANCELLED -> "its rerun was taken back before it was sent";
            case TARGET_CONFLICT -> "its rerun was refused: something else holds the place";
            case TARGET_REJECTED -> "its rerun was refused by the target";
            case PERMIT_SUPERSEDED -> "an old run wanted to publish and was not let";
            case PERMIT_DUPLICATE_RUN -> "was started beside a run that has the permit; the second was not let";
            case PERMIT_COMMITTED_ALREADY -> "a second run wanted to publish and was not let";
            case PERMIT_RERUN_UNKNOWN -> "a run says that it is a rerun which is not known here";
            // What is never told as an alert, or came with a newer version, stands for itself.
            default -> Words.clause(kind);
        };
    }
}
