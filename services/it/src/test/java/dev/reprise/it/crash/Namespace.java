// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A network namespace with one wire to this machine, which can be cut in one direction or both. Needs root, {@code ip} and
 * {@code iptables}.
 */
final class Namespace implements AutoCloseable {
    private static final String OUTSIDE = "10.213.77.1";
    private static final String INSIDE = "10.213.77.2";
    private final String name = "reprise-" + ProcessHandle.current().pid();
    private final String wire = "rp" + ProcessHandle.current().pid();

    /** Which direction is cut. */
    enum Cut {
        /** Nothing comes out of the namespace. */
        OUTWARD,
        /** Nothing comes into it. */
        INWARD,
        /** Neither. */
        BOTH
    }

    /** Makes it. */
    Namespace() {
        run("ip", "netns", "add", name);
        try {
            run("ip", "link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", name);
            run("ip", "addr", "add", OUTSIDE + "/30", "dev", wire);
            run("ip", "link", "set", wire, "up");
            run("ip", "netns", "exec", name, "ip", "addr", "add", INSIDE + "/30", "dev", "eth0");
            run("ip", "netns", "exec", name, "ip", "link", "set", "eth0", "up");
            run("ip", "netns", "exec", name, "ip", "link", "set", "lo", "up");
            run("iptables", "-L", "INPUT", "-n");
        } catch (IllegalStateException e) {
            close();
            throw e;
        }
    }

    /** Why none can be made here; empty where it can. */
    static Optional<String> obstacle() {
        try (Namespace tried = new Namespace()) {
            return tried.name.isEmpty() ? Optional.of("no name") : Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** This machine's address as seen from inside. */
    static String outside() {
        return OUTSIDE;
    }

    /** What stands before a command that runs inside. */
    List<String> launcher() {
        return List.of("ip", "netns", "exec", name);
    }

    /** Cuts the wire. */
    void cut(Cut cut) {
        if (cut != Cut.INWARD) {
            run("iptables", "-I", "INPUT", "-i", wire, "-j", "DROP");
        }
        if (cut != Cut.OUTWARD) {
            run("iptables", "-I", "OUTPUT", "-o", wire, "-j", "DROP");
        }
    }

    /** Mends the wire. */
    void mend() {
        attempt("iptables", "-D", "INPUT", "-i", wire, "-j", "DROP");
        attempt("iptables", "-D", "OUTPUT", "-o", wire, "-j", "DROP");
    }

    @Override
    public void close() {
        mend();
        attempt("ip", "link", "del", wire);
        attempt("ip", "netns", "del", name);
    }

    private static void run(String... command) {
        Optional<String> failure = attempt(command);
        if (failure.isPresent()) {
            throw new IllegalStateException(String.join(" ", command) + ": " + failure.get());
        }
    }

    private static Optional<String> attempt(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile()).start();
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(told);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
