// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.permit;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * The run may not pass. That is no failure of its job: somebody else does the work, or has done it.
 *
 * @param requestId the request it answers
 * @param job the job
 * @param partition the data partition
 * @param run the run that asked
 * @param attempt the try inside that run, from 1
 * @param gate the gate it may not pass
 * @param generation the newest generation of the instance, from 0
 * @param reason the rule that refused it
 * @param holder the attempt that has the permit, where one has
 * @param at when it was decided, by the coordinator's clock
 */
public record PermitRefused(String requestId, JobId job, PartitionKey partition, RunId run, int attempt, Gate gate,
        long generation, Reason reason, Optional<AttemptId> holder, Instant at) implements Permit {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public PermitRefused {
        Bounds.name("requestId", requestId);
        Bounds.atLeast("attempt", attempt, 1);
        Bounds.atLeast("generation", generation, 0);
    }
}
