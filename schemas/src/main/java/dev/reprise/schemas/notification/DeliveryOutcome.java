// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

/** How a delivery ended. */
public enum DeliveryOutcome {
    /** The receiver took it. */
    SENT,
    /** It failed and will be tried again. */
    RETRYING,
    /** It failed for good. */
    FAILED
}
