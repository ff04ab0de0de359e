// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * A time of day in which no rerun is sent; it is held until the window ends. A window that ends before it begins runs
 * over midnight and belongs to the day it began on.
 *
 * @param from the time of day it begins, {@code HH:mm}
 * @param to the time of day it ends, {@code HH:mm}, exclusive
 * @param zone the time zone, a name of the IANA database
 * @param days the days of the week it begins on; empty: every day
 */
public record Blackout(String from, String to, String zone, List<DayOfWeek> days) {
    private static final int DAYS_OF_WEEK = 7;

    /**
     * Checks the times and the zone.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Blackout {
        LocalTime begin = Deadline.time("from", from);
        LocalTime end = Deadline.time("to", to);
        Deadline.zone("zone", zone);
        if (begin.equals(end)) {
            throw new IllegalArgumentException("to is the same as from: give a window of some length");
        }
        days = Bounds.list("days", days, 0, DAYS_OF_WEEK);
    }

    /** When the window ends that a moment lies in; empty where it lies in none. */
    public Optional<Instant> endOf(Instant moment) {
        ZoneId place = ZoneId.of(zone);
        LocalDate today = moment.atZone(place).toLocalDate();
        return List.of(today.minusDays(1), today).stream()
                .filter(day -> days.isEmpty() || days.contains(day.getDayOfWeek()))
                .filter(day -> !moment.isBefore(at(day, LocalTime.parse(from), place)))
                .map(this::endAfter).filter(moment::isBefore).findFirst();
    }

    private Instant endAfter(LocalDate day) {
        LocalTime end = LocalTime.parse(to);
        boolean overMidnight = end.isBefore(LocalTime.parse(from));
        return at(overMidnight ? day.plusDays(1) : day, end, ZoneId.of(zone));
    }

    private static Instant at(LocalDate day, LocalTime time, ZoneId place) {
        return ZonedDateTime.of(day, time, place).toInstant();
    }

    /** How long the window is where no clock changes. */
    public Duration length() {
        Duration length = Duration.between(LocalTime.parse(from), LocalTime.parse(to));
        return length.isNegative() ? length.plusDays(1) : length;
    }
}
