// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.EnumSet;
import java.util.Set;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;

/** What an alert of a kind means: how soon a person must look, and whether the machine stops. */
final class AlertKinds {
    /** Nothing more is done for the episode by itself: the matter rests with people. */
    private static final Set<Reason> CLOSING = EnumSet.of(Reason.NON_IDEMPOTENT, Reason.IDEMPOTENCY_UNKNOWN,
            Reason.RERUN_DISABLED, Reason.BUDGET_EXHAUSTED, Reason.STALE_FAILURE, Reason.NO_TARGET,
            Reason.APPROVAL_EXPIRED, Reason.UNKNOWN_STATE, Reason.RERUN_EXPIRED, Reason.RERUN_CANCELLED,
            Reason.TARGET_CONFLICT, Reason.TARGET_REJECTED, Reason.CLASS_BUDGET_EXHAUSTED,
            Reason.FAILURE_PERMANENT, Reason.ALREADY_ANSWERED, Reason.VERDICT_CONTRADICTION);

    /** Data is at risk, or has been harmed already. */
    private static final Set<Reason> CRITICAL = EnumSet.of(Reason.NON_IDEMPOTENT, Reason.COMMITTED_BUT_FAILED,
            Reason.SECOND_SUCCESS, Reason.LATE_SUCCESS_RERUN_REDUNDANT, Reason.CONCURRENT_EXTERNAL_RUN, Reason.IN_DOUBT,
            Reason.BUDGET_EXHAUSTED, Reason.DEADLINE_MISSED, Reason.ZOMBIE_ATTEMPT_ACTIVE,
            Reason.CLASS_BUDGET_EXHAUSTED, Reason.VERDICT_CONTRADICTION, Reason.STORM_BREAKER);

    /** Something that happened and cannot unhappen: told once for a generation, even when it was said to be over. */
    private static final Set<Reason> NOTICES = EnumSet.of(Reason.CONCURRENT_EXTERNAL_RUN, Reason.ZOMBIE_ATTEMPT_ACTIVE,
            Reason.START_STORM, Reason.SECOND_SUCCESS, Reason.EXTERNAL_RERUN_AFTER_SUCCESS, Reason.COMMITTED_BUT_FAILED,
            Reason.LATE_SUCCESS_AFTER_KILL, Reason.LATE_SUCCESS_OLD_ATTEMPT, Reason.LATE_SUCCESS_RERUN_REDUNDANT,
            Reason.DEADLINE_MISSED, Reason.DEADLINE_AT_RISK, Reason.DOWNSTREAM_STALE, Reason.PERMIT_SUPERSEDED,
            Reason.PERMIT_DUPLICATE_RUN, Reason.PERMIT_COMMITTED_ALREADY, Reason.PERMIT_RERUN_UNKNOWN);

    private AlertKinds() {}

    static boolean closes(Reason kind) {
        return CLOSING.contains(kind);
    }

    static boolean isNotice(Reason kind) {
        return NOTICES.contains(kind);
    }

    static Severity severity(Reason kind) {
        return CRITICAL.contains(kind) ? Severity.CRITICAL : Severity.WARNING;
    }
}
