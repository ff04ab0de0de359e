// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How much a report of success proves. */
public enum SuccessProof {
    /** From the source that owns the job: the job has succeeded. */
    OWNER,
    /** From something inside or beside the job, such as an engine that ends normally after an error. It never outweighs a failure of the same attempt. */
    @JsonEnumDefaultValue
    OBSERVER
}
