// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether a job may be repeated, as analysed. */
public enum Verdict {
    /** Repeating it ends in the same state. */
    IDEMPOTENT,
    /** Repeating it ends in the same state under a stated condition. */
    CONDITIONAL,
    /** Repeating it may change the outcome. */
    NOT_IDEMPOTENT,
    /** Nobody can say. */
    @JsonEnumDefaultValue
    UNKNOWN
}
