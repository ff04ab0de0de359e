// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.storm;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Where a breaker stands. */
public enum BreakerState {
    /** Reruns pass. */
    CLOSED,
    /** Reruns are held. */
    @JsonEnumDefaultValue
    OPEN,
    /** A few probe whether the trouble is over. */
    HALF_OPEN,
    /** The probes succeeded: what is held is let go at a bounded rate. */
    RELEASING
}
