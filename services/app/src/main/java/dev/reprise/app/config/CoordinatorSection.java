// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;

/**
 * Settings of the coordinator.
 *
 * @param tick how often due timers are looked for, 10 ms to 10 s; a timer may be that late and is never early
 * @param timersPerTick how many due timers one look handles at most, 1 to 10000
 * @param remember how long instances at rest are remembered
 */
public record CoordinatorSection(Duration tick, int timersPerTick, RememberSection remember) {

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final int MOST = 10_000;

    /**
     * Checks the bounds.
     *
     * @throws ConfigException naming every value out of bounds
     */
    public CoordinatorSection {
        List<ConfigProblem> problems = new ArrayList<>();
        if (tick.compareTo(SHORTEST) < 0 || tick.compareTo(LONGEST) > 0) {
            problems.add(ConfigProblem.of("tick", "expected 10ms to 10s, found " + DurationText.format(tick),
                    "choose a duration in between"));
        }
        if (timersPerTick < 1 || timersPerTick > MOST) {
            problems.add(ConfigProblem.of("timers-per-tick", "expected 1 to " + MOST + ", found " + timersPerTick,
                    "choose a number in between"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }
}
