// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

/** What a receiver believes. */
public enum Told {
    /** Nothing yet. */
    NOTHING,
    /** That the alert fires. */
    FIRING,
    /** That the alert is over. */
    RESOLVED
}
