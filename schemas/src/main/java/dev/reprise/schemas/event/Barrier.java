// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * A marker that the coordinator writes into its own Kafka partition and has to read back before it acts, so that
 * nothing already in the log is ignored.
 *
 * @param job the job
 * @param partition the data partition
 * @param at when it was written
 * @param nonce which wait it ends; a barrier of an older wait is ignored
 */
public record Barrier(JobId job, PartitionKey partition, Instant at, String nonce) implements CoordinatorEvent {
    /**
     * Checks the nonce.
     *
     * @throws IllegalArgumentException when it is empty or too long
     */
    public Barrier {
        Bounds.name("nonce", nonce);
    }
}
