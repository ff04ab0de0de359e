// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * A person reset the attempt in the scheduler's own interface; a new run may follow.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param at when it happened, by the reporter's clock
 * @param source who reports it, 1 to 256 characters
 * @param actor the person, where the source names one
 */
public record RunCleared(JobId job, PartitionKey partition, RunId run, int attempt, Instant at, String source,
        Optional<String> actor) implements RunEvent {
    /**
     * Checks the attempt and the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunCleared {
        EventFields.check(attempt, source);
        Bounds.text("actor", actor, Bounds.MAX_NAME);
    }
}
