// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;

import dev.reprise.schemas.topic.Topics;

/** One record of a topic, as far as the read model has to know it. */
public sealed interface Incoming {

    /** Where it stands. */
    Position position();

    /**
     * The place of a record.
     *
     * @param topic the topic
     * @param kafkaPartition the Kafka partition
     * @param offset the offset
     */
    record Position(Topics topic, int kafkaPartition, long offset) {}

    /**
     * A message of the contract.
     *
     * @param position where it stands
     * @param data its record
     */
    record Message(Position position, Record data) implements Incoming {}

    /**
     * The end of a key of a compacted topic.
     *
     * @param position where it stands
     * @param key the Kafka key
     */
    record Tombstone(Position position, String key) implements Incoming {}

    /**
     * A record that nobody can use: one of the dead-letter topic, or one that could not be read here.
     *
     * @param position where it stands
     * @param letter what is known of it
     */
    record Unusable(Position position, DeadLetter letter) implements Incoming {}

    /**
     * A record that has no row of its own and only moves the position on.
     *
     * @param position where it stands
     * @param at its time
     */
    record Passed(Position position, Instant at) implements Incoming {}
}
