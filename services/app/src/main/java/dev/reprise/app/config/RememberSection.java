// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.core.instance.Remembrance;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.topic.Topics;

/**
 * How long instances at rest are remembered after they were last heard of.
 *
 * @param details how long each report is remembered, 7 d to 365 d: a failure may be as old as {@code max-age}, the command that
 *        answers it live as long again, and a day is left for clocks and delays
 * @param results how long it is remembered that an instance ran and how that ended, 32 d to 3650 d and at least
 *        {@code details}: by then its alerts have left their topic, so that their numbers may begin anew
 */
public record RememberSection(Duration details, Duration results) {
    private static final Duration FEWEST_DETAILS = Policy.LONGEST_MAX_AGE.multipliedBy(2).plusDays(1);
    private static final Duration MOST_DETAILS = Duration.ofDays(365);
    private static final Duration FEWEST_RESULTS = Topics.ALERTS.retention().plusDays(2);
    private static final Duration MOST_RESULTS = Duration.ofDays(3650);

    /**
     * Checks the bounds.
     *
     * @throws ConfigException naming every value out of bounds
     */
    public RememberSection {
        List<ConfigProblem> problems = new ArrayList<>();
        within("details", details, FEWEST_DETAILS, MOST_DETAILS,
                "a failure of the longest max-age and its command would outlive it", problems);
        within("results", results, FEWEST_RESULTS, MOST_RESULTS,
                "alerts are kept for " + text(Topics.ALERTS.retention()) + " and would outlive it", problems);
        if (problems.isEmpty() && results.compareTo(details) < 0) {
            problems.add(ConfigProblem.of("results", "is shorter than details of " + text(details),
                    "choose at least " + text(details)));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** The same as the core takes it. */
    public Remembrance asRemembrance() {
        return new Remembrance(details, results);
    }

    private static void within(String key, Duration value, Duration least, Duration most, String hazard,
            List<ConfigProblem> problems) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            problems.add(ConfigProblem.of(key, "expected " + text(least) + " to " + text(most) + ", found "
                    + text(value) + (value.compareTo(least) < 0 ? ": " + hazard : ""),
                    "choose " + text(least)
                            + " or more"));
        }
    }

    private static String text(Duration duration) {
        return DurationText.format(duration);
    }
}
