// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import dev.reprise.runtime.config.ConfigReader;

/** Reads the configuration: defaults, then the file, then the environment. */
public final class ConfigFile {

    private static final String DEFAULTS = "defaults.yaml";

    private ConfigFile() {}

    /**
     * Reads and checks.
     *
     * @param file the file, if there is one
     * @param environment the environment variables
     * @throws dev.reprise.runtime.config.ConfigException with every problem that was found
     */
    public static AppConfig read(Optional<Path> file, Map<String, String> environment) {
        return new ConfigReader(environment).read(defaults(), file, AppConfig.class);
    }

    /** The text of the defaults. */
    static String defaults() {
        try (InputStream text = ConfigFile.class.getResourceAsStream(DEFAULTS)) {
            if (text == null) {
                throw new IOException(DEFAULTS + " is missing from the program");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the built-in configuration cannot be read", e);
        }
    }
}
