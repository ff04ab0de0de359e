// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * A report whose state the reader did not know: a new state of a scheduler, or a broken sender. It is told to a person and never
 * rerun.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param at when it happened, by the reporter's clock
 * @param source who reports it, 1 to 256 characters
 * @param state the state as reported, 1 to 256 characters
 */
public record RunStateUnknown(JobId job, PartitionKey partition, RunId run, int attempt, Instant at, String source,
        String state) implements RunEvent {
    /**
     * Checks the attempt and the source.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunStateUnknown {
        EventFields.check(attempt, source);
        Bounds.name("state", state);
    }
}
