// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What histories came to: a simulation in which nothing happens would find nothing. One thread. */
public final class Coverage {
    private final long[] counts = new long[Seen.values().length];

    /** What is counted. */
    public enum Seen {
        /** Choices that were carried out. */
        CHOICES,
        /** Reruns that the target started. */
        STARTS,
        /** Calls that found a start that was there already. */
        REPEATED_CALLS,
        /** Tokens that the target was shown. */
        TOKENS,
        /** Calls that the target refused because their token was no longer the newest. */
        STALE_CALLS,
        /** Takeovers. */
        TAKEOVERS,
        /** Intents. */
        INTENTS,
        /** Doubts. */
        DOUBTS,
        /** Dispatches that were taken by the target. */
        ACCEPTED,
        /** Dispatches that were parked. */
        PARKED,
        /** Dispatches that were refused. */
        REJECTED,
        /** Dispatches that were too late. */
        EXPIRED,
        /** Dispatches that were taken back. */
        CANCELLED,
        /** Runners or coordinators that found themselves fenced off. */
        FENCED,
        /** Processes that died. */
        DEATHS,
        /** Lives of the coordinator that began without its state. */
        FORGOTTEN,
        /** Successes at rest of which the single reports were forgotten. */
        CONDENSED,
        /** Instances at rest that were forgotten. */
        QUIET,
        /** Reruns of which no runner said anything in their time. */
        UNANSWERED,
        /** Reruns decided. */
        RERUNS,
        /** Alerts. */
        ALERTS,
        /** Reruns that a success prevented. */
        PREVENTED,
        /** Failures that were too old. */
        STALE,
        /** Reruns that were held by their group. */
        HELD
    }

    /** Counts one. */
    public void add(Seen seen) {
        add(seen, 1);
    }

    /** Counts many. */
    public void add(Seen seen, long count) {
        counts[seen.ordinal()] += count;
    }

    /** Adds what another has counted. */
    public void add(Coverage other) {
        for (int at = 0; at < counts.length; at++) {
            counts[at] += other.counts[at];
        }
    }

    /** How many of it there were. */
    public long of(Seen seen) {
        return counts[seen.ordinal()];
    }

    @Override
    public String toString() {
        return Arrays.stream(Seen.values()).map(seen -> seen + "=" + of(seen)).collect(Collectors.joining(", "));
    }
}
