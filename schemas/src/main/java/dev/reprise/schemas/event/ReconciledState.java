// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What a scheduler answers when it is asked about an attempt. */
public enum ReconciledState {
    /** It has succeeded. */
    SUCCESS,
    /** It runs. */
    RUNNING,
    /** It has failed. */
    FAILED,
    /** The scheduler knows no such run any more. */
    GONE,
    /** It answers with a state nobody knows. */
    @JsonEnumDefaultValue
    UNKNOWN
}
