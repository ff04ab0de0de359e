// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import dev.reprise.schemas.topic.Topics;

/**
 * The topics of a runner under one prefix.
 *
 * @param prefix such as {@code reprise.}
 */
public record TopicNames(String prefix) {
    /** What the coordinator wants done. */
    public String commands() {
        return Topics.COMMANDS.name(prefix);
    }

    /** The ledger. */
    public String dispatches() {
        return Topics.DISPATCHES.name(prefix);
    }

    /** Where runs are reported. */
    public String events() {
        return Topics.EVENTS.name(prefix);
    }

    /** Where unusable records go. */
    public String deadLetters() {
        return Topics.DEAD_LETTERS.name(prefix);
    }

    /** The consumer group of all runners. */
    public String group() {
        return prefix + "runner";
    }

    /** The fence of one Kafka partition. */
    public String transactionalId(int kafkaPartition) {
        return prefix + "runner-" + kafkaPartition;
    }
}
