// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T00:00:00Z"));
    private final TokenBuckets buckets = new TokenBuckets(6, now::get);

    @Test
    void shouldRefillEvenly() {
        for (int i = 0; i < 6; i++) {
            assertThat(buckets.take("a")).isZero();
        }
        assertThat(buckets.take("a")).hasSeconds(10);
        assertThat(buckets.peek("b")).isZero();
        now.updateAndGet(time -> time.plusSeconds(4));
        assertThat(buckets.peek("a")).hasSeconds(6);
        now.updateAndGet(time -> time.plusSeconds(6));
        assertThat(buckets.take("a")).isZero();
        assertThat(buckets.take("a")).isPositive();
    }

    @Test
    void shouldNotSaveUpMoreThanAMinutesWorth() {
        now.updateAndGet(time -> time.plus(Duration.ofDays(1)));
        for (int i = 0; i < 6; i++) {
            buckets.take("a");
        }
        assertThat(buckets.take("a")).isPositive();
    }

    @Test
    void shouldNotGiveTokensWhenTheClockGoesBack() {
        for (int i = 0; i < 6; i++) {
            buckets.take("a");
        }
        now.updateAndGet(time -> time.minusSeconds(600));
        assertThat(buckets.take("a")).isPositive();
    }

    @Test
    void shouldForgetTheOldestOfTooManyKeys() {
        for (int i = 0; i < 6; i++) {
            buckets.take("a");
        }
        for (int i = 0; i < 10_000; i++) {
            buckets.take("invented-" + i);
        }
        assertThat(buckets.take("a")).isZero();
    }
}
