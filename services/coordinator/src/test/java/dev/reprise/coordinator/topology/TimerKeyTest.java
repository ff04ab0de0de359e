// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.core.instance.Timers;
import dev.reprise.schemas.decision.WaitPurpose;

/** Rows are ordered by due time, and what may be forgotten is a range of its own behind all others. */
final class TimerKeyTest {
    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");

    @ParameterizedTest
    @EnumSource
    void shouldReadWhatItWrote(WaitPurpose purpose) {
        TimerKey key = key(purpose, NOW);

        assertThat(TimerKey.read(key.bytes())).isEqualTo(key);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeInTheRangeOfItsKindOnlyOnceItIsDue(WaitPurpose purpose) {
        boolean forgets = purpose == WaitPurpose.FORGETTING;
        TimerKey due = key(purpose, NOW);
        TimerKey later = key(purpose, NOW.plusMillis(1));

        assertThat(isUrgent(due)).isEqualTo(!forgets);
        assertThat(isUrgent(later)).isFalse();
        assertThat(isForgotten(due)).isEqualTo(forgets);
        assertThat(isForgotten(later)).isFalse();
    }

    private static boolean isUrgent(TimerKey key) {
        return key.bytes().compareTo(TimerKey.first()) >= 0
                && key.bytes().compareTo(TimerKey.after(NOW.toEpochMilli())) < 0;
    }

    private static boolean isForgotten(TimerKey key) {
        return key.bytes().compareTo(TimerKey.firstForgetting()) >= 0
                && key.bytes().compareTo(TimerKey.afterForgetting(NOW.toEpochMilli())) < 0;
    }

    private static TimerKey key(WaitPurpose purpose, Instant due) {
        return new TimerKey(TopologyFixture.INSTANCE, new Timers.Timer(purpose, due));
    }
}
