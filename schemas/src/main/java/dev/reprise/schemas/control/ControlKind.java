// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.control;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What is switched. */
public enum ControlKind {
    /** Automatic reruns are held until it is lifted; persons' requests pass. */
    PAUSE,
    /** All reruns are held, those that a person asks for too. */
    @JsonEnumDefaultValue
    FREEZE
}
