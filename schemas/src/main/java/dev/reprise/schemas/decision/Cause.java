// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.util.Optional;

/**
 * The record or timer that a decision answers: its provenance.
 *
 * @param type the CloudEvents type of the record, or {@code timer} with its purpose
 * @param topic the topic, for a record
 * @param kafkaPartition the Kafka partition, for a record
 * @param offset the offset, for a record
 */
public record Cause(String type, Optional<String> topic, Optional<Integer> kafkaPartition, Optional<Long> offset) {}
