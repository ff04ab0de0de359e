// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import dev.reprise.schemas.id.JobId;

/**
 * A job whose output another one reads.
 *
 * @param job the job that is read from
 * @param partition which of its partitions is read
 */
public record Dependency(JobId job, PartitionMapping partition) {}
