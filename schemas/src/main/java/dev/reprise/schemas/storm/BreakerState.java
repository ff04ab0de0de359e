// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.storm;

/** Where a breaker stands. */
public enum BreakerState {
    /** Reruns pass. */
    CLOSED,
    /** Reruns are held. */
    OPEN,
    /** A few probe whether the trouble is over. */
    HALF_OPEN,
    /** The probes succeeded: what is held is let go at a bounded rate. */
    RELEASING
}
