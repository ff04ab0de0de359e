// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * When a call is repeated.
 *
 * @param initial the first delay, doubled at each try (default 5 s)
 * @param max the longest delay (default 5 min)
 * @param unsentPatience how long a target that cannot be reached is tried before the rerun is given back (default 2 min)
 */
public record RetryTimes(Duration initial, Duration max, Duration unsentPatience) {
    private static final int MOST_DOUBLINGS = 30;

    /**
     * Checks the times.
     *
     * @throws ConfigException naming each one that is wrong
     */
    public RetryTimes {
        List<ConfigProblem> problems = new ArrayList<>();
        if (!initial.isPositive()) {
            problems.add(ConfigProblem.of("initial", "expected more than 0s, found " + initial, "choose 5s"));
        }
        if (max.compareTo(initial) < 0) {
            problems.add(ConfigProblem.of("max", "is shorter than initial", "choose at least " + initial));
        }
        if (unsentPatience.isNegative()) {
            problems.add(ConfigProblem.of("unsent-patience", "is negative", "choose 0s or more"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The defaults. */
    public static RetryTimes defaults() {
        return new RetryTimes(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofMinutes(2));
    }

    /**
     * The delay after so many tries: never shorter than the one before, never longer than the longest.
     *
     * @param tries from 1
     */
    Duration delay(int tries) {
        Duration delay = initial;
        for (int i = 1; i < Math.min(tries, MOST_DOUBLINGS) && delay.compareTo(max) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(max) < 0 ? delay : max;
    }
}
