// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * A run asks whether it may go on. It goes through the log of the instance, so that the answer rests on all that happened
 * before; asking neither starts nor ends anything.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when it asked, by its own clock
 * @param requestId the identity of the question, 1 to 256 characters: told again it gets the same answer
 * @param gate the gate it stands at
 * @param run the scheduler's run id
 * @param attempt the try inside that run, from 1
 * @param asker which process asks, 1 to 256 characters drawn by it: two processes may bear the same run and attempt
 * @param source what it is, 1 to 256 characters
 * @param rerunId the rerun of ours that the run carries out, as it was told
 * @param generation the generation of that rerun, as it was told
 * @param expiresAt until when the process waits for the answer; later no permit is given, since nobody would use it
 */
public record PermitRequested(JobId job, PartitionKey partition, Instant at, String requestId, Gate gate, RunId run,
        int attempt, String asker, String source, Optional<RerunId> rerunId, Optional<Long> generation,
        Instant expiresAt) implements InstanceEvent {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public PermitRequested {
        Bounds.name("requestId", requestId);
        Bounds.name("asker", asker);
        EventFields.check(attempt, source);
        generation.ifPresent(number -> Bounds.atLeast("generation", number, 1));
    }

    /** Run and attempt together. */
    public AttemptId attemptId() {
        return new AttemptId(run, attempt);
    }
}
