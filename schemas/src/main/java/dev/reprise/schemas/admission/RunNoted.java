// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * A run of the group has succeeded: the measure of its retry budget and of how long a job takes.
 *
 * @param group the concurrency group
 * @param job the job
 * @param partition the data partition
 * @param at when it succeeded
 * @param took how long it took, where its start was seen
 */
public record RunNoted(String group, JobId job, PartitionKey partition, Instant at, Optional<Duration> took)
        implements
            AdmissionMessage {
    /**
     * Checks the group and the time.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunNoted {
        Bounds.name("group", group);
        took.ifPresent(duration -> Bounds.notNegative("took", duration));
    }
}
