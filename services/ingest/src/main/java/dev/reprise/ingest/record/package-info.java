// SPDX-License-Identifier: Apache-2.0

/**
 * Records that this service writes with a plain producer, and the producer that answers only when Kafka has them. No format
 * of a sender is read here.
 */
@NullMarked
package dev.reprise.ingest.record;

import org.jspecify.annotations.NullMarked;
