// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * An attempt has succeeded.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param at when it happened, by the reporter's clock
 * @param source who reports it, 1 to 256 characters
 * @param proof how much this report proves
 */
public record RunSucceeded(JobId job, PartitionKey partition, RunId run, int attempt, Instant at, String source,
        SuccessProof proof) implements RunEvent {
    /**
     * Checks the attempt and the source.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunSucceeded {
        EventFields.check(attempt, source);
    }
}
