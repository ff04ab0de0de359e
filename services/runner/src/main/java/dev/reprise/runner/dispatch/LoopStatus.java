// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.util.Optional;
import java.util.Set;

/**
 * How the command loop is.
 *
 * @param running whether it runs
 * @param kafkaPartitions the partitions it owns and whose ledgers it has read
 * @param problem why it owns none at the moment, or why it has stopped for good
 */
public record LoopStatus(boolean running, Set<Integer> kafkaPartitions, Optional<String> problem) {
    /** Takes a copy. */
    public LoopStatus {
        kafkaPartitions = Set.copyOf(kafkaPartitions);
    }
}
