// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.failpoint;

import java.util.Locale;

import dev.reprise.runtime.failpoint.Place;

/** The steps of the coordinator at which a test may interfere. */
public enum Failpoint implements Place {
    /** A Kafka partition is assigned and its state restored, no record read. */
    AFTER_ASSIGNMENT,
    /** A batch of a changelog is restored, more may be to come. */
    IN_RESTORE,
    /** A changelog is restored. */
    AFTER_RESTORE,
    /** A record is read, nothing decided. */
    BEFORE_STEP,
    /** The core has run, nothing is stored. */
    BEFORE_STORE,
    /** State and timer are stored, nothing is forwarded. */
    AFTER_STORE,
    /** A decision is forwarded, its command or alert is not. */
    AFTER_DECISION,
    /** All of a step is forwarded, what others are to be told included. */
    AFTER_FORWARD,
    /** A timer that was due is deleted, its step not yet made. */
    IN_TIMER,
    /** An unusable record is forwarded as a dead letter. */
    AFTER_DEAD_LETTER,
    /** What an instance told its group is read, nothing decided. */
    BEFORE_GROUP_STEP,
    /** The state of a group is stored, nobody is answered. */
    AFTER_GROUP_STORE,
    /** All of a group's step is forwarded. */
    AFTER_GROUP_FORWARD,
    /** A transaction has begun and nothing is sent in it. */
    IN_TRANSACTION,
    /** Positions are sent in the transaction, it is not committed. */
    BEFORE_COMMIT,
    /** A transaction is committed, and the stores do not yet know. */
    AFTER_COMMIT,
    /** A Kafka partition is being given up. */
    IN_REVOKE;

    @Override
    public String text() {
        return "coordinator." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
