// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.choice;

/**
 * One choice of the scheduler.
 *
 * @param act what happens
 * @param how which way of it, 0 to {@value #MOST}
 */
public record Choice(Act act, int how) {
    /** The highest way that is drawn. */
    public static final int MOST = 999_999;

    /** A number out of {@code bound} that the choice determines, and another for each {@code salt}. */
    public int pick(int salt, int bound) {
        long mixed = (how + 1L) * 0x9E3779B97F4A7C15L + salt * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 31)) * 0x94D049BB133111EBL;
        return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 29), bound);
    }

    @Override
    public String toString() {
        return act + " " + how;
    }
}
