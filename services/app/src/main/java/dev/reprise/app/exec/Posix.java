// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The few calls of the C library for which Java has no form. */
final class Posix {

    private static final int READ_ONLY = 0;

    private Posix() {}

    /** Sends a signal; a process that has ended meanwhile is no error. */
    static void kill(long pid, int signal) {
        try {
            int ignored = (int) function("kill", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT)).invokeExact((int) pid, signal);
        } catch (Throwable e) { // declared by method handles
            throw new IllegalStateException("kill(" + pid + ", " + signal + ") could not be called", e);
        }
    }

    /**
     * Whether this process is in the foreground of a terminal, so that what is typed there (Ctrl-C) reaches its children
     * without us.
     */
    static boolean inForeground() {
        try (Arena arena = Arena.ofConfined()) {
            FunctionDescriptor noArgument = FunctionDescriptor.of(ValueLayout.JAVA_INT);
            FunctionDescriptor oneArgument = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
            int terminal = (int) function("open", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT)).invokeExact(arena.allocateFrom("/dev/tty"), READ_ONLY);
            if (terminal < 0) {
                return false;
            }
            int foreground = (int) function("tcgetpgrp", oneArgument).invokeExact(terminal);
            int own = (int) function("getpgrp", noArgument).invokeExact();
            int ignored = (int) function("close", oneArgument).invokeExact(terminal);
            return foreground == own;
        } catch (Throwable e) { // declared by method handles
            throw new IllegalStateException("the terminal could not be asked", e);
        }
    }

    // Restricted, because a wrong signature would end the JVM: each of them is written down once, here.
    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor signature) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature);
    }
}
