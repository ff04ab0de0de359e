// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;

/**
 * A failure wants to be answered by a rerun. Asked again under the same rerun id it is the same question.
 *
 * @param group the concurrency group
 * @param job the job
 * @param partition the data partition
 * @param at when it was asked
 * @param rerunId the rerun that would be sent
 * @param slot false: the failure has just happened, may its rerun be considered; true: its wait is over, is there a slot
 *     for it among the reruns under way
 * @param rule what the group allows, as the job's policy has it
 * @param failureClass the class of the failure
 * @param signature the normalised error, the same for the same trouble of other instances, cut to 256 characters
 * @param idempotent whether the job is known to be safe to repeat: such jobs probe first
 * @param deadline when the partition must be ready
 */
public record AdmissionAsked(String group, JobId job, PartitionKey partition, Instant at, RerunId rerunId, boolean slot,
        AdmissionRule rule, FailureClass failureClass, String signature, boolean idempotent,
        Optional<Instant> deadline) implements AdmissionMessage {
    /**
     * Checks the group; cuts the signature.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AdmissionAsked {
        Bounds.name("group", group);
        signature = Bounds.head(signature, Bounds.MAX_NAME);
    }
}
