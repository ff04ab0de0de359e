// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

/** How an attempt failed. */
public enum FailureKind {
    /** It ended with an error. */
    FAILED,
    /** A time limit stopped it. */
    TIMED_OUT
}
