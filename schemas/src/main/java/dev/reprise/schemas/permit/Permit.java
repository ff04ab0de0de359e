// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.permit;

import java.time.Instant;

import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * The answer to one request for a permit: one record of the {@code permits} topic, written in the transaction that decides
 * it. The Kafka key is {@link #instance()}. A request that is told again is answered again, with the same answer.
 */
public sealed interface Permit permits PermitGranted, PermitRefused {
    /** The request it answers. */
    String requestId();

    /** The job. */
    JobId job();

    /** The data partition. */
    PartitionKey partition();

    /** The run that asked. */
    RunId run();

    /** The try inside that run, from 1. */
    int attempt();

    /** The gate it stands at. */
    Gate gate();

    /** The generation of the instance that was judged, from 0. */
    long generation();

    /** When it was decided, by the coordinator's clock. */
    Instant at();

    /** Job and partition together. */
    default InstanceId instance() {
        return new InstanceId(job(), partition());
    }
}
