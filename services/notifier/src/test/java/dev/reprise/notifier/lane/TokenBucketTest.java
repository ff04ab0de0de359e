// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.receiver.Pace;

class TokenBucketTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private final TokenBucket bucket = new TokenBucket(new Pace(60, 3, Duration.ofHours(1)), NOW);

    @Test
    void shouldAllowABurstAndThenThePace() {
        assertThat(bucket.take(NOW)).isEmpty();
        assertThat(bucket.take(NOW)).isEmpty();
        assertThat(bucket.take(NOW)).isEmpty();
        assertThat(bucket.take(NOW)).contains(NOW.plusSeconds(1));
        assertThat(bucket.take(NOW.plusSeconds(1))).isEmpty();
        assertThat(bucket.take(NOW.plusSeconds(1))).contains(NOW.plusSeconds(2));
    }

    @Test
    void shouldSaveNoMoreThanTheBurst() {
        Instant later = NOW.plus(Duration.ofDays(1));

        for (int i = 0; i < 3; i++) {
            assertThat(bucket.take(later)).isEmpty();
        }
        assertThat(bucket.take(later)).isPresent();
    }
}
