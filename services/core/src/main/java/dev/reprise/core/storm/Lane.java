// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

/**
 * Where a rerun waits.
 *
 * @param kind what it waits for
 * @param signature the error signature of the breaker that holds it; empty for the group as a whole and for other kinds
 */
public record Lane(Kind kind, String signature) {
    /** For a place in the retry budget. */
    public static final Lane BUDGET = new Lane(Kind.BUDGET, "");
    /** For a slot. */
    public static final Lane SLOT = new Lane(Kind.SLOT, "");

    /** What a lane waits for. */
    public enum Kind {
        /** An open breaker. */
        BREAKER,
        /** The retry budget. */
        BUDGET,
        /** A slot among the reruns under way. */
        SLOT
    }

    /** The lane of a breaker. */
    public static Lane of(Breaker breaker) {
        return new Lane(Kind.BREAKER, breaker.signature());
    }
}
