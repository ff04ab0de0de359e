// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.AlertNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Party;
import dev.reprise.audit.history.Position;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.topic.Topics;

/** Whoever was told that an alert fires is told that it is over, and nobody is told the same twice. */
final class A2ToldResolved implements Invariant {
    /** From the end to the last word of it, where nothing is in the way. */
    private static final Duration DELIVERY = Duration.ofMinutes(1);

    private record Telling(String key, long revision) {}

    /** What a receiver must hear of, and whether it must have heard by now. */
    private record End(long revision, Position position, boolean owed) {}

    @Override
    public String id() {
        return "A2";
    }

    @Override
    public String promise() {
        return "whoever was told that an alert fires is told, once, that it is over";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.ALERTS, Topics.PAGES, Topics.NOTIFICATIONS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        Map<String, Logged<Notification>> last = new HashMap<>();
        Map<Telling, Logged<Notification>> sent = new HashMap<>();
        for (Logged<Notification> logged : history.notifications()) {
            Notification notification = logged.message();
            last.put(notification.key(), logged);
            if (notification.outcome() == DeliveryOutcome.SENT) {
                Logged<Notification> before = sent.putIfAbsent(
                        new Telling(notification.key(), notification.revision()), logged);
                judgement.require(before == null, notification.channel() + " was told of revision "
                        + notification.revision() + " of alert " + notification.alertKey() + " again at "
                        + logged.position());
            }
        }
        last.values().forEach(logged -> judgeLast(history, logged, judgement));
    }

    private static void judgeLast(History history, Logged<Notification> logged, Judgement judgement) {
        Notification notification = logged.message();
        Optional<End> end = end(history, notification);
        if (end.isEmpty() || notification.told() != Told.FIRING) {
            judgement.checked();
            return;
        }
        // A receiver that refuses for good, or is tried still, cannot be told; the log says so, and no program could do
        // better.
        boolean tried = notification.outcome() != DeliveryOutcome.SENT
                && notification.revision() >= end.get().revision();
        if (tried || !end.get().owed()) {
            judgement.notJudged();
        } else {
            judgement.require(false, notification.channel() + " was told that alert " + notification.alertKey()
                    + " fires (" + logged.position() + "), and not that it was over at " + end.get().position());
        }
    }

    /** What ended it: the last page, which says that all is over; or the end of the alert, where no page tells of it. */
    private static Optional<End> end(History history, Notification notification) {
        Logged<Page> page = history.pages().get(notification.key());
        if (page != null && page.message().told() == Told.RESOLVED) {
            return Optional.of(new End(page.message().revision(), page.position(),
                    history.ago(page.appendedAt()).compareTo(DELIVERY) > 0));
        }
        List<Logged<AlertNote>> revisions = history.alerts().getOrDefault(notification.alertKey(), List.of());
        if (revisions.isEmpty() || revisions.getLast().message().open()) {
            return Optional.empty();
        }
        Logged<AlertNote> last = revisions.getLast();
        OptionalLong done = history.extent().dealtWith(Party.NOTIFIER, last.position().place());
        boolean read = done.isPresent() && last.position().offset() < done.getAsLong();
        return Optional.of(new End(last.message().revision(), last.position(),
                read && history.ago(last.appendedAt()).compareTo(DELIVERY) > 0));
    }
}
