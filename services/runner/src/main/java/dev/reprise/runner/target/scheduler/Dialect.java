// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

/**
 * One action of one scheduler, for one rerun. Used by one thread; each method makes a few requests at most, each within
 * the time-out of the target, and throws nothing that a scheduler can cause.
 */
public interface Dialect {
    /** What stands at the scheduler now. Changes nothing there. */
    Sight look();

    /**
     * Asks for the rerun, once, with the strongest condition that the scheduler can check itself.
     *
     * @param mark what {@link #look()} found before
     */
    Verdict ask(String mark);

    /** Makes the dialect of an order. */
    @FunctionalInterface
    interface Maker {
        /**
         * The dialect.
         *
         * @throws dev.reprise.runner.target.TargetRefusedException naming the setting and the fix
         */
        Dialect of(Order order);
    }
}
