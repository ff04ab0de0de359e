// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How soon a person must look. */
public enum Severity {
    /** Now: data is at risk or nobody else will act. */
    @JsonEnumDefaultValue
    CRITICAL,
    /** Today: something needs a decision. */
    WARNING,
    /** For the record. */
    INFO
}
