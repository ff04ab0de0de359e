// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.runner.ledger.RetryTimes;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * How commands are carried out.
 *
 * @param retry when a call is repeated
 * @param maxCalls most calls at a time for one Kafka partition, from 1 (default 16)
 * @param maxOpen most dispatches without a result for one Kafka partition, from {@code maxCalls} (default 1000)
 * @param drain how long calls may finish when a Kafka partition is given up, up to 2 min (default 20 s)
 * @param rebuildTimeout how long reading the ledger of a Kafka partition may take (default 2 min)
 * @param ledgerHorizon how long a result is remembered in memory, at least 1 d (default 7 d)
 */
public record DispatchSettings(RetryTimes retry, int maxCalls, int maxOpen, Duration drain, Duration rebuildTimeout,
        Duration ledgerHorizon) {
    /**
     * Checks the settings.
     *
     * @throws ConfigException naming each one that is wrong
     */
    public DispatchSettings {
        List<ConfigProblem> problems = new ArrayList<>();
        if (maxCalls < 1) {
            problems.add(ConfigProblem.of("max-calls", "expected 1 or more, found " + maxCalls, "choose 16"));
        }
        if (maxOpen < maxCalls) {
            problems.add(ConfigProblem.of("max-open", "is less than max-calls", "choose 1000"));
        }
        // Longer, and the group would go on without this runner before it has finished.
        if (drain.isNegative() || drain.compareTo(Duration.ofMinutes(2)) > 0) {
            problems.add(ConfigProblem.of("drain", "expected 0s to 2m, found " + drain, "choose 20s"));
        }
        if (!rebuildTimeout.isPositive()) {
            problems.add(ConfigProblem.of("rebuild-timeout", "expected more than 0s", "choose 2m"));
        }
        if (ledgerHorizon.compareTo(Duration.ofDays(1)) < 0) {
            problems.add(ConfigProblem.of("ledger-horizon", "is shorter than 1d", "choose 7d"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The defaults. */
    public static DispatchSettings defaults() {
        return new DispatchSettings(RetryTimes.defaults(), 16, 1000, Duration.ofSeconds(20), Duration.ofMinutes(2),
                Duration.ofDays(7));
    }
}
