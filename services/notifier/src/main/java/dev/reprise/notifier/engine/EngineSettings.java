// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.time.Duration;

/**
 * What the topology must know.
 *
 * @param topicPrefix prefix of every topic
 * @param kafkaPartitions Kafka partitions of the topic that brings alerts to their groups, for ever
 * @param tick how often due groups are looked for
 * @param groupsPerTick how many one look handles at most
 */
public record EngineSettings(String topicPrefix, int kafkaPartitions, Duration tick, int groupsPerTick) {}
