// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** When a job may be rerun at all: DataWorks' three rerun settings. */
public enum RerunRule {
    /** Whether it failed or succeeded. */
    ALWAYS,
    /** Only after a failure. */
    ON_FAILURE,
    /** Never by Reprise. */
    @JsonEnumDefaultValue
    NEVER
}
