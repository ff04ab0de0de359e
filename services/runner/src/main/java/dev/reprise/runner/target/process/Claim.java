// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.time.Instant;

/** Who has the right to run what a run directory was made for: decided once, by an atomic link. */
sealed interface Claim {
    /** When it was made. */
    Instant at();

    /**
     * A wrapper has it, and runs or ran the program.
     *
     * @param at when
     * @param process the wrapper
     */
    record ByProcess(Instant at, ProcessIdentity process) implements Claim {}

    /**
     * The runner has it, so that no wrapper ever will: the program certainly never began.
     *
     * @param at when
     */
    record ByRunner(Instant at) implements Claim {}
}
