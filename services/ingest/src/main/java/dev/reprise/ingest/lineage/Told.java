// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.PartitionKey;

/**
 * What one instance has been told of a run, so that nothing is told twice.
 *
 * @param partition the instance's partition
 * @param started whether the start was told
 * @param alive the sign of life told last
 * @param failed the outlook that the failure was told with
 * @param succeeded the proof that the success was told with
 * @param killed whether the stop was told
 */
public record Told(PartitionKey partition, boolean started, Optional<Instant> alive, Optional<RetryOutlook> failed,
        Optional<SuccessProof> succeeded, boolean killed) {

    static Told nothing(PartitionKey partition) {
        return new Told(partition, false, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    Told start() {
        return new Told(partition, true, alive, failed, succeeded, killed);
    }

    Told heartbeat(Instant at) {
        return new Told(partition, started, Optional.of(at), failed, succeeded, killed);
    }

    Told failure(RetryOutlook outlook) {
        return new Told(partition, started, alive, Optional.of(outlook), succeeded, killed);
    }

    Told success(SuccessProof proof) {
        return new Told(partition, started, alive, failed, Optional.of(proof), killed);
    }

    Told kill() {
        return new Told(partition, started, alive, failed, succeeded, true);
    }
}
