// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.instance;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/**
 * The latest state of an instance: the value of the compacted {@code instances} topic.
 *
 * @param job the job
 * @param partition the data partition
 * @param status where it stands
 * @param reason the last decision's reason, where there was one
 * @param generation how many generations began: reruns of ours and foreign runs that started anew
 * @param episode the current or last episode, from 1; 0 before the first failure
 * @param reruns reruns used in the episode
 * @param attempt the newest attempt known
 * @param rerunId the rerun that is proposed or under way
 * @param nextAt when it will be looked at again, where it waits
 * @param openAlerts how many alerts about it are open
 * @param updatedAt when this state began
 */
public record InstanceSnapshot(JobId job, PartitionKey partition, InstanceStatus status, Optional<Reason> reason,
        long generation, long episode, int reruns, Optional<AttemptId> attempt, Optional<RerunId> rerunId,
        Optional<Instant> nextAt, int openAlerts, Instant updatedAt) {
    /**
     * Checks the counters.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public InstanceSnapshot {
        Bounds.atLeast("generation", generation, 0);
        Bounds.atLeast("episode", episode, 0);
        Bounds.atLeast("reruns", reruns, 0);
        Bounds.atLeast("openAlerts", openAlerts, 0);
    }

    /** Job and partition together, the Kafka key. */
    public InstanceId instance() {
        return new InstanceId(job, partition);
    }
}
