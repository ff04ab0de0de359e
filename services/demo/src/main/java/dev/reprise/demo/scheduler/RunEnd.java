// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

/** How a process ended. */
public sealed interface RunEnd {
    /** What a shell reports of a process that was killed with signal 9. */
    int KILLED = 128 + 9;

    /**
     * It ran and is gone.
     *
     * @param code its exit status, 128 and more for a signal
     * @param output the last lines of its output, separated by line feeds
     */
    record Exited(int code, String output) implements RunEnd {
        /** The last line of the output, which is where a program says why it failed. */
        public String lastLine() {
            return output.lines().reduce("", (_, last) -> last);
        }
    }

    /**
     * There never was a process.
     *
     * @param why what the system said
     */
    record NotStarted(String why) implements RunEnd {}

    /** Whether the work was done. */
    default boolean succeeded() {
        return this instanceof Exited exited && exited.code == 0;
    }
}
