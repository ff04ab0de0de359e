// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What to do with a failure while nobody has said whether the job may be repeated. */
public enum WhenUnknown {
    /** Ask a person to approve. */
    APPROVE,
    /** Tell a person, propose nothing. */
    @JsonEnumDefaultValue
    ALERT,
    /** Rerun as if it were idempotent. */
    RERUN
}
