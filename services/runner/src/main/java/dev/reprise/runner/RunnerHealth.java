// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import java.util.Optional;
import java.util.Set;

/**
 * How a runner is, at one moment.
 *
 * @param alive whether it carries out commands, or will again without help
 * @param ready whether it is a member of the group and no fault keeps it from its Kafka partitions
 * @param kafkaPartitions the partitions of commands it owns
 * @param openIntents dispatches without a result in them
 * @param inDoubt how many of those are in doubt
 * @param problem what is wrong, for people
 */
public record RunnerHealth(boolean alive, boolean ready, Set<Integer> kafkaPartitions, int openIntents, int inDoubt,
        Optional<String> problem) {
    /** Takes a copy. */
    public RunnerHealth {
        kafkaPartitions = Set.copyOf(kafkaPartitions);
    }
}
