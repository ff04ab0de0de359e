// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether decided reruns are sent. */
public enum RerunMode {
    /** They are sent. */
    LIVE,
    /** They are decided and recorded, never sent: to see what would happen before it is switched on. */
    @JsonEnumDefaultValue
    SHADOW
}
