// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * Another instance waits for this one to succeed. Told to the instance that is waited for.
 *
 * @param job the job that is waited for
 * @param partition its data partition
 * @param at since when
 * @param downstreamJob the job that waits
 * @param downstreamPartition its data partition
 */
public record UpstreamAwaited(JobId job, PartitionKey partition, Instant at, JobId downstreamJob,
        PartitionKey downstreamPartition) implements CoordinatorEvent {}
