// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * No sign of life of an attempt: its process may be dead, or only silent. A suspicion, unless it is final.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param at when it happened, by the reporter's clock
 * @param source who reports it, 1 to 256 characters
 * @param retry whether the scheduler will try again by itself
 * @param phase how far the attempt had come
 * @param error what is known of the cause
 */
public record RunLost(JobId job, PartitionKey partition, RunId run, int attempt, Instant at, String source,
        RetryOutlook retry, RunPhase phase, Optional<ErrorEvidence> error) implements RunEvent {
    /**
     * Checks the attempt and the source.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunLost {
        EventFields.check(attempt, source);
    }
}
