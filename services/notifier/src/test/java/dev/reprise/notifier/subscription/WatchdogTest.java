// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.match.Matcher;

/** When the watchdog is written, and who asks for it. */
class WatchdogTest {
    private static final Instant START = Instant.parse("2026-11-29T03:02:11Z");
    private static final Alert FIRST = Watchdog.next(Optional.empty(), true, START).orElseThrow();

    private static Subscription matching(String... matchers) {
        return new Subscription("a", Optional.empty(), List.of(matchers).stream().map(Matcher::parse).toList(),
                new Grouping(List.of("kind")), Timers.DEFAULT, List.of("chat"), Optional.empty(), Optional.empty(),
                List.of(), false);
    }

    @Test
    void shouldFireOnceAndBeWrittenAnewLongBeforeItsTopicForgetsIt() {
        assertThat(FIRST).isInstanceOf(AlertFiring.class);
        assertThat(Watchdog.next(Optional.of(FIRST), true, START.plus(Duration.ofHours(23)))).isEmpty();

        assertThat(Watchdog.next(Optional.of(FIRST), true, START.plus(Duration.ofDays(1))))
                .hasValueSatisfying(again -> {
                    assertThat(again.revision()).isGreaterThan(FIRST.revision());
                    assertThat(again.startsAt()).isEqualTo(START);
                });
    }

    @Test
    void shouldEndWhenNobodyWantsItAndRiseWhenSomebodyDoesAgainEvenIfTheClockStoodStill() {
        Alert end = Watchdog.next(Optional.of(FIRST), false, START).orElseThrow();
        Alert again = Watchdog.next(Optional.of(end), true, START).orElseThrow();

        assertThat(end).isInstanceOf(AlertResolved.class);
        assertThat(List.of(FIRST.revision(), end.revision(), again.revision())).isSorted().doesNotHaveDuplicates();
        assertThat(Watchdog.next(Optional.of(end), false, START)).isEmpty();
        assertThat(Watchdog.next(Optional.empty(), false, START)).isEmpty();
    }

    @Test
    void shouldGoOnlyToWhoAsksForItByName() {
        assertThat(matching("kind=\"WATCHDOG\"").matches(AlertLabels.of(FIRST))).isTrue();
        assertThat(matching().matches(AlertLabels.of(FIRST))).as("everything else").isFalse();
        assertThat(matching("kind=~\"WATCH.*\"").matches(AlertLabels.of(FIRST))).isFalse();
        assertThat(matching("kind!=\"STORM_BREAKER\"").matches(AlertLabels.of(FIRST))).isFalse();
    }
}
