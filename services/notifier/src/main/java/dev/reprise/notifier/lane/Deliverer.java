// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.lane.Turn.Ended;
import dev.reprise.notifier.lane.Turn.Paused;
import dev.reprise.notifier.lane.Turn.Postponed;
import dev.reprise.notifier.lane.Turn.Retrying;
import dev.reprise.notifier.log.DeliveryLog;
import dev.reprise.notifier.log.LogEntry;
import dev.reprise.notifier.log.LogUnavailableException;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.notifier.metrics.NotifierMetrics.Outcome;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.rule.DeliveryRule;
import dev.reprise.notifier.rule.NextStep;
import dev.reprise.notifier.rule.SkipReason;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;

/**
 * Carries out what {@link DeliveryRule} decides for one receiver: the intent goes to the log, then the call is made, then
 * its result goes to the log. A process that dies in between has left the intent behind, so the next one knows that the
 * receiver may have been told, tells it again under the same id, and owes it the end of the alert. Used by one thread, but for {@link #refuse}.
 */
final class Deliverer {
    private static final Logger LOGGER = LoggerFactory.getLogger(Deliverer.class);
    private static final Note FULL = Note.of(Statement.of(Wording.LANE_FULL));
    private final ReceiverSpec receiver;
    private final Channel channel;
    private final DeliveryLog log;
    private final NotifierMetrics metrics;
    private final InstantSource clock;
    private final TokenBucket bucket;
    private final DeliveryTrace trace;

    Deliverer(ReceiverSpec receiver, Channel channel, DeliveryLog log, NotifierMetrics metrics, InstantSource clock,
            Tracing tracing) {
        this.trace = new DeliveryTrace(tracing, receiver);
        this.receiver = receiver;
        this.channel = channel;
        this.log = log;
        this.metrics = metrics;
        this.clock = clock;
        this.bucket = new TokenBucket(receiver.pace(), clock.instant());
    }

    /**
     * Takes one turn.
     *
     * @throws dev.reprise.notifier.log.LogUnavailableException when the log could not be written; what was done is then
     *         done again, under the same id
     * @throws InterruptedException when the process is about to end
     */
    Turn turn(Offer offer) throws InterruptedException {
        Page page = offer.page();
        Optional<LogEntry> before = log.find(receiver.name(), page.alertKey());
        return switch (DeliveryRule.next(page, before, receiver.pace(), clock.instant())) {
            case NextStep.Skip(SkipReason reason) -> skip(page, before, reason);
            case NextStep.RetryAt(Instant at) -> new Postponed(at);
            case NextStep.GiveUp() -> giveUp(page, before.orElseThrow());
            case NextStep.Deliver(Told told) -> deliver(offer, before, told);
        };
    }

    /**
     * Records that a revision was not even queued: the lane is full. Does not wait for the log, because whoever fills the
     * lane fills those of the other receivers, too.
     */
    void refuse(Page page, Runnable recorded, Consumer<LogUnavailableException> failed) {
        LogEntry entry = entry(page, log.find(receiver.name(), page.alertKey()), 1, clock.instant());
        log.recordLater(failure(entry, FULL, false), recorded, failed);
        noteFailure(page, entry, FULL);
    }

    private Turn skip(Page page, Optional<LogEntry> before, SkipReason reason) {
        if (DeliveryRule.leavesRetryBehind(reason, before)) {
            LogEntry entry = entry(page, before, before.orElseThrow().notification().attempts(), clock.instant());
            record(entry, DeliveryOutcome.FAILED, entry.told(), Note.of(reason.statement()));
            metrics.count(Outcome.SUPPRESSED);
        } else if (reason == SkipReason.GONE) {
            metrics.count(Outcome.SUPPRESSED);
        }
        LOGGER.atDebug().addKeyValue("receiver", receiver.name()).addKeyValue("alertKey", page.alertKey())
                .addKeyValue("revision", page.revision()).addKeyValue("reason", reason).log("notification skipped");
        return ended(page);
    }

    private Turn giveUp(Page page, LogEntry entry) {
        fail(page, entry, Note.of(entry.notification().detail()
                .map(error -> Statement.of(Wording.GIVEN_UP, "error", error))
                .orElseGet(() -> Statement.of(Wording.GIVEN_UP_UNTRIED))), false);
        return ended(page);
    }

    private Turn deliver(Offer offer, Optional<LogEntry> before, Told told) throws InterruptedException {
        Instant now = clock.instant();
        Optional<Instant> tokenAt = bucket.take(now);
        if (tokenAt.isPresent()) {
            return new Paused(tokenAt.get());
        }
        Page page = offer.page();
        Optional<LogEntry> sameRevision = before
                .filter(entry -> entry.notification().revision() == page.revision());
        int attempts = sameRevision.map(entry -> entry.notification().attempts() + 1).orElse(1);
        LogEntry attempt = entry(page, before, attempts, sameRevision.map(LogEntry::firstAttemptAt).orElse(now));
        // From here on the receiver may believe that it fires, and goes on believing so until it is told otherwise.
        record(attempt, DeliveryOutcome.RETRYING, Told.FIRING, Note.of(Statement.of(Wording.TRY_UNDER_WAY)));
        metrics.attempt();
        return conclude(offer, attempt, told, attempt(page, attempts, now));
    }

    private AttemptResult attempt(Page page, int attempts, Instant now) throws InterruptedException {
        try (TracedWork work = trace.begin(page, attempts); Tracing.Within _ = trace.within(work)) {
            AttemptResult result = attempt(new Delivery(DeliveryId.of(page), page, now, work.traceparent()));
            trace.note(work, result);
            return result;
        }
    }

    private AttemptResult attempt(Delivery delivery) throws InterruptedException {
        try {
            return channel.deliver(delivery);
        } catch (RuntimeException e) {
            // The border to foreign code: whatever a library throws must not end the lane. Texts may hold secrets.
            return new Failed("failed with " + e.getClass().getSimpleName(), Optional.empty(), true);
        }
    }

    private Turn conclude(Offer offer, LogEntry attempt, Told told, AttemptResult result) {
        Page page = offer.page();
        return switch (result) {
            case Delivered(Optional<String> note) -> {
                LogEntry entry = new LogEntry(attempt.notification(), attempt.firstAttemptAt(), Optional.empty(),
                        false);
                record(entry, DeliveryOutcome.SENT, told, Note.foreign(note));
                Instant now = clock.instant();
                metrics.delivered(Duration.between(offer.changedAt(), now), now);
                LOGGER.atInfo().addKeyValue("receiver", receiver.name()).addKeyValue("alertKey", page.alertKey())
                        .addKeyValue("revision", page.revision()).addKeyValue("told", told)
                        .addKeyValue("attempt", entry.notification().attempts()).log("notification sent");
                yield ended(page);
            }
            case Refused(String detail) -> {
                fail(page, attempt, Note.foreign(detail), false);
                yield ended(page);
            }
            case Gone(String detail) -> {
                fail(page, attempt, Note.foreign(detail), true);
                yield ended(page);
            }
            case Failed(String detail, Optional<Duration> wish, boolean maybeTold) -> retry(page, attempt, detail,
                    wish, maybeTold ? Told.FIRING : attempt.told());
        };
    }

    private Turn retry(Page page, LogEntry attempt, String detail, Optional<Duration> wish, Told told) {
        int attempts = attempt.notification().attempts();
        Instant now = clock.instant();
        Instant at = DeliveryRule.retryTime(attempts, now, wish);
        LogEntry waiting = new LogEntry(notification(attempt, DeliveryOutcome.RETRYING, told, Note.foreign(detail)),
                attempt.firstAttemptAt(), Optional.of(at), false);
        if (DeliveryRule.next(page, Optional.of(waiting), receiver.pace(), now) instanceof NextStep.GiveUp) {
            return giveUp(page, waiting);
        }
        log.record(waiting);
        metrics.count(Outcome.RETRY);
        LOGGER.atWarn().addKeyValue("receiver", receiver.name()).addKeyValue("alertKey", page.alertKey())
                .addKeyValue("attempt", attempts).addKeyValue("detail", detail).addKeyValue("retryAt", at)
                .log("notification failed, will be tried again");
        return new Retrying(at);
    }

    private void fail(Page page, LogEntry entry, Note note, boolean gone) {
        log.record(failure(entry, note, gone));
        noteFailure(page, entry, note);
    }

    private LogEntry failure(LogEntry entry, Note note, boolean gone) {
        return new LogEntry(notification(entry, DeliveryOutcome.FAILED, entry.told(), note),
                entry.firstAttemptAt(), Optional.empty(), gone);
    }

    private void noteFailure(Page page, LogEntry entry, Note note) {
        metrics.count(Outcome.FAILED);
        LOGGER.atError().addKeyValue("receiver", receiver.name()).addKeyValue("alertKey", page.alertKey())
                .addKeyValue("revision", page.revision()).addKeyValue("attempt", entry.notification().attempts())
                .addKeyValue("detail", note.detail().orElse("")).log("notification failed for good");
    }

    /** Once an alert is over there is nothing more to remember of it. */
    private Turn ended(Page page) {
        if (page.told() == Told.RESOLVED) {
            log.forget(receiver.name(), page.alertKey());
        }
        return new Ended();
    }

    /** An entry for this revision that carries on what the receiver was told before. */
    private LogEntry entry(Page page, Optional<LogEntry> before, int attempts, Instant firstAttemptAt) {
        Told told = before.map(LogEntry::told).orElse(Told.NOTHING);
        return new LogEntry(new Notification(page.alertKey(), receiver.name(), page.revision(), told,
                DeliveryOutcome.RETRYING, attempts, firstAttemptAt, Optional.empty()),
                firstAttemptAt, Optional.empty(), false);
    }

    private void record(LogEntry entry, DeliveryOutcome outcome, Told told, Note note) {
        log.record(new LogEntry(notification(entry, outcome, told, note), entry.firstAttemptAt(),
                Optional.empty(), entry.gone()));
    }

    private Notification notification(LogEntry entry, DeliveryOutcome outcome, Told told, Note note) {
        Notification notification = entry.notification();
        return new Notification(notification.alertKey(), notification.channel(), notification.revision(), told,
                outcome, notification.attempts(), clock.instant(), note.detail(), note.statements());
    }
}
