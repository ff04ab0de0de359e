// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

/** A target in a world in which one fault at a time can be arranged. Used by one thread. */
public interface Stage extends AutoCloseable {
    /** The target. */
    Target target();

    /** The request for one rerun of the run that has failed in this world. */
    TargetRequest request();

    /** What happens to the next call, and to that one only. */
    void arrange(Fault fault);

    /** From now on all goes well. */
    void heal();

    /** The rerun that was started fails. */
    void failAgain();

    /** The target forgets our name, as it does after a while. */
    void forget();

    /** What was held on its way arrives. */
    void deliverHeld();

    /** How often the rerun has begun. */
    int effects();

    /** How often the target was asked for the rerun. */
    int calls();

    @Override
    void close();

    /** Makes a world for one fault. */
    @FunctionalInterface
    interface Maker {
        /** The world. */
        Stage open(Fault fault);
    }
}
