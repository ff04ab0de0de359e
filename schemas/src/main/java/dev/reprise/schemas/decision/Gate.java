// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

/** Where a run that is gated asks before it goes on. */
public enum Gate {
    /** Before its body starts. */
    START,
    /** Before it makes its output visible. */
    COMMIT
}
