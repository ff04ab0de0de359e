// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What a group says to a rerun that asks for admission. */
public enum AdmissionRuling {
    /** It may be sent when its wait is over. */
    ADMITTED,
    /** It is held until it is released. */
    @JsonEnumDefaultValue
    HELD
}
