// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

/** How a delivery stands, as a filter names it. */
enum DeliveryState {
    /** Decided, and not tried yet. */
    PENDING,
    /** The receiver took it. */
    SENT,
    /** It failed and will be tried again. */
    RETRYING,
    /** It failed for good. */
    FAILED
}
