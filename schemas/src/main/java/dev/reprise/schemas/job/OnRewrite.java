// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What to do with a partition that succeeded, when what it had read is written anew. */
public enum OnRewrite {
    /** List it, for a person to see. */
    @JsonEnumDefaultValue
    LIST,
    /** Rerun it, if the guard allows. */
    RERUN
}
