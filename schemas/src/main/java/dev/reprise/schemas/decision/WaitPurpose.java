// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

/** What is waited for. One timer exists for each purpose of an instance; setting it twice is setting it once. */
public enum WaitPurpose {
    /** The truth about a fresh failure. */
    SETTLE,
    /** The end of the back-off between two reruns. */
    BACKOFF,
    /** The barrier marker to be read back. */
    BARRIER,
    /** The scheduler's own retry. */
    NATIVE_RETRY,
    /** A sign of life. */
    HEARTBEAT,
    /** The scheduler's answer to a query. */
    RECONCILE,
    /** Another run of the instance to end. */
    OTHER_RUN,
    /** A person's word. */
    APPROVAL,
    /** The target's answer. */
    DISPATCH,
    /** The group's answer, or a place among its reruns. */
    ADMISSION,
    /** The end of a pause, freeze or blackout. */
    RELEASE,
    /** What it reads to be there. */
    UPSTREAM,
    /** The moment by which the partition must be ready. */
    DEADLINE,
    /** Silence for so long that the instance need not be remembered any more. */
    FORGETTING
}
