// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The data partition that a run produces: {@code ds=2026-11-29}, {@code ds=2026-11-29/region=eu}, an interval, or
 * {@code *} for the whole job. Never Kafka's partition, which is always called {@code kafkaPartition}.
 *
 * @param value 1 to 512 characters, no control characters
 */
public record PartitionKey(@JsonValue String value) implements Comparable<PartitionKey> {
    /** Longest partition key, in characters. */
    public static final int MAX_LENGTH = 512;
    /** A job that has no partitions, or a run whose partition nobody told. */
    public static final PartitionKey WHOLE_JOB = new PartitionKey("*");

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException naming the rule it breaks
     */
    @JsonCreator
    public PartitionKey {
        Names.check("partition", value, MAX_LENGTH);
    }

    /**
     * The dimensions of a key of the form {@code name=value/name=value}, in order. A segment without an equals sign has
     * none and is left out.
     */
    public Map<String, String> dimensions() {
        Map<String, String> dimensions = new LinkedHashMap<>();
        for (String segment : value.split("/", -1)) {
            int equals = segment.indexOf('=');
            if (equals > 0) {
                dimensions.put(segment.substring(0, equals), segment.substring(equals + 1));
            }
        }
        return dimensions;
    }

    @Override
    public int compareTo(PartitionKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
