// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * The outcome of a call is unknown, and the same key will be sent again: the target deduplicates.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param epoch the epoch of the runner that wrote it
 * @param at when, by the runner's clock
 * @param detail what happened, without secrets
 * @param nextTryAt when it is sent again
 */
public record DispatchInDoubt(RerunId rerunId, JobId job, PartitionKey partition, long generation, long epoch,
        Instant at, String detail, Instant nextTryAt) implements RerunDispatch {
    /**
     * Checks the counters; cuts the detail.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DispatchInDoubt {
        Bounds.atLeast("generation", generation, 1);
        Bounds.atLeast("epoch", epoch, 0);
        detail = Bounds.head(detail, Bounds.MAX_TEXT);
    }
}
