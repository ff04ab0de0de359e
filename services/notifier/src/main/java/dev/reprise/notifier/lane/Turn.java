// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.time.Instant;

/** How a lane's turn with one revision ended. */
sealed interface Turn {
    /** Nothing is left to do for it. */
    record Ended() implements Turn {}

    /**
     * It waits for its retry, as the log says.
     *
     * @param at when
     */
    record Postponed(Instant at) implements Turn {}

    /**
     * Nothing may be told now: the pace forbids it, or the log cannot be written.
     *
     * @param until when to look again
     */
    record Paused(Instant until) implements Turn {}

    /**
     * A try failed and the retry is recorded; a newer revision takes its place.
     *
     * @param at when to try again
     */
    record Retrying(Instant at) implements Turn {}
}
