// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Which partition of an upstream job a partition reads. */
public enum PartitionMapping {
    /** The one of the same key. */
    @JsonEnumDefaultValue
    SAME,
    /** The job has no partitions: its whole output. */
    WHOLE
}
