// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of an unusable record. The bytes stay in Kafka, at the position given here.
 *
 * @param topic the topic it stands in, without the prefix
 * @param kafkaPartition its Kafka partition
 * @param offset its offset
 * @param foundAt when it was found
 * @param foundBy {@code dead-letters} for a record of that topic, {@code read-model} for one that the tail could not read
 * @param sourceTopic the topic it came from, as the header names it
 * @param sourceKafkaPartition its Kafka partition there
 * @param sourceOffset its offset there
 * @param cause what is wrong, coarsely
 * @param message what is wrong, for a person
 * @param key its Kafka key as text, cut to 4096 characters
 * @param valueBytes the size of its value in bytes
 */
public record DeadLetter(String topic, int kafkaPartition, long offset, Instant foundAt, String foundBy,
        String sourceTopic, Optional<Integer> sourceKafkaPartition, Optional<Long> sourceOffset, String cause,
        String message, String key, long valueBytes) {}
