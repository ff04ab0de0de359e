// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.Map;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.JobId;

/**
 * One job of the grid.
 *
 * @param job the job
 * @param trouble how many of its instances, in all partitions, want attention
 * @param statuses where its instances stand, by data partition; those of the asked partitions
 */
public record GridRow(JobId job, long trouble, Map<String, InstanceStatus> statuses) {

    /** Takes a copy. */
    public GridRow {
        statuses = Map.copyOf(statuses);
    }
}
