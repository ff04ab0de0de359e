// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java machine of its own with the class path of the test, for what can only be seen from outside. */
public final class ChildProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final BufferedReader output;

    private ChildProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts the main method of a test class; its standard error goes into {@code errors}. */
    public static ChildProcess start(Class<?> main, Path errors, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-cp",
                System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ChildProcess(new ProcessBuilder(command).redirectError(errors.toFile()).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next line of its standard output. */
    public String line() {
        try {
            return String.valueOf(output.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to end, as an orchestrator does. */
    public void terminate() {
        process.destroy();
    }

    /** Ends it at once, as a crash does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        exitCode();
    }

    /** Waits for its end. */
    public int exitCode() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the child process did not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
