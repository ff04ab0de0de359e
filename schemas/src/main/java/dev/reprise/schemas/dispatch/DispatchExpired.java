// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * The command lost its life before it was sent.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param epoch the epoch of the runner that wrote it
 * @param at when, by the runner's clock
 */
public record DispatchExpired(RerunId rerunId, JobId job, PartitionKey partition, long generation, long epoch,
        Instant at) implements DispatchResult {
    /**
     * Checks the counters.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DispatchExpired {
        Bounds.atLeast("generation", generation, 1);
        Bounds.atLeast("epoch", epoch, 0);
    }
}
