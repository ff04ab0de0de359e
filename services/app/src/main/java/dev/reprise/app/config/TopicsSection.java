// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.util.Optional;

import dev.reprise.runtime.kafka.TopicSettings;

/**
 * How the topics are laid out on a cluster.
 *
 * @param prefix put before each name
 * @param partitions Kafka partitions of every topic, for ever; absent takes 12, and 4 for the embedded broker
 * @param replicationFactor copies of each record; absent takes 3, and 1 for the embedded broker
 */
public record TopicsSection(String prefix, Optional<Integer> partitions, Optional<Integer> replicationFactor) {

    private static final int CLUSTER_PARTITIONS = 12;
    private static final int CLUSTER_COPIES = 3;
    private static final int SINGLE_PARTITIONS = 4;

    /**
     * Checks the values.
     *
     * @throws dev.reprise.runtime.config.ConfigException with every problem
     */
    public TopicsSection {
        TopicSettings checked = settings(prefix, partitions.orElse(CLUSTER_PARTITIONS),
                replicationFactor.orElse(CLUSTER_COPIES));
        prefix = checked.prefix();
    }

    /** The layout on a cluster of its own. */
    public TopicSettings onCluster() {
        return settings(prefix, partitions.orElse(CLUSTER_PARTITIONS), replicationFactor.orElse(CLUSTER_COPIES));
    }

    /** The layout on the embedded broker, which holds one copy. */
    public TopicSettings onSingleNode() {
        return settings(prefix, partitions.orElse(SINGLE_PARTITIONS), 1);
    }

    private static TopicSettings settings(String prefix, int partitions, int copies) {
        return new TopicSettings(prefix, partitions, copies);
    }
}
