// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Who stopped a run. */
public enum KilledBy {
    /** A person, on purpose. */
    USER,
    /** The scheduler or platform, such as preemption. */
    SYSTEM,
    /** The source does not say. */
    @JsonEnumDefaultValue
    UNKNOWN
}
