// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.time.Duration;
import org.apache.kafka.common.utils.Utils;

import dev.reprise.core.instance.Remembrance;

/**
 * What the topology must know.
 *
 * @param topicPrefix prefix of every topic
 * @param kafkaPartitions how many Kafka partitions the instance topics have, for ever
 * @param tick how often due timers are looked for
 * @param timersPerTick how many one look handles at most
 * @param remembrance how long instances at rest are remembered
 */
public record TopologySettings(String topicPrefix, int kafkaPartitions, Duration tick, int timersPerTick,
        Remembrance remembrance) {
    /** With instances remembered for as long as by default. */
    public TopologySettings(String topicPrefix, int kafkaPartitions, Duration tick, int timersPerTick) {
        this(topicPrefix, kafkaPartitions, tick, timersPerTick, Remembrance.DEFAULTS);
    }

    /** A topic's name without the prefix. */
    String suffix(String topic) {
        return topic.startsWith(topicPrefix) ? topic.substring(topicPrefix.length()) : topic;
    }

    /** Where Kafka's default partitioner puts a key. */
    int kafkaPartitionOf(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key)) % kafkaPartitions;
    }
}
