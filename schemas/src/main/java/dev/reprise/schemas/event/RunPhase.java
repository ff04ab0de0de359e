// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How far an attempt had come when it ended. */
public enum RunPhase {
    /** The body of the job certainly never began: it had no effect. */
    NEVER_STARTED,
    /** The body may have run, in part or whole. */
    @JsonEnumDefaultValue
    MAY_HAVE_RUN,
    /** The body has certainly left part of its output. */
    PARTIAL
}
