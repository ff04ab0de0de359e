// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.log;

/** A transaction: readers see nothing of it before its commit, and nothing behind it while it is open. */
final class Transaction {
    /** What is written without one is there at once. */
    static final Transaction NONE = new Transaction(State.COMMITTED);
    private State state;

    enum State {
        OPEN, COMMITTED, ABORTED
    }

    private Transaction(State state) {
        this.state = state;
    }

    static Transaction begin() {
        return new Transaction(State.OPEN);
    }

    State state() {
        return state;
    }

    void end(State next) {
        if (state == State.OPEN) {
            state = next;
        }
    }
}
