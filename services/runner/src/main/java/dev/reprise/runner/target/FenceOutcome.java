// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

/** What it came to that a target was shown a newer fencing token. */
public sealed interface FenceOutcome extends Outcome {
    /** The target refuses every call for this rerun under an older token from now on. */
    record Installed() implements FenceOutcome {}

    /**
     * Nobody knows, or the target says no.
     *
     * @param detail what happened, without secrets
     */
    record Unknown(String detail) implements FenceOutcome {}
}
