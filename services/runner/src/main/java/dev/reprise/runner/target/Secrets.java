// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns references of secrets into their values, at the moment of use and nowhere else, so that a changed secret counts
 * at once and none is kept in a record, a log or a run directory.
 */
public final class Secrets {
    private static final int LONGEST_FILE = 64 * 1024;

    private final Function<String, @Nullable String> environment;

    /**
     * Makes a reader.
     *
     * @param environment where names are looked up, such as {@link System#getenv(String)}
     */
    public Secrets(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    /**
     * The value of a reference.
     *
     * @param reference {@code env:NAME} or {@code file:PATH}
     * @throws TargetRefusedException naming the reference and the fix, never a value
     */
    public String reveal(String reference) {
        if (reference.startsWith("env:")) {
            String name = reference.substring("env:".length());
            return Optional.ofNullable(environment.apply(name)).orElseThrow(() -> new TargetRefusedException(
                    "${" + reference + "} has no value: set the variable in the environment of the runner"));
        }
        if (reference.startsWith("file:")) {
            return read(reference, reference.substring("file:".length()));
        }
        throw new TargetRefusedException("${" + reference + "} is no secret: write ${env:NAME} or ${file:PATH}");
    }

    private static String read(String reference, String name) {
        try {
            Path file = Path.of(name);
            if (Files.size(file) > LONGEST_FILE) {
                throw new TargetRefusedException("${" + reference + "} is larger than " + LONGEST_FILE + " bytes");
            }
            // Editors and most tools end a file with a line break that is no part of the secret.
            return Files.readString(file, StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException | InvalidPathException _) {
            throw new TargetRefusedException("${" + reference + "} cannot be read: make it a readable UTF-8 file");
        }
    }
}
