// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether a job may be repeated, as its owner declares. */
public enum Idempotency {
    /** Repeating it ends in the same state. */
    IDEMPOTENT,
    /** Repeating it may double or corrupt its output. */
    NOT_IDEMPOTENT,
    /** The owner has not said. */
    @JsonEnumDefaultValue
    UNKNOWN
}
