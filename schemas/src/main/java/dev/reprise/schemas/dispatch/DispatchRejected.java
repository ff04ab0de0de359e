// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * The target certainly did not take it.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param epoch the epoch of the runner that wrote it
 * @param at when, by the runner's clock
 * @param conflict whether something else holds the place
 * @param detail the answer in short, without secrets
 */
public record DispatchRejected(RerunId rerunId, JobId job, PartitionKey partition, long generation, long epoch,
        Instant at, boolean conflict, String detail) implements DispatchResult {
    /**
     * Checks the counters; cuts the detail.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DispatchRejected {
        Bounds.atLeast("generation", generation, 1);
        Bounds.atLeast("epoch", epoch, 0);
        detail = Bounds.head(detail, Bounds.MAX_TEXT);
    }
}
