// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.choice;

/** What the scheduler may let happen next. Where it is not possible at that moment, nothing happens. */
public enum Act {
    /** Time goes on. */
    ADVANCE(14),
    /** A source tells something of a run, or should have. */
    REPORT(9),
    /** The coordinator reads a record. */
    READ(22),
    /** The coordinator looks at its timers. */
    FIRE(10),
    /** The coordinator commits. */
    COMMIT(9),
    /** A runner does its next step. */
    RUN(44),
    /** The network carries on with a call. */
    CARRY(24),
    /** A call times out at the runner, whatever becomes of it. */
    TIME_OUT(6),
    /** A message is lost. */
    LOSE(2),
    /** A message arrives twice, where the network may do that. */
    REPEAT(2),
    /** The coordinator dies; its next life begins with what was committed. */
    KILL_COORDINATOR(2),
    /** Another coordinator takes over while this one sleeps. */
    REPLACE_COORDINATOR(2),
    /** A coordinator that was replaced wakes up and goes on. */
    WAKE_COORDINATOR(3),
    /** The coordinator loses its state and reads everything again. */
    FORGET(1),
    /** A runner dies. */
    KILL_RUNNER(2),
    /** The group gives the commands to a runner; the one before may not notice. */
    ASSIGN(3),
    /** The clock of a process jumps. */
    JUMP(1),
    /** The ledger is compacted. */
    COMPACT(1);

    private final int weight;

    Act(int weight) {
        this.weight = weight;
    }

    /** How often it is chosen, against the others. */
    int weight() {
        return weight;
    }
}
