// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * A person approves a rerun that waits for approval.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when the person asked
 * @param requestId the identity of the click, 1 to 256 characters
 * @param actor the person
 * @param reason why, 1 to 2048 characters
 * @param rerunId the proposed rerun; an approval of an older proposal is refused
 */
public record RerunApproved(JobId job, PartitionKey partition, Instant at, String requestId, String actor,
        String reason, RerunId rerunId) implements OperatorCommand {
    /**
     * Checks the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RerunApproved {
        Bounds.name("requestId", requestId);
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
    }
}
