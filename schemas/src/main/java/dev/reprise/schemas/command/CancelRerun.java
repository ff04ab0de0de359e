// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.command;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * Do not send a rerun any more, if it has not been sent. It never stops a run that has begun.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param reason why it is no longer wanted
 * @param decidedAt when that was decided
 */
public record CancelRerun(RerunId rerunId, JobId job, PartitionKey partition, long generation, Reason reason,
        Instant decidedAt) implements RunnerCommand {
    /**
     * Checks the generation.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public CancelRerun {
        Bounds.atLeast("generation", generation, 1);
    }
}
