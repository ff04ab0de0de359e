// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

/** What happened to the dispatch of one rerun. */
public sealed interface RerunDispatch extends DispatchRecord permits DispatchIntent, DispatchInDoubt, DispatchResult {
    /** The rerun. */
    RerunId rerunId();

    /** The job. */
    JobId job();

    /** The data partition. */
    PartitionKey partition();

    /** The generation of the rerun. */
    long generation();

    /** The epoch of the runner that wrote it. */
    long epoch();

    /** When, by the runner's clock. */
    Instant at();

    /** Job and partition together. */
    default InstanceId instance() {
        return new InstanceId(job(), partition());
    }
}
