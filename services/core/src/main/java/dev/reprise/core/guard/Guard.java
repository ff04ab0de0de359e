// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import java.util.Optional;

import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.RerunRule;

/**
 * The gate that every rerun passes, by whatever path it comes: rerun rule, verdict, phase of the failure, approval.
 */
public final class Guard {
    private Guard() {}

    /** What the gate says. */
    public sealed interface Ruling {}

    /** The rerun may be sent. */
    public record Allowed() implements Ruling {}

    /** The rerun may be sent once a person approves. */
    public record NeedsApproval() implements Ruling {}

    /**
     * The rerun may not be sent.
     *
     * @param reason the rule that forbids it
     */
    public record Refused(Reason reason) implements Ruling {}

    /**
     * May this job be repeated now?
     *
     * @param policy the job's policy
     * @param neverStarted whether the body of the failed attempt certainly never began; such a job had no effect and may
     *     run whatever its verdict
     * @param approval a person's word, where there is one
     */
    public static Ruling rule(Policy policy, boolean neverStarted, Optional<Approval> approval) {
        if (policy.rerun() == RerunRule.NEVER) {
            return new Refused(Reason.RERUN_DISABLED);
        }
        if (neverStarted || approval.isPresent()) {
            return new Allowed();
        }
        return switch (policy.idempotency()) {
            case IDEMPOTENT -> new Allowed();
            case NOT_IDEMPOTENT -> new Refused(Reason.NON_IDEMPOTENT);
            case UNKNOWN -> switch (policy.whenUnknown()) {
                case RERUN -> new Allowed();
                case ALERT -> new Refused(Reason.IDEMPOTENCY_UNKNOWN);
                case APPROVE -> new NeedsApproval();
            };
        };
    }
}
