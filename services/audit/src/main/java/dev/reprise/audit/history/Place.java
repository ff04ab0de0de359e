// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import dev.reprise.schemas.topic.Topics;

/**
 * A Kafka partition of a topic.
 *
 * @param topic the topic
 * @param kafkaPartition the Kafka partition
 */
public record Place(Topics topic, int kafkaPartition) {
    /** As {@code events-3}. */
    @Override
    public String toString() {
        return topic.suffix() + "-" + kafkaPartition;
    }
}
