// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What a command sees of the process it runs in.
 *
 * @param environment the environment variables
 * @param in standard input
 * @param out takes data
 * @param err takes messages
 * @param terminal whether a person sits at standard input and output
 */
public record Surroundings(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err,
        BooleanSupplier terminal) {

    private static final String DATA = "REPRISE_DATA";

    /** Takes a copy. */
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /** Surroundings without a person. */
    public Surroundings(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {
        this(environment, in, out, err, () -> false);
    }

    /** Whether a person can be asked. */
    public boolean isTerminal() {
        return terminal.getAsBoolean();
    }

    /** Asks the person at the terminal; anything but yes is no. */
    public boolean agrees(String question) {
        out.flush();
        err.print(question + " [y/N] ");
        err.flush();
        return List.of("y", "yes").contains(line().strip().toLowerCase(Locale.ROOT));
    }

    /** One line of standard input and no byte more: what comes after it belongs to someone else. */
    String line() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                bytes.write(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
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
