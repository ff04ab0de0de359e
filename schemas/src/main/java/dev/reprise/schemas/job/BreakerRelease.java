// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How an open breaker closes. */
public enum BreakerRelease {
    /** By probes that succeed. */
    AUTOMATIC,
    /** By a person. */
    @JsonEnumDefaultValue
    MANUAL
}
