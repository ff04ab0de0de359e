// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts a wrapper. A seam: tests put faults between the start and the answer. */
@FunctionalInterface
interface WrapperStart {
    /**
     * Starts it and does not wait.
     *
     * @param command program and arguments
     * @param directory where it starts
     * @param environment added to that of the runner
     * @throws IOException when no process was started
     */
    void start(List<String> command, Path directory, Map<String, String> environment) throws IOException;

    /** As a process of the operating system, without any file of the runner. */
    static WrapperStart asProcess() {
        return (command, directory, environment) -> {
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(environment);
            builder.start();
        };
    }
}
