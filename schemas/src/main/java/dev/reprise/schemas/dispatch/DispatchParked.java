// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * Whether the target took it is unknown and must be settled by a later event or a person. No further call is made.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param epoch the epoch of the runner that wrote it
 * @param at when, by the runner's clock
 * @param detail what is known, without secrets
 */
public record DispatchParked(RerunId rerunId, JobId job, PartitionKey partition, long generation, long epoch,
        Instant at, String detail) implements DispatchResult {
    /**
     * Checks the counters; cuts the detail.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DispatchParked {
        Bounds.atLeast("generation", generation, 1);
        Bounds.atLeast("epoch", epoch, 0);
        detail = Bounds.head(detail, Bounds.MAX_TEXT);
    }
}
