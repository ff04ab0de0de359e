// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.log;

import java.time.Instant;

/**
 * A record in the log.
 *
 * @param topic where
 * @param offset its offset
 * @param appendedAt when the broker appended it, by its clock, which is right
 * @param value what it says
 */
public record Entry(Topic topic, long offset, Instant appendedAt, Object value) {}
