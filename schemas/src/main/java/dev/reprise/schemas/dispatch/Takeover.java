// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.dispatch;

import java.time.Instant;

import dev.reprise.schemas.bound.Bounds;

/**
 * A runner has taken a Kafka partition over. The offset of this record is its epoch: monotone, and shown to targets as
 * the fencing token.
 *
 * @param kafkaPartition the partition taken
 * @param owner the runner, for people
 * @param at when
 */
public record Takeover(int kafkaPartition, String owner, Instant at) implements DispatchRecord {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Takeover {
        Bounds.atLeast("kafkaPartition", kafkaPartition, 0);
        Bounds.name("owner", owner);
    }
}
