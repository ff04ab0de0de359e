// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long the long runs are: from the properties {@code chaos.episodes}, {@code chaos.seed}, {@code chaos.keys} and
 * {@code chaos.directory}.
 *
 * @param episodes random episodes for each kind of fault run
 * @param seed the first seed
 * @param keys how many instances fail in the dedupe run
 * @param directory where worlds are kept, so that one can be looked at afterwards
 */
record ChaosSettings(int episodes, long seed, int keys, Path directory) {
    static ChaosSettings fromProperties() {
        return new ChaosSettings(Integer.getInteger("chaos.episodes", 60), Long.getLong("chaos.seed", 1),
                Integer.getInteger("chaos.keys", 60_000),
                Path.of(System.getProperty("chaos.directory", "target/chaos")));
    }

    /** A new directory for a world. */
    Path world(String name) {
        try {
            Files.createDirectories(directory);
            return Files.createTempDirectory(directory.toAbsolutePath(), name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
