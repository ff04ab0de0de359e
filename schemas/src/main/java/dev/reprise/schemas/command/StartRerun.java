// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.command;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.OverrideRule;
import dev.reprise.schemas.job.TargetSpec;

/**
 * Start a rerun. The target is copied from the registry at the time of the decision: what was decided is what is run.
 *
 * @param rerunId the rerun: idempotency key, run id and fencing subject at the target
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun, from 1
 * @param reason the rule that decided it
 * @param answers the failed attempt it answers, where there is one
 * @param target where and how to run it; secrets are references, never values
 * @param overrides what the rerun changes because of the cause of the failure: name and value
 * @param decidedAt when it was decided
 * @param notAfter when the command loses its life; a function of the failure, so that a replay cannot renew it
 */
public record StartRerun(RerunId rerunId, JobId job, PartitionKey partition, long generation, Reason reason,
        Optional<AttemptId> answers, TargetSpec target, Map<String, String> overrides, Instant decidedAt,
        Instant notAfter) implements RunnerCommand {
    /**
     * Checks the generation.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public StartRerun {
        Bounds.atLeast("generation", generation, 1);
        overrides = Bounds.map("overrides", overrides, OverrideRule.MAX_PARAMETERS, OverrideRule.MAX_PARAMETER,
                OverrideRule.MAX_VALUE);
    }
}
