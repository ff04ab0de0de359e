// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.routing;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;

/**
 * How instances are spread over Kafka partitions, as the first start found or made it. A later start that finds another
 * number is refused: an instance would lose its state, its order and its ledger.
 *
 * @param kafkaPartitions Kafka partitions of every topic, 1 to {@value #MAX_KAFKA_PARTITIONS}
 * @param recordedAt when it was first recorded
 */
public record Routing(int kafkaPartitions, Instant recordedAt) {
    /** The key of the one record. */
    public static final String KEY = "instances";
    /** Most Kafka partitions of a topic. */
    public static final int MAX_KAFKA_PARTITIONS = 1_000;

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Routing {
        Bounds.range("kafkaPartitions", kafkaPartitions, 1, MAX_KAFKA_PARTITIONS);
    }
}
