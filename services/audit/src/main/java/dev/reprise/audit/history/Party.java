// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

/** A service that commits how far it has come. */
public enum Party {
    /** Reads events and dispatches. */
    COORDINATOR,
    /** Reads commands. */
    RUNNER,
    /** Reads alerts. */
    NOTIFIER
}
