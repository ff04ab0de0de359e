// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * A rerun that had asked for admission needs it no longer.
 *
 * @param group the concurrency group
 * @param job the job
 * @param partition the data partition
 * @param at when
 * @param rerunId the rerun
 * @param outcome what became of it
 */
public record AdmissionSettled(String group, JobId job, PartitionKey partition, Instant at, RerunId rerunId,
        AdmissionOutcome outcome) implements AdmissionMessage {
    /**
     * Checks the group.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AdmissionSettled {
        Bounds.name("group", group);
    }
}
