// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import dev.reprise.demo.warehouse.Fault;

/**
 * One process of one run.
 *
 * @param command program and arguments
 * @param fault what will go wrong in it
 * @param killAt the line of output at which it is killed, as by {@code kill -9}; absent: it is left alone
 */
public record JobProcess(List<String> command, Fault fault, Optional<String> killAt) {
    private static final int KEPT_LINES = 20;

    /**
     * Starts it and waits for its end.
     *
     * @throws InterruptedException when the waiting thread is interrupted; the process is then killed
     */
    public RunEnd run() throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(Fault.VARIABLE, fault.text());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new RunEnd.NotStarted(String.valueOf(e.getMessage()).strip());
        }
        try {
            String output = watch(process);
            return new RunEnd.Exited(process.waitFor(), output);
        } finally {
            process.destroyForcibly();
        }
    }

    private String watch(Process process) {
        Deque<String> lines = new ArrayDeque<>();
        try (BufferedReader reader = process.inputReader()) {
            for (Optional<String> line = next(reader); line.isPresent(); line = next(reader)) {
                lines.addLast(line.get());
                if (lines.size() > KEPT_LINES) {
                    lines.removeFirst();
                }
                if (killAt.equals(line)) {
                    // By its handle: the process itself would close the output under the reader.
                    process.toHandle().destroyForcibly();
                }
            }
            return String.join("\n", lines);
        } catch (IOException e) {
            throw new UncheckedIOException("the output of a job process cannot be read", e);
        }
    }

    private static Optional<String> next(BufferedReader reader) throws IOException {
        return Optional.ofNullable(reader.readLine());
    }
}
