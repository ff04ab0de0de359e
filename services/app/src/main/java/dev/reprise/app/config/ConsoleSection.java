// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.nio.file.Path;
import java.time.Duration;

import dev.reprise.console.ConsoleConfig;

/**
 * Settings of the console.
 *
 * @param retention how long history stays in the read model, 1d to 3650d
 */
public record ConsoleSection(Duration retention) {

    /**
     * Checks the bounds.
     *
     * @throws dev.reprise.runtime.config.ConfigException when it is out of bounds
     */
    public ConsoleSection {
        retention = new ConsoleConfig(Path.of("."), retention).retention();
    }
}
