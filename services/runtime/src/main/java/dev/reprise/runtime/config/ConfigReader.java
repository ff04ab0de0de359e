// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads configuration into records. Three layers, the later wins: defaults, one YAML file, environment variables.
 *
 * <p>Keys are the record's component names in kebab case ({@code bootstrapServers} is {@code bootstrap-servers}). An
 * environment variable such as {@code REPRISE_KAFKA__BOOTSTRAP_SERVERS} sets {@code kafka.bootstrap-servers}: two
 * underscores part the levels, one is a dash, and a level with a lower-case letter is taken verbatim. Durations are
 * {@code 30s}, sizes {@code 64MiB}. Any text may hold <code>${env:NAME}</code> or <code>${file:/path}</code>;
 * <code>$${</code> stands for <code>${</code>.
 */
public final class ConfigReader {

    private final Map<String, String> environment;

    /** A reader that sees the given environment variables, usually {@link System#getenv()}. */
    public ConfigReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Reads and checks.
     *
     * @param defaults YAML text of the lowest layer; may be empty
     * @param file the file, if there is one
     * @param type the record of the whole configuration
     * @throws ConfigException with every problem that was found
     */
    public <T extends Record> T read(String defaults, Optional<Path> file, Class<T> type) {
        ConfigTree tree = new ConfigTree();
        tree.addYaml("built-in defaults", defaults);
        file.ifPresent(tree::addFile);
        tree.addEnvironment(environment);
        new References(environment).expand(tree);
        return new RecordBinder(tree).bind(type);
    }
}
