// SPDX-License-Identifier: Apache-2.0

/**
 * The protocol of one dispatch as pure functions: what is known of a rerun, and the next step. No Kafka, no clock, no
 * thread, no target lives here, so that every case can be tested in memory.
 */
@NullMarked
package dev.reprise.runner.ledger;

import org.jspecify.annotations.NullMarked;
