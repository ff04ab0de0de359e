// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.notifier.log.LogEntry;
import dev.reprise.notifier.receiver.Pace;
import dev.reprise.notifier.rule.NextStep.Deliver;
import dev.reprise.notifier.rule.NextStep.GiveUp;
import dev.reprise.notifier.rule.NextStep.RetryAt;
import dev.reprise.notifier.rule.NextStep.Skip;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;

/**
 * What is done next with a page. Total and pure: it has an answer for every page and every log.
 *
 * <p>The contract: once told that something fires, always told that it is over; never told that it fires, never told that
 * it is over; the same page never twice.
 */
public final class DeliveryRule {
    private DeliveryRule() {}

    /**
     * Decides.
     *
     * @param latest the newest page known
     * @param log what the receiver was last told of this alert or group
     * @param pace of the receiver: how long a page is tried
     * @param now the time of asking
     */
    public static NextStep next(Page latest, Optional<LogEntry> log, Pace pace, Instant now) {
        if (log.isEmpty()) {
            return fresh(latest, Told.NOTHING);
        }
        LogEntry entry = log.get();
        long logged = entry.notification().revision();
        if (entry.gone()) {
            return new Skip(SkipReason.GONE);
        }
        if (logged > latest.revision()) {
            return new Skip(SkipReason.OUTDATED);
        }
        if (logged < latest.revision()) {
            return fresh(latest, entry.told());
        }
        return switch (entry.notification().outcome()) {
            case SENT -> new Skip(SkipReason.ALREADY_TOLD);
            case FAILED -> new Skip(SkipReason.ALREADY_GIVEN_UP);
            case RETRYING -> again(latest, entry, pace, now);
        };
    }

    /** A page that no try was made for. */
    private static NextStep fresh(Page latest, Told told) {
        return latest.told() == Told.FIRING || told == Told.FIRING
                ? new Deliver(latest.told())
                : new Skip(SkipReason.NEVER_TOLD);
    }

    /** A page whose last try failed, or was cut short by the end of the process. */
    private static NextStep again(Page latest, LogEntry entry, Pace pace, Instant now) {
        Instant deadline = entry.firstAttemptAt().plus(pace.retryBudget());
        if (entry.nextAttemptAt().isPresent()) {
            Instant at = entry.nextAttemptAt().get();
            if (at.isAfter(deadline)) {
                return new GiveUp();
            }
            return at.isAfter(now) ? new RetryAt(at) : new Deliver(latest.told());
        }
        // No result was recorded: the process ended in the middle. What makes it end so must not do it for ever.
        return entry.notification().attempts() > mostAttempts(pace) ? new GiveUp() : new Deliver(latest.told());
    }

    private static int mostAttempts(Pace pace) {
        int attempts = 1;
        for (Instant at = Instant.EPOCH.plus(Pace.waitAfter(1)); !at
                .isAfter(Instant.EPOCH.plus(pace.retryBudget())); at = at.plus(Pace.waitAfter(attempts))) {
            attempts++;
        }
        return attempts;
    }

    /** When to try again after a failed try, as far as the budget allows it: later than that, the rule gives up. */
    public static Instant retryTime(int attempts, Instant now, Optional<Duration> wish) {
        Duration wait = Pace.waitAfter(attempts);
        return now.plus(wish.filter(wished -> wished.compareTo(wait) > 0).orElse(wait));
    }

    /** Whether an entry was left behind as a retry that will never come. */
    public static boolean leavesRetryBehind(SkipReason reason, Optional<LogEntry> log) {
        return reason == SkipReason.NEVER_TOLD
                && log.filter(entry -> entry.notification().outcome() == DeliveryOutcome.RETRYING
                        && entry.told() != Told.FIRING).isPresent();
    }
}
