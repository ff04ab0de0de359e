// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

/** What is certain about the run that a rerun would repeat. */
public enum Grounds {
    /** Its body never began: it had no effect. */
    NEVER_STARTED,
    /** It has failed, and whoever owns it said so. */
    FAILED,
    /** It is gone or silent: what it did, nobody knows. */
    LOST,
    /** It has succeeded. */
    SUCCEEDED
}
