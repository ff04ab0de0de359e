// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * A decision with all it rested on: one record of the {@code decisions} topic, the audit of the machine.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when it was decided, by the coordinator's clock
 * @param decision what was decided and why
 * @param cause the record or timer it answers
 * @param policyVersion the version of the job's policy then in force; {@code none} for an unknown job
 * @param generation the generation of the instance after it
 * @param episode the episode of the instance, from 1; 0 before the first failure
 * @param attempt the attempt it is about, where there is one
 * @param before the status before it
 * @param after the status after it
 * @param failureClass the class of the episode's last failure, where one is open
 * @param failureRule the classification rule that matched, where one did
 * @param signature the normalised error, where there is one; cut to 256 characters
 * @param detail what was known then, in one or two sentences for a person
 * @param statements the same apart from any language, for a reader that tells it in another one
 */
public record DecisionRecord(JobId job, PartitionKey partition, Instant at, Decision decision, Cause cause,
        String policyVersion, long generation, long episode, Optional<AttemptId> attempt, InstanceStatus before,
        InstanceStatus after, Optional<FailureClass> failureClass, Optional<String> failureRule,
        Optional<String> signature, String detail, List<Statement> statements) {
    /**
     * Checks the counters; cuts the detail and the statements.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DecisionRecord {
        Bounds.name("policyVersion", policyVersion);
        Bounds.atLeast("generation", generation, 0);
        Bounds.atLeast("episode", episode, 0);
        Bounds.text("failureRule", failureRule, Bounds.MAX_NAME);
        signature = signature.map(text -> Bounds.head(text, Bounds.MAX_NAME));
        detail = Bounds.head(detail, Bounds.MAX_TEXT);
        statements = Statement.head(statements);
    }

    /** One whose detail is told in English alone. */
    public DecisionRecord(JobId job, PartitionKey partition, Instant at, Decision decision, Cause cause,
            String policyVersion, long generation, long episode, Optional<AttemptId> attempt, InstanceStatus before,
            InstanceStatus after, Optional<FailureClass> failureClass, Optional<String> failureRule,
            Optional<String> signature, String detail) {
        this(job, partition, at, decision, cause, policyVersion, generation, episode, attempt, before, after,
                failureClass, failureRule, signature, detail, List.of());
    }

    /** Job and partition together, the Kafka key. */
    public InstanceId instance() {
        return new InstanceId(job, partition);
    }
}
