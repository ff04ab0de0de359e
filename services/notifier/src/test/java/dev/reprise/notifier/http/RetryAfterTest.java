// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    @Test
    void shouldReadSecondsAndDates() {
        assertThat(RetryAfter.parse(" 120 ", NOW)).contains(Duration.ofMinutes(2));
        assertThat(RetryAfter.parse("Sun, 29 Nov 2026 12:01:00 GMT", NOW)).contains(Duration.ofMinutes(1));
        assertThat(RetryAfter.parse("Sun, 29 Nov 2026 11:00:00 GMT", NOW)).contains(Duration.ZERO);
    }

    @Test
    void shouldBoundTheWaitAndIgnoreWhatItCannotRead() {
        assertThat(RetryAfter.parse("999999999", NOW)).contains(Duration.ofDays(1));
        assertThat(RetryAfter.parse("soon", NOW)).isEmpty();
        assertThat(RetryAfter.parse("-5", NOW)).isEmpty();
        assertThat(RetryAfter.parse("", NOW)).isEmpty();
    }
}
