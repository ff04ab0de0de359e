// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

import dev.reprise.schemas.bound.Bounds;

/**
 * When a partition must be ready.
 *
 * @param at the time of day, {@code HH:mm}
 * @param zone the time zone, a name of the IANA database such as {@code Asia/Shanghai}
 * @param dayOffset days from the partition's date to the deadline's, 0 to 31: 1 where yesterday's data is made today
 */
public record Deadline(String at, String zone, int dayOffset) {
    /** Most days between a partition's date and its deadline. */
    public static final int MAX_DAYS = 31;
    private static final int HOURS_AND_MINUTES = 5;
    private static final int MAX_QUOTED = 64;

    /**
     * Checks the time and the zone.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Deadline {
        time("at", at);
        zone("zone", zone);
        Bounds.range("dayOffset", dayOffset, 0, MAX_DAYS);
    }

    /** The moment by which the partition of a date must be ready. A time that a clock change skips moves on with it. */
    public Instant of(LocalDate date) {
        return date.plusDays(dayOffset).atTime(LocalTime.parse(at)).atZone(ZoneId.of(zone)).toInstant();
    }

    /**
     * Reads a time of day.
     *
     * @throws IllegalArgumentException when it is none
     */
    static LocalTime time(String field, String value) {
        try {
            // ISO times may go on with seconds; a window or deadline is to the minute.
            if (value.length() == HOURS_AND_MINUTES) {
                return LocalTime.parse(value);
            }
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(field + " is '" + value + "': give a time of day such as 07:00", e);
        }
        throw new IllegalArgumentException(field + " is no time of day to the minute: give one such as 07:00");
    }

    /**
     * Reads a time zone. A bare offset is refused: it knows no daylight saving, and is seldom what is meant.
     *
     * @throws IllegalArgumentException when it is none
     */
    static ZoneId zone(String field, String value) {
        ZoneId zone;
        try {
            zone = ZoneId.of(value);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    field + " is '" + Bounds.head(value, MAX_QUOTED) + "': give a zone of the IANA database such as"
                            + " Asia/Shanghai",
                    e);
        }
        if (zone instanceof ZoneOffset) {
            throw new IllegalArgumentException(
                    field + " is '" + value + "', an offset: give a zone of the IANA database such as Asia/Shanghai");
        }
        return zone;
    }
}
