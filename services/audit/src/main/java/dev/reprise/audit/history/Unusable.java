// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Instant;

/**
 * A record that cannot be used.
 *
 * @param position where it stands
 * @param appendedAt its Kafka time
 * @param cause what is wrong with it
 */
public record Unusable(Position position, Instant appendedAt, String cause) {}
