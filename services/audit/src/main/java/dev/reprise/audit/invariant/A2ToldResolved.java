// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.AlertNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Party;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.topic.Topics;

/** Whoever was told that an alert fires is told that it is over, and nobody is told the same twice. */
final class A2ToldResolved implements Invariant {
    private record Telling(String key, long revision) {}

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
        return Set.of(Topics.ALERTS, Topics.NOTIFICATIONS);
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
        List<Logged<AlertNote>> revisions = history.alerts().getOrDefault(notification.alertKey(), List.of());
        boolean over = !revisions.isEmpty() && !revisions.getLast().message().open();
        if (!over || notification.told() != Told.FIRING) {
            judgement.checked();
            return;
        }
        Logged<AlertNote> end = revisions.getLast();
        OptionalLong done = history.extent().dealtWith(Party.NOTIFIER, end.position().place());
        // A receiver that refuses for good cannot be told; the log says so, and no program could do better.
        boolean givenUp = notification.outcome() == DeliveryOutcome.FAILED
                && notification.revision() >= end.message().revision();
        boolean owed = done.isPresent() && end.position().offset() < done.getAsLong();
        if (givenUp || !owed) {
            judgement.notJudged();
        } else {
            judgement.require(false, notification.channel() + " was told that alert " + notification.alertKey()
                    + " fires (" + logged.position() + "), and not that it was over at " + end.position());
        }
    }
}
