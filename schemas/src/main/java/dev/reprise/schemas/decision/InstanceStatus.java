// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Where an instance stands. */
public enum InstanceStatus {
    /** Nothing is known of it yet. */
    IDLE,
    /** A run is alive. */
    RUNNING,
    /** It has succeeded. */
    SUCCEEDED,
    /** It has failed; the truth may still arrive. */
    SETTLING,
    /** It has failed; its scheduler will try again by itself. */
    AWAITING_NATIVE_RETRY,
    /** No sign of life; its scheduler is asked. */
    RECONCILING,
    /** It has failed; the next rerun is spaced out. */
    BACKING_OFF,
    /** The rerun is held: by a pause, a storm, its group, or what it reads is missing. */
    HELD,
    /** A person must approve the rerun. */
    AWAITING_APPROVAL,
    /** A rerun is decided and not yet taken by its target. */
    INTENDED,
    /** It is unknown whether the target took the rerun. */
    IN_DOUBT,
    /** The target took the rerun; its run has not been seen yet. */
    DISPATCHED,
    /** The rerun is alive. */
    RERUNNING,
    /** A person reset it at its scheduler; a new run is expected. */
    CLEARED,
    /** Skipped, killed on purpose, or failed upstream: nothing is to be done here. */
    CLOSED,
    /** It rests with people. */
    GAVE_UP,
    /** A status that this version does not know: it was written by a newer one. Never entered, only read. */
    @JsonEnumDefaultValue
    UNRECOGNISED
}
