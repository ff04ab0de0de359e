// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.notifier.receiver.Pace;

/** Bounds deliveries in the long run and allows a burst after a quiet time. Used by one thread. */
final class TokenBucket {
    private final Duration perToken;
    private final int burst;
    /** The bucket was empty then; since, one token has come in every {@code perToken}. */
    private Instant emptyAt;

    TokenBucket(Pace pace, Instant now) {
        perToken = Duration.ofMinutes(1).dividedBy(pace.perMinute());
        burst = pace.burst();
        emptyAt = now.minus(perToken.multipliedBy(burst));
    }

    /** Takes a token and answers nothing, or answers when there will be one. */
    Optional<Instant> take(Instant now) {
        Instant fullSince = now.minus(perToken.multipliedBy(burst));
        if (emptyAt.isBefore(fullSince)) {
            emptyAt = fullSince;
        }
        Instant next = emptyAt.plus(perToken);
        if (next.isAfter(now)) {
            return Optional.of(next);
        }
        emptyAt = next;
        return Optional.empty();
    }
}
