// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.console.store.DatabaseConfig;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * Settings of the console.
 *
 * @param dataDirectory where the read model lives; made when absent, one process per directory; may be deleted at any time
 *        the process is down
 * @param retention how long history stays in the read model, 1d to 3650d (default 90d); what is older can still be in Kafka
 * @param database where the read model lives instead; several consoles may share it
 */
public record ConsoleConfig(Path dataDirectory, Duration retention, Optional<DatabaseConfig> database) {

    private static final Duration SHORTEST = Duration.ofDays(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    /**
     * Fills in the defaults for what is absent and checks the rest.
     *
     * @throws ConfigException with every problem
     */
    public ConsoleConfig(Path dataDirectory, @Nullable Duration retention,
            @Nullable Optional<DatabaseConfig> database) {
        this.dataDirectory = dataDirectory;
        this.retention = retention == null ? Duration.ofDays(90) : retention;
        this.database = database == null ? Optional.empty() : database;
        List<ConfigProblem> problems = new ArrayList<>();
        if (this.retention.compareTo(SHORTEST) < 0 || this.retention.compareTo(LONGEST) > 0) {
            problems.add(ConfigProblem.of("retention", "expected 1d to 3650d, found " + this.retention,
                    "choose a duration in that range"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The defaults, on a directory. */
    public static ConsoleConfig on(Path dataDirectory) {
        return new ConsoleConfig(dataDirectory, null, null);
    }
}
