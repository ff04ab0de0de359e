// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a command sees of the process it runs in.
 *
 * @param environment the environment variables
 * @param in standard input
 * @param out takes data
 * @param err takes messages
 */
public record Surroundings(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {

    private static final String DATA = "REPRISE_DATA";

    /** Takes a copy. */
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /** An environment variable; an empty one counts as absent. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** Where this user's data is kept: {@code $REPRISE_DATA}, or {@code .reprise} in the home directory. */
    public Path dataDirectory() {
        return variable(DATA).map(Path::of)
                .orElseGet(() -> Path.of(variable("HOME").orElse(".")).resolve(".reprise"));
    }

    /** A single line for the person at the terminal. */
    public void warn(String line) {
        err.println("reprise: " + line);
        err.flush();
    }
}
