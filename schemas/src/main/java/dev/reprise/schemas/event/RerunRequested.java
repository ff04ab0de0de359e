// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * A person asks for a rerun.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when the person asked
 * @param requestId the identity of the click, 1 to 256 characters
 * @param actor the person
 * @param reason why, 1 to 2048 characters
 * @param force whether to rerun although the instance has succeeded
 * @param acceptNotIdempotent whether the person, knowing that the job is not known to be idempotent, answers for repeating it
 * @param withDownstream whether what reads its output is rerun, too, once it has succeeded
 */
public record RerunRequested(JobId job, PartitionKey partition, Instant at, String requestId, String actor,
        String reason, boolean force, boolean acceptNotIdempotent, boolean withDownstream) implements OperatorCommand {
    /** The order that goes along with the rerun, where it does. */
    public Optional<CascadeOrder> cascade() {
        return withDownstream
                ? Optional.of(new CascadeOrder(actor, reason, acceptNotIdempotent))
                : Optional.empty();
    }

    /**
     * Checks the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public RerunRequested {
        Bounds.name("requestId", requestId);
        Bounds.name("actor", actor);
        Bounds.text("reason", reason);
    }

    /** A request that concerns its instance alone. */
    public RerunRequested(JobId job, PartitionKey partition, Instant at, String requestId, String actor, String reason,
            boolean force, boolean acceptNotIdempotent) {
        this(job, partition, at, requestId, actor, reason, force, acceptNotIdempotent, false);
    }
}
