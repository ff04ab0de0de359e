// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import java.util.Optional;

import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.Verdict;

/**
 * The gate that every rerun passes, by whatever path it comes: rerun rule, verdict, what is certain about the run, and a
 * person's approval.
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
     * @param analysis what analysis says of its definition
     * @param grounds what is certain about the run; a job that never began had no effect and may run whatever its verdict
     * @param approval a person's word, where there is one
     */
    public static Ruling rule(Policy policy, Optional<DefinitionAnalysis> analysis, Grounds grounds,
            Optional<Approval> approval) {
        if (policy.rerun() == RerunRule.NEVER) {
            return new Refused(Reason.RERUN_DISABLED);
        }
        if (grounds == Grounds.NEVER_STARTED || approval.isPresent()) {
            return new Allowed();
        }
        if (grounds == Grounds.SUCCEEDED && policy.rerun() != RerunRule.ALWAYS) {
            return new Refused(Reason.RERUN_DISABLED);
        }
        return switch (policy.idempotency()) {
            case IDEMPOTENT -> contradicts(policy, analysis) && !isTrusted(policy, analysis, grounds)
                    ? new Refused(Reason.VERDICT_CONTRADICTION)
                    : new Allowed();
            case NOT_IDEMPOTENT -> new Refused(Reason.NON_IDEMPOTENT);
            case UNKNOWN -> undeclared(policy, analysis, grounds);
        };
    }

    /** Whether the owner declares what the analysis of the definition refutes. */
    public static boolean contradicts(Policy policy, Optional<DefinitionAnalysis> analysis) {
        return policy.idempotency() == Idempotency.IDEMPOTENT
                && analysis.filter(found -> found.verdict() == Verdict.NOT_IDEMPOTENT).isPresent();
    }

    /** Whether the job is known to be safe to repeat: by its owner, or by analysis where the owner has not said. */
    public static boolean isKnownSafe(Policy policy, Optional<DefinitionAnalysis> analysis) {
        return rule(policy, analysis, Grounds.LOST, Optional.empty()) instanceof Allowed
                && (policy.idempotency() == Idempotency.IDEMPOTENT || verdict(analysis) == Verdict.IDEMPOTENT);
    }

    /** A condition that analysis found is no proof: it is a person who knows whether it holds. */
    private static Ruling undeclared(Policy policy, Optional<DefinitionAnalysis> analysis, Grounds grounds) {
        return switch (verdict(analysis)) {
            case IDEMPOTENT -> new Allowed();
            case NOT_IDEMPOTENT -> isTrusted(policy, analysis, grounds)
                    ? new Allowed()
                    : new Refused(Reason.NON_IDEMPOTENT);
            case CONDITIONAL, UNKNOWN -> switch (policy.whenUnknown()) {
                case RERUN -> new Allowed();
                case ALERT -> new Refused(Reason.IDEMPOTENCY_UNKNOWN);
                case APPROVE -> new NeedsApproval();
            };
        };
    }

    /** Safe after a failure only, allowed by explicit policy, and the failure is certain. */
    private static boolean isTrusted(Policy policy, Optional<DefinitionAnalysis> analysis, Grounds grounds) {
        return policy.trustAfterFailure() && grounds == Grounds.FAILED
                && analysis.filter(found -> found.afterFailure() == Verdict.IDEMPOTENT).isPresent();
    }

    private static Verdict verdict(Optional<DefinitionAnalysis> analysis) {
        return analysis.map(DefinitionAnalysis::verdict).orElse(Verdict.UNKNOWN);
    }
}
