// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * What this instance reads was written anew after it had been written before.
 *
 * @param job the job that reads
 * @param partition its data partition
 * @param at when the new output was there
 * @param upstreamJob the job that wrote
 * @param upstreamPartition its data partition
 * @param order the person who wants what reads it to be rerun, where one does
 * @param generation the generation of the writing instance: the identity of the news
 */
public record UpstreamRewritten(JobId job, PartitionKey partition, Instant at, JobId upstreamJob,
        PartitionKey upstreamPartition, Optional<CascadeOrder> order, long generation) implements CoordinatorEvent {
    /**
     * Checks the generation.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public UpstreamRewritten {
        Bounds.atLeast("generation", generation, 0);
    }
}
