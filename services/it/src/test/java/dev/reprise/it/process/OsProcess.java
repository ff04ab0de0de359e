// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java program in a process of its own that can be killed, stopped and continued as the operating system does it. */
public final class OsProcess implements AutoCloseable {
    private static final Duration END = Duration.ofSeconds(60);
    /** What every child is started with: it lives shortly and must stay small. */
    private static final List<String> SMALL = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
            "-Djava.net.preferIPv4Stack=true");

    private final Process process;
    private final Path log;

    private OsProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts one on the class path of this test.
     *
     * @param launcher what stands before {@code java}, such as {@code ip netns exec NAME}; may be empty
     * @param options options of the JVM
     * @param main the main class
     * @param arguments its arguments
     * @param log its output is appended there
     */
    public static OsProcess start(List<String> launcher, List<String> options, String main, List<String> arguments,
            Path log) {
        List<String> command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            return new OsProcess(new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it runs, or is stopped. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether a signal has stopped it. */
    public boolean isStopped() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException _) {
            return false;
        }
    }

    /** Ends it at once, as kill -9 does, also where it is stopped. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Stops it, as SIGSTOP does. */
    public void stop() {
        signal("STOP");
    }

    /** Asks it to end, and does not wait. */
    public void ask() {
        process.destroy();
    }

    /** Lets it go on. */
    public void resume() {
        signal("CONT");
    }

    /** Where its output is. */
    public Path log() {
        return log;
    }

    /** How many times a text stands in its output. */
    public long count(String text) {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(text)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (isAlive()) {
            resume();
            process.destroy();
        }
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("a killed process goes on: " + log);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
