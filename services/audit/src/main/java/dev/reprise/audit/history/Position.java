// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import dev.reprise.schemas.topic.Topics;

/**
 * Where a record stands.
 *
 * @param topic the topic
 * @param kafkaPartition its Kafka partition
 * @param offset its offset there
 */
public record Position(Topics topic, int kafkaPartition, long offset) {
    /** The Kafka partition it stands in. */
    public Place place() {
        return new Place(topic, kafkaPartition);
    }

    /** As {@code events-3@17}. */
    @Override
    public String toString() {
        return place() + "@" + offset;
    }
}
