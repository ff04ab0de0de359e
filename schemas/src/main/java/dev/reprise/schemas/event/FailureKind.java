// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How an attempt failed. */
public enum FailureKind {
    /** It ended with an error. */
    @JsonEnumDefaultValue
    FAILED,
    /** A time limit stopped it. */
    TIMED_OUT
}
