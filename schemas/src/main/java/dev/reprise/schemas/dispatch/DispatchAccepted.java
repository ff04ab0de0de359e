// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * The target took the rerun.
 *
 * @param rerunId the rerun
 * @param job the job
 * @param partition the data partition
 * @param generation the generation of the rerun
 * @param epoch the epoch of the runner that wrote it
 * @param at when, by the runner's clock
 * @param externalRun the run id at the target
 * @param adopted whether an earlier call had already worked and was found by our id
 */
public record DispatchAccepted(RerunId rerunId, JobId job, PartitionKey partition, long generation, long epoch,
        Instant at, RunId externalRun, boolean adopted) implements DispatchResult {
    /**
     * Checks the counters.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DispatchAccepted {
        Bounds.atLeast("generation", generation, 1);
        Bounds.atLeast("epoch", epoch, 0);
    }
}
