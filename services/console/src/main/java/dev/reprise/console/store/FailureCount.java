// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;

/**
 * How common a trouble is.
 *
 * @param signature the error in general terms
 * @param episodes in how many episodes of instances it was met
 * @param jobs of how many jobs
 * @param lastAt when it was last seen
 * @param example one of the instances, by its key
 */
public record FailureCount(String signature, long episodes, long jobs, Instant lastAt, String example) {}
