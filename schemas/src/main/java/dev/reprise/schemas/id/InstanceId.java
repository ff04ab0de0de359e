// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Job and data partition: the unit of deduplication, of state and of ordering (Spring Batch's JobInstance).
 *
 * <p>Written as {@code namespace/name/partition}; the partition stands last, so its own slashes need no escape.
 *
 * @param job the job
 * @param partition the partition it produces
 */
public record InstanceId(JobId job, PartitionKey partition) implements Comparable<InstanceId> {

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when it is not {@code namespace/name/partition}
     */
    @JsonCreator
    public static InstanceId parse(String written) {
        int first = written.indexOf('/');
        int second = first < 0 ? -1 : written.indexOf('/', first + 1);
        if (second < 0) {
            throw new IllegalArgumentException("instance is not NAMESPACE/NAME/PARTITION: found " + written.length()
                    + " characters with fewer than two slashes");
        }
        return new InstanceId(
                JobId.parse(written.substring(0, second)), new PartitionKey(written.substring(second + 1)));
    }

    /** The written form, which is also the Kafka key of everything that may change this instance. */
    @JsonValue
    public String key() {
        return job.key() + "/" + partition.value();
    }

    @Override
    public int compareTo(InstanceId other) {
        int byJob = job.compareTo(other.job);
        return byJob != 0 ? byJob : partition.compareTo(other.partition);
    }

    @Override
    public String toString() {
        return key();
    }
}
