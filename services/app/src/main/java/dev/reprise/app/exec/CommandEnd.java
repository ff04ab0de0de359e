// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import dev.reprise.runtime.lifecycle.ExitCode;

/** How a command ended. */
public sealed interface CommandEnd {

    /** The exit code that the caller gets: the command's own, 128 and the number of the signal, or 126 or 127. */
    int code();

    /**
     * It ran and ended, by itself or by a signal.
     *
     * @param code its exit code; 128 and the number of the signal where one ended it
     * @param outputTail the end of what it wrote, as text; not yet redacted
     */
    record Exited(int code, String outputTail) implements CommandEnd {

        private static final int SIGNALLED = 128;

        /** One line for a person, such as {@code exit code 3}. */
        public String text() {
            return code > SIGNALLED
                    ? "exit code " + code + " (signal " + (code - SIGNALLED) + ")"
                    : "exit code " + code;
        }
    }

    /**
     * It never began, so it had no effect.
     *
     * @param code 127 where there is no such command, 126 where it cannot be executed, as shells have it
     * @param detail one line for a person
     */
    record NotStarted(int code, String detail) implements CommandEnd {}

    /**
     * The gate did not let it start or publish. That is no failure of the job, and nothing is told of it: the request for
     * the permit has told it all.
     *
     * @param detail one line for a person
     */
    record NotLet(String detail) implements CommandEnd {

        @Override
        public int code() {
            return ExitCode.PERMIT_REFUSED.value();
        }
    }
}
