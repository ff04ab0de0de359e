// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.log;

/** A topic of one Kafka partition. */
public enum Topic {
    /** What happened to runs, what persons want, and what the coordinator tells itself. */
    EVENTS,
    /** What the coordinator wants done. */
    COMMANDS,
    /** The ledger. */
    DISPATCHES,
    /** What was decided. */
    DECISIONS,
    /** What groups are asked and told. */
    ADMISSIONS
}
