// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import java.time.Instant;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * What this instance waited for has succeeded.
 *
 * @param job the job that waited
 * @param partition its data partition
 * @param at when it was told
 * @param upstreamJob the job that succeeded
 * @param upstreamPartition its data partition
 */
public record UpstreamRecovered(JobId job, PartitionKey partition, Instant at, JobId upstreamJob,
        PartitionKey upstreamPartition) implements CoordinatorEvent {}
