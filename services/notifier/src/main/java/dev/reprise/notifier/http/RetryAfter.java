// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The {@code Retry-After} header (RFC 9110, section 10.2.3): seconds or an HTTP date. */
final class RetryAfter {
    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /** How long to wait from now, at most a day; nothing when the header cannot be read. */
    static Optional<Duration> parse(String text, Instant now) {
        String value = text.strip();
        Duration wait;
        if (!value.isEmpty() && value.length() <= 9 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            wait = Duration.ofSeconds(Long.parseLong(value));
        } else {
            try {
                wait = Duration.between(now,
                        ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            } catch (DateTimeException _) {
                return Optional.empty();
            }
        }
        if (wait.isNegative()) {
            return Optional.of(Duration.ZERO);
        }
        return Optional.of(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
    }
}
