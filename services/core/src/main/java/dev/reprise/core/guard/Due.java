// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Deadline;

/** When a partition must be ready. */
public final class Due {
    private static final Pattern DATE = Pattern.compile(
            "(?<![0-9])([0-9]{4})-?(0[1-9]|1[0-2])-?(0[1-9]|[12][0-9]|3[01])(?![0-9])");

    private Due() {}

    /**
     * The moment by which a partition must be ready.
     *
     * @param deadline the rule
     * @param partition the partition; its first date counts
     * @param began when its newest run began: what a partition without a date is counted from
     * @return empty where neither says which day it is about
     */
    public static Optional<Instant> of(Deadline deadline, PartitionKey partition, Optional<Instant> began) {
        return date(partition.value()).map(deadline::of).or(() -> began.map(start -> next(deadline, start)));
    }

    /** The first date in a partition's key, written {@code 2026-11-29} or {@code 20261129}. */
    static Optional<LocalDate> date(String partition) {
        Matcher matcher = DATE.matcher(partition);
        while (matcher.find()) {
            int year = Integer.parseInt(matcher.group(1));
            int month = Integer.parseInt(matcher.group(2));
            int day = Integer.parseInt(matcher.group(3));
            if (year >= 1970 && day <= LocalDate.of(year, month, 1).lengthOfMonth()) {
                return Optional.of(LocalDate.of(year, month, day));
            }
        }
        return Optional.empty();
    }

    private static Instant next(Deadline deadline, Instant start) {
        ZonedDateTime local = start.atZone(ZoneId.of(deadline.zone()));
        boolean passed = local.toLocalTime().isAfter(LocalTime.parse(deadline.at()));
        return deadline.of(local.toLocalDate().minusDays(deadline.dayOffset()).plusDays(passed ? 1 : 0));
    }
}
