// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

/**
 * What of a Kafka partition was read.
 *
 * @param begin the oldest offset that was still there; more than 0 when retention has taken older ones
 * @param end the offset up to which was read, not included
 */
public record Span(long begin, long end) {}
