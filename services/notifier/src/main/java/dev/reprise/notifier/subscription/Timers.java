// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;

/**
 * When a group is told.
 *
 * @param groupWait from the first alert to the first page, 0s to 1h: so that what fails together is told together
 * @param groupInterval from one page to the next about something new, 0s to 24h
 * @param repeatInterval from one page to the next when nothing has changed, at least the group interval and at least 1m,
 *        at most 31 days; 0s for never. A timer of its own: it is not rounded to the group interval
 */
public record Timers(Duration groupWait, Duration groupInterval, Duration repeatInterval) {
    private static final Duration SHORTEST_REPEAT = Duration.ofMinutes(1);
    /** Alertmanager's defaults. */
    public static final Timers DEFAULT = new Timers(Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofHours(4));
    /** At once, and never again. */
    public static final Timers AT_ONCE = new Timers(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /**
     * Checks that the timers are possible.
     *
     * @throws ConfigException naming every one that is not
     */
    public Timers {
        List<ConfigProblem> problems = new ArrayList<>();
        check(problems, "group-wait", groupWait, Duration.ofHours(1));
        check(problems, "group-interval", groupInterval, Duration.ofHours(24));
        check(problems, "repeat-interval", repeatInterval, Duration.ofDays(31));
        if (!repeatInterval.isZero() && repeatInterval.compareTo(groupInterval) < 0) {
            problems.add(ConfigProblem.of("repeat-interval",
                    DurationText.format(repeatInterval) + " is less than group-interval "
                            + DurationText.format(groupInterval),
                    "give at least the group interval, or 0s for never"));
        } else if (!repeatInterval.isZero() && repeatInterval.compareTo(SHORTEST_REPEAT) < 0) {
            problems.add(ConfigProblem.of("repeat-interval", DurationText.format(repeatInterval) + " is less than 1m",
                    "give at least 1m, or 0s for never"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    private static void check(List<ConfigProblem> problems, String path, Duration value, Duration most) {
        if (value.isNegative() || value.compareTo(most) > 0) {
            problems.add(ConfigProblem.of(path, "expected 0s to " + DurationText.format(most) + ", found "
                    + DurationText.format(value), "give a duration in that range"));
        }
    }
}
