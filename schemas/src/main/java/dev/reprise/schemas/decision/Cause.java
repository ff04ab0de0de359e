// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * The record or timer that a decision answers: its provenance.
 *
 * @param type the schema name of the record, such as {@code run.failed.v1}, or {@code timer} with its purpose
 * @param topic the topic, for a record
 * @param kafkaPartition the Kafka partition, for a record
 * @param offset the offset, for a record
 */
public record Cause(String type, Optional<String> topic, Optional<Integer> kafkaPartition, Optional<Long> offset) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Cause {
        Bounds.name("type", type);
        Bounds.text("topic", topic, Bounds.MAX_NAME);
        kafkaPartition.ifPresent(number -> Bounds.atLeast("kafkaPartition", number, 0));
        offset.ifPresent(number -> Bounds.atLeast("offset", number, 0));
    }
}
