// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of day become moments: over midnight, on days of the week, and where clocks change. */
class TimesOfDayTest {
    private static final String SHANGHAI = "Asia/Shanghai";
    private static final String BERLIN = "Europe/Berlin";

    @ParameterizedTest
    @CsvSource({
        "2026-11-28, 07:00, Asia/Shanghai, 1, 2026-11-28T23:00:00Z",
        "2026-11-28, 07:00, Asia/Shanghai, 0, 2026-11-27T23:00:00Z",
        "2026-11-28, 23:59, Europe/Berlin, 31, 2026-12-29T22:59:00Z",
        // 02:30 does not exist on that day: the clock goes from 02:00 to 03:00, and the deadline moves on by the hour.
        "2026-03-28, 02:30, Europe/Berlin, 1, 2026-03-29T01:30:00Z",
        // 02:30 happens twice on that day: the first one counts.
        "2026-10-24, 02:30, Europe/Berlin, 1, 2026-10-25T00:30:00Z"})
    void shouldPutADeadlineOnTheDayOfItsZone(LocalDate date, String at, String zone, int dayOffset, Instant expected) {
        assertThat(new Deadline(at, zone, dayOffset).of(date)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-29T00:59:59Z,", "2026-11-29T01:00:00Z, 2026-11-29T03:00:00Z",
        "2026-11-29T02:59:59Z, 2026-11-29T03:00:00Z", "2026-11-29T03:00:00Z,"})
    void shouldBeginWithItsFirstMomentAndEndBeforeItsLast(Instant moment, Instant end) {
        Blackout morning = new Blackout("09:00", "11:00", SHANGHAI, List.of());

        assertThat(morning.endOf(moment)).isEqualTo(Optional.ofNullable(end));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-29T13:59:00Z,", "2026-11-29T14:00:00Z, 2026-11-29T22:00:00Z",
        "2026-11-29T21:59:00Z, 2026-11-29T22:00:00Z", "2026-11-29T22:00:00Z,"})
    void shouldRunOverMidnight(Instant moment, Instant end) {
        Blackout night = new Blackout("22:00", "06:00", SHANGHAI, List.of());

        assertThat(night.endOf(moment)).isEqualTo(Optional.ofNullable(end));
    }

    /** The night that began on Monday is still Monday's at three on Tuesday; Tuesday's own night is free. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-29T19:00:00Z,", "2026-11-30T19:00:00Z, 2026-11-30T22:00:00Z", "2026-12-01T19:00:00Z,"})
    void shouldBelongToTheDayItBeganOn(Instant moment, Instant end) {
        Blackout mondays = new Blackout("22:00", "06:00", SHANGHAI, List.of(DayOfWeek.MONDAY));

        assertThat(mondays.endOf(moment)).isEqualTo(Optional.ofNullable(end));
    }

    @ParameterizedTest
    @CsvSource({
        // Spring: 02:30 is skipped, so the window that begins then begins at 03:30 summer time, and lasts till four.
        "2026-03-29T01:15:00Z,", "2026-03-29T01:30:00Z, 2026-03-29T02:00:00Z",
        // Autumn: the hour from two to three passes twice; the window goes on through both.
        "2026-10-25T00:30:00Z, 2026-10-25T03:00:00Z", "2026-10-25T01:15:00Z, 2026-10-25T03:00:00Z"})
    void shouldFollowTheClockWhereItChanges(Instant moment, Instant end) {
        Blackout early = new Blackout("02:30", "04:00", BERLIN, List.of());

        assertThat(early.endOf(moment)).isEqualTo(Optional.ofNullable(end));
    }

    @Test
    void shouldKnowItsLength() {
        assertThat(new Blackout("09:00", "11:30", SHANGHAI, List.of()).length()).isEqualTo(Duration.ofMinutes(150));
        assertThat(new Blackout("22:00", "06:00", SHANGHAI, List.of()).length()).isEqualTo(Duration.ofHours(8));
    }
}
