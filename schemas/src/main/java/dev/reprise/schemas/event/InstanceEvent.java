// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * Anything that may change an instance and reaches it through the {@code events} topic: what a run did, what an
 * operator asked, what a gated run asks, or what the coordinator tells it itself. The Kafka key is {@link #instance()}.
 */
public sealed interface InstanceEvent permits RunEvent, OperatorCommand, CoordinatorEvent, PermitRequested {
    /** The job. */
    JobId job();

    /** The data partition. */
    PartitionKey partition();

    /** When it happened, by the clock of whoever tells it. */
    Instant at();

    /** Job and partition together. */
    default InstanceId instance() {
        return new InstanceId(job(), partition());
    }
}
