// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.notifier.log.LogEntry;
import dev.reprise.notifier.receiver.Pace;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.rule.NextStep.Deliver;
import dev.reprise.notifier.rule.NextStep.GiveUp;
import dev.reprise.notifier.rule.NextStep.RetryAt;
import dev.reprise.notifier.rule.NextStep.Skip;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Told;

/**
 * What a receiver is told next. Total and pure: it has an answer for every alert and every log.
 *
 * <p>The contract: once told that it fires, always told that it is over, whatever was changed in the configuration
 * since; never told that it fires, never told that it is over; the same revision never twice; a newer revision of an
 * open alert only when its {@link Substance} has changed.
 */
public final class DeliveryRule {
    private DeliveryRule() {}

    /**
     * Decides.
     *
     * @param latest the newest revision known
     * @param log what the receiver was last told of this alert
     * @param receiver who would be told
     * @param now the time of asking
     */
    public static NextStep next(Alert latest, Optional<LogEntry> log, ReceiverSpec receiver, Instant now) {
        if (log.isEmpty()) {
            return fresh(latest, Told.NOTHING, Optional.empty(), receiver);
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
            return fresh(latest, entry.told(), entry.substance(), receiver);
        }
        return switch (entry.notification().outcome()) {
            case SENT -> new Skip(SkipReason.ALREADY_TOLD);
            case FAILED -> new Skip(SkipReason.ALREADY_GIVEN_UP);
            case RETRYING -> again(latest, entry, receiver, now);
        };
    }

    /** A revision that no try was made for. */
    private static NextStep fresh(Alert latest, Told told, Optional<String> substance, ReceiverSpec receiver) {
        return switch (latest) {
            case AlertFiring firing when told == Told.FIRING -> substance.equals(Optional.of(Substance.of(firing)))
                    ? new Skip(SkipReason.NOTHING_NEW)
                    : new Deliver(Told.FIRING);
            case AlertFiring firing -> receiver.concerns(firing)
                    ? new Deliver(Told.FIRING)
                    : new Skip(SkipReason.NOT_CONCERNED);
            case AlertAcked _ -> new Skip(SkipReason.ACKED);
            case AlertResolved _ -> told == Told.FIRING
                    ? new Deliver(Told.RESOLVED)
                    : new Skip(SkipReason.NEVER_TOLD);
        };
    }

    /** A revision whose last try failed, or was cut short by the end of the process. */
    private static NextStep again(Alert latest, LogEntry entry, ReceiverSpec receiver, Instant now) {
        int attempts = entry.notification().attempts();
        Instant deadline = entry.firstAttemptAt().plus(receiver.pace().retryBudget());
        if (entry.nextAttemptAt().isPresent()) {
            Instant at = entry.nextAttemptAt().get();
            if (at.isAfter(deadline)) {
                return new GiveUp();
            }
            return at.isAfter(now) ? new RetryAt(at) : new Deliver(tells(latest));
        }
        // No result was recorded: the process ended in the middle. What makes it end so must not do it for ever.
        return attempts > mostAttempts(receiver.pace()) ? new GiveUp() : new Deliver(tells(latest));
    }

    private static Told tells(Alert latest) {
        return switch (latest) {
            case AlertFiring _,AlertAcked _ -> Told.FIRING;
            case AlertResolved _ -> Told.RESOLVED;
        };
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
        return (reason == SkipReason.NEVER_TOLD || reason == SkipReason.ACKED)
                && log.filter(entry -> entry.notification().outcome() == DeliveryOutcome.RETRYING
                        && entry.told() != Told.FIRING).isPresent();
    }
}
