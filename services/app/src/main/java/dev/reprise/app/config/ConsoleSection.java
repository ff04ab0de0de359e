// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import dev.reprise.console.ConsoleConfig;
import dev.reprise.console.store.DatabaseConfig;

/**
 * Settings of the console.
 *
 * @param retention how long history stays in the read model, 1d to 3650d
 * @param database the PostgreSQL database of the read model; empty for the embedded file
 */
public record ConsoleSection(Duration retention, Optional<DatabaseConfig> database) {

    /**
     * Checks the bounds.
     *
     * @throws dev.reprise.runtime.config.ConfigException when it is out of bounds
     */
    public ConsoleSection {
        retention = new ConsoleConfig(Path.of("."), retention, database).retention();
    }
}
