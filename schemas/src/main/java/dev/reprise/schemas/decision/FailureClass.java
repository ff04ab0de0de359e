// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What kind of trouble a failure is: it bounds how often a rerun is tried, and tells a person where to look. */
public enum FailureClass {
    /** The platform below the job: lost nodes, evicted containers, networks, services that are away or throttle. */
    PLATFORM,
    /** The job asked for more memory, disk, slots or quota than it was given. */
    RESOURCE,
    /** A time limit stopped it. */
    TIMEOUT,
    /** The job's own code or configuration: it fails the same way each time. */
    USER_CODE,
    /** The data does not fit what the job expects. */
    DATA,
    /** Something that it reads is missing or not ready. */
    UPSTREAM,
    /** It may not do what it tried. */
    PERMISSION,
    /** Somebody or something stopped it. */
    KILLED,
    /** No rule matched. */
    @JsonEnumDefaultValue
    UNKNOWN
}
