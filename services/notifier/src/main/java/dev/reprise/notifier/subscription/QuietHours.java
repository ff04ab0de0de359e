// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.job.Blackout;
import dev.reprise.schemas.subscription.QuietWindow;

/**
 * When only what is critical is told at once; the rest waits for the end of the window and comes as one page. The end of
 * an alert that was told is never held.
 *
 * @param zone the time zone of the window
 * @param from when it begins, on each of the days
 * @param until when it ends; before {@code from} means the next day
 * @param days the days on which it begins
 * @param critical whether critical alerts wait as well (default false)
 */
public record QuietHours(ZoneId zone, LocalTime from, LocalTime until, Set<DayOfWeek> days, boolean critical) {
    /** Takes a copy. */
    public QuietHours {
        days = Set.copyOf(days);
    }

    /**
     * As configured.
     *
     * @throws ConfigException naming every problem
     */
    @JsonCreator
    public static QuietHours of(@Nullable String zone, @Nullable String from, @Nullable String until,
            @Nullable List<String> days, @Nullable Boolean critical) {
        List<ConfigProblem> problems = new ArrayList<>();
        ZoneId read = zone(zone, problems);
        LocalTime begin = time("from", from, problems);
        LocalTime end = time("until", until, problems);
        if (problems.isEmpty() && begin.equals(end)) {
            problems.add(ConfigProblem.of("until", "is the same as from: the window would be empty, or never end",
                    "give two different times"));
        }
        Set<DayOfWeek> on = EnumSet.noneOf(DayOfWeek.class);
        for (String day : days == null ? List.<String>of() : days) {
            try {
                on.add(DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException _) {
                problems.add(ConfigProblem.of("days", "unknown day " + day, "write monday to sunday"));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new QuietHours(read, begin, end, on.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : on,
                critical != null && critical);
    }

    /** As a person wrote it while everything runs. */
    static QuietHours of(QuietWindow quiet) {
        Blackout window = quiet.window();
        return new QuietHours(ZoneId.of(window.zone()), LocalTime.parse(window.from()), LocalTime.parse(window.to()),
                window.days().isEmpty() ? EnumSet.allOf(DayOfWeek.class) : Set.copyOf(window.days()),
                quiet.critical());
    }

    private static ZoneId zone(@Nullable String text, List<ConfigProblem> problems) {
        try {
            return ZoneId.of(text == null ? "" : text);
        } catch (DateTimeException _) {
            problems.add(ConfigProblem.of("zone", "expected a time zone, found '" + (text == null ? "" : text) + "'",
                    "give one such as Asia/Shanghai"));
            return ZoneId.of("UTC");
        }
    }

    private static LocalTime time(String path, @Nullable String text, List<ConfigProblem> problems) {
        try {
            return LocalTime.parse(text == null ? "" : text);
        } catch (DateTimeException _) {
            problems.add(ConfigProblem.of(path, "expected a time, found '" + (text == null ? "" : text) + "'",
                    "write it as \"22:00\""));
            return LocalTime.MIDNIGHT;
        }
    }

    /** When the window that holds at a moment ends; nothing outside of every window. */
    public Optional<Instant> endAfter(Instant now) {
        ZonedDateTime local = now.atZone(zone);
        for (int back = 1; back >= 0; back--) {
            LocalDate day = local.toLocalDate().minusDays(back);
            if (!days.contains(day.getDayOfWeek())) {
                continue;
            }
            Instant begin = day.atTime(from).atZone(zone).toInstant();
            LocalDate last = until.isAfter(from) ? day : day.plusDays(1);
            Instant end = last.atTime(until).atZone(zone).toInstant();
            if (!now.isBefore(begin) && now.isBefore(end)) {
                return Optional.of(end);
            }
        }
        return Optional.empty();
    }
}
