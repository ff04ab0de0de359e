// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.admission;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What became of a rerun that had asked for admission. */
public enum AdmissionOutcome {
    /** It was sent, and the instance has succeeded. */
    SUCCEEDED,
    /** It was sent, and did not lead to success. */
    @JsonEnumDefaultValue
    FAILED,
    /** It was not sent: something else took its place. */
    WITHDRAWN
}
