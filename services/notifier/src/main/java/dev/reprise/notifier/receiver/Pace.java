// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.runtime.config.DurationText;

/**
 * How fast a receiver is told and how long a delivery is tried.
 *
 * @param perMinute deliveries a minute in the long run, 1 to 60000 (default 60)
 * @param burst deliveries at once after a quiet time, 1 to 1000 (default 20)
 * @param retryBudget how long after its first try a delivery is given up, 0s to 24h (default 1h); the waits between the
 *        tries are those of {@link #waitAfter(int)}
 */
public record Pace(int perMinute, int burst, Duration retryBudget) {
    private static final int FASTEST_PER_MINUTE = 60_000;
    private static final int LARGEST_BURST = 1_000;
    private static final Duration LONGEST_BUDGET = Duration.ofHours(24);
    private static final List<Duration> WAITS = List.of(Duration.ofSeconds(5), Duration.ofSeconds(30),
            Duration.ofMinutes(2), Duration.ofMinutes(5));
    private static final Duration LAST_WAIT = Duration.ofMinutes(10);
    /** What holds where nothing is set; after the bounds, which its making needs. */
    public static final Pace DEFAULT = new Pace(60, 20, Duration.ofHours(1));

    /**
     * Checks the bounds.
     *
     * @throws ConfigException naming every value out of bounds
     */
    public Pace {
        List<ConfigProblem> problems = new ArrayList<>();
        if (perMinute < 1 || perMinute > FASTEST_PER_MINUTE) {
            problems.add(ConfigProblem.of("per-minute", "expected 1 to " + FASTEST_PER_MINUTE + ", found " + perMinute,
                    "give what the receiver can take in a minute"));
        }
        if (burst < 1 || burst > LARGEST_BURST) {
            problems.add(ConfigProblem.of("burst", "expected 1 to " + LARGEST_BURST + ", found " + burst,
                    "give how many may come at once"));
        }
        if (retryBudget.isNegative() || retryBudget.compareTo(LONGEST_BUDGET) > 0) {
            problems.add(ConfigProblem.of("retry-budget",
                    "expected 0s to 24h, found " + DurationText.format(retryBudget), "give a duration such as 1h"));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** As configured; what is absent takes its default. */
    @JsonCreator
    public Pace(@Nullable Integer perMinute, @Nullable Integer burst, @Nullable Duration retryBudget) {
        this(perMinute == null ? DEFAULT.perMinute : perMinute.intValue(),
                burst == null ? DEFAULT.burst : burst.intValue(),
                retryBudget == null ? DEFAULT.retryBudget : retryBudget);
    }

    /**
     * The wait after a failed try: 5 s, 30 s, 2 min, 5 min, then 10 min each.
     *
     * @param attempts tries so far, from 1
     */
    public static Duration waitAfter(int attempts) {
        return attempts <= WAITS.size() ? WAITS.get(attempts - 1) : LAST_WAIT;
    }
}
