// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import dev.reprise.idempotency.lint.Linter;

/**
 * Something to analyse.
 *
 * @param name under which it is reported, with slashes
 * @param path of the file; empty for standard input
 * @param asked whether someone named it, rather than a folder it lies in: then it is analysed whatever it is
 */
record LintSource(String name, Optional<Path> path, boolean asked) {
    /** What is read of a file: one byte more than is analysed shows that it is too large. */
    private static final int READ = Linter.MAX_BYTES + 1;

    byte[] content(InputStream standardInput) throws IOException {
        return path.isPresent() ? content(path.get()) : standardInput.readNBytes(READ);
    }

    static byte[] content(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return stream.readNBytes(READ);
        }
    }
}
