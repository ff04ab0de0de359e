// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

import dev.reprise.runtime.metrics.BuildVersion;

/** Reads what was built. */
public final class BuildFile {

    private static final String FILE = "build.properties";

    private BuildFile() {}

    /**
     * The version and revision of this program.
     *
     * @throws UncheckedIOException if the program was put together without its own file
     */
    public static BuildVersion read() {
        Properties properties = new Properties();
        try (InputStream file = BuildFile.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IOException(FILE + " is missing from the program");
            }
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell what was built", e);
        }
        return new BuildVersion(properties.getProperty("version", "unknown"),
                properties.getProperty("revision", "unknown"));
    }
}
