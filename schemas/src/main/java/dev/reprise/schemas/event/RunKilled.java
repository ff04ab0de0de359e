// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * An attempt was stopped on purpose.
 *
 * @param job the job
 * @param partition the data partition
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param at when it happened, by the reporter's clock
 * @param source who reports it, 1 to 256 characters
 * @param by who stopped it
 * @param actor the person or component, where the source names it
 */
public record RunKilled(JobId job, PartitionKey partition, RunId run, int attempt, Instant at, String source,
        KilledBy by, Optional<String> actor) implements RunEvent {
    /**
     * Checks the attempt and the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RunKilled {
        EventFields.check(attempt, source);
        Bounds.text("actor", actor, Bounds.MAX_NAME);
    }
}
