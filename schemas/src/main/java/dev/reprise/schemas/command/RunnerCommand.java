// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.command;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/** What the coordinator tells a runner. The Kafka key is {@link #instance()}. */
public sealed interface RunnerCommand permits StartRerun, CancelRerun {
    /** The rerun it is about. */
    RerunId rerunId();

    /** The job. */
    JobId job();

    /** The data partition. */
    PartitionKey partition();

    /** The generation of the rerun. */
    long generation();

    /** Job and partition together. */
    default InstanceId instance() {
        return new InstanceId(job(), partition());
    }
}
