// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Passes TERM, INT and HUP on to the command instead of ending this process. What the terminal sends to the whole
 * foreground group (Ctrl-C, hang-up) has reached the command already and is not sent again.
 */
final class SignalRelay implements AutoCloseable {

    /** Numbers that are the same on every POSIX system. */
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private record Former(Signal signal, SignalHandler handler) {}

    private final List<Former> formers = new ArrayList<>();
    private final List<String> early = new ArrayList<>();
    private @Nullable Process command;

    /** Begins to take signals; those that come before {@link #to} are kept. */
    SignalRelay() {
        for (String name : NUMBERS.keySet().stream().sorted().toList()) {
            try {
                Signal signal = new Signal(name);
                SignalHandler former = Signal.handle(signal, taken -> relay(taken.getName()));
                if (former == SignalHandler.SIG_IGN) {
                    // Ignored for us and for all we start, as nohup has it: so it stays.
                    Signal.handle(signal, former);
                } else {
                    formers.add(new Former(signal, former));
                }
            } catch (IllegalArgumentException _) {
                // Not a signal of this system, or taken by the JVM for itself (-Xrs).
            }
        }
    }

    /** The process that gets the signals from now on. */
    synchronized void to(Process started) {
        command = started;
        early.forEach(name -> send(started, name));
        early.clear();
    }

    /** Gives the signals back to the JVM. */
    @Override
    public void close() {
        formers.forEach(former -> Signal.handle(former.signal(), former.handler()));
    }

    private synchronized void relay(String name) {
        Process started = command;
        if (started == null) {
            early.add(name);
        } else if (name.equals("TERM") || !Posix.inForeground()) {
            send(started, name);
        }
    }

    private static void send(Process started, String name) {
        if (started.isAlive()) {
            Posix.kill(started.pid(), NUMBERS.getOrDefault(name, 0));
        }
    }
}
