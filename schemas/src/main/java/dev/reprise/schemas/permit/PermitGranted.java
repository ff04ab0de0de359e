// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.permit;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * The run may pass. At most one run is told so for each generation of an instance and gate.
 *
 * @param requestId the request it answers
 * @param job the job
 * @param partition the data partition
 * @param run the run that asked
 * @param attempt the try inside that run, from 1
 * @param gate the gate it may pass
 * @param generation the generation it belongs to, from 0
 * @param token the fencing token: it grows with each permit of the instance, so that whoever holds the output can refuse a
 *     smaller one than it has seen
 * @param at when it was decided, by the coordinator's clock
 */
public record PermitGranted(String requestId, JobId job, PartitionKey partition, RunId run, int attempt, Gate gate,
        long generation, long token, Instant at) implements Permit {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public PermitGranted {
        Bounds.name("requestId", requestId);
        Bounds.atLeast("attempt", attempt, 1);
        Bounds.atLeast("generation", generation, 0);
        Bounds.atLeast("token", token, 0);
    }
}
