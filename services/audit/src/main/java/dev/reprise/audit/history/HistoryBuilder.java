// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireMessage;

/** Takes records in, in any order, and makes a history of them. For one thread; to be used once. */
public final class HistoryBuilder {
    private final String prefix;
    private final Instant readAt;
    private final Map<Place, Span> spans;
    private final int eventPartitions;
    private final Map<Place, Instant> oldest = new HashMap<>();
    private final Map<Place, Long> oldestOffset = new HashMap<>();
    private final Notes notes = new Notes();

    /**
     * Begins.
     *
     * @param prefix the prefix of the topics' names
     * @param readAt when the reading began
     * @param spans what of each Kafka partition is read; a topic that is not in it does not exist
     */
    public HistoryBuilder(String prefix, Instant readAt, Map<Place, Span> spans) {
        this.prefix = prefix;
        this.readAt = readAt;
        this.spans = Map.copyOf(spans);
        this.eventPartitions = (int) spans.keySet().stream().filter(place -> place.topic() == Topics.EVENTS).count();
    }

    /**
     * Takes a record in that could be read. What does not belong into its topic, or an event under another key or in
     * another Kafka partition than its instance's, is noted as unusable.
     */
    public void add(Position position, Instant appendedAt, String key, WireMessage message) {
        if (message.type().topic() != position.topic()) {
            unusable(position, appendedAt, "type " + message.type().ceType() + " does not belong here");
            return;
        }
        seen(position, appendedAt);
        Logged<Record> logged = new Logged<>(position, appendedAt, key, message.attributes().id(), message.data());
        switch (message.data()) {
            case InstanceEvent event -> addEvent(logged, event, message);
            case DecisionRecord decision -> notes.decisions.add(logged.as(decision));
            case RunnerCommand command -> notes.commands.add(logged.as(command));
            case DispatchRecord dispatch -> notes.ledger.add(logged.as(dispatch));
            case Alert alert -> addAlert(logged, AlertNote.of(alert));
            case Page page -> notes.pages.merge(logged.key(), logged.as(page),
                    (known, read) -> read.message().revision() > known.message().revision() ? read : known);
            case Notification notification -> notes.notifications.add(logged.as(notification));
            case JobDefinition job -> notes.jobsOf.computeIfAbsent(job.job(), _ -> new ArrayList<>())
                    .add(logged.as(job));
            case JobLineage lineage -> notes.lineageOf.computeIfAbsent(lineage.job(), _ -> new ArrayList<>())
                    .add(lineage);
            case Permit permit -> notes.permits.add(logged.as(permit));
            case InstanceSnapshot snapshot -> notes.snapshots.add(logged.as(snapshot));
            // What other topics hold has no promise to keep here: it is only counted as read.
            default -> {}
        }
    }

    /** Takes a record in that could not be read. */
    public void unusable(Position position, Instant appendedAt, String cause) {
        seen(position, appendedAt);
        notes.unusable.add(new Unusable(position, appendedAt, cause));
    }

    /** Takes a dead letter in. */
    public void deadLetter(DeadLetterNote letter, Instant appendedAt) {
        seen(letter.position(), appendedAt);
        letter.origin().ifPresent(
                origin -> notes.deadLettersOf.computeIfAbsent(origin, _ -> new ArrayList<>()).add(letter));
    }

    /** Takes the removal of a key in. */
    public void tombstone(Position position, Instant appendedAt, String key) {
        seen(position, appendedAt);
        if (position.topic() == Topics.JOBS) {
            notes.removedJobs.add(key);
        }
    }

    /**
     * Makes the history.
     *
     * @param progress how far the services had come
     */
    public History build(Progress progress) {
        Extent extent = new Extent(prefix, readAt, spans, oldest, progress);
        notes.index(extent);
        return new History(extent, notes, Optional.empty());
    }

    private void addEvent(Logged<Record> logged, InstanceEvent event, WireMessage message) {
        String key = event.instance().key();
        if (!key.equals(logged.key())) {
            notes.unusable.add(new Unusable(logged.position(), logged.appendedAt(), "its key is not its instance"));
        } else if (Routing.home(key, Math.max(1, eventPartitions)) != logged.position().kafkaPartition()) {
            notes.unusable.add(
                    new Unusable(logged.position(), logged.appendedAt(),
                            "it is not in its instance's Kafka partition"));
        } else {
            notes.events.put(logged.position(), logged.as(EventNote.of(event, message.type())));
        }
    }

    private void addAlert(Logged<Record> logged, AlertNote alert) {
        AlertKey key = alert.alertKey();
        notes.alertsOf.computeIfAbsent(key, _ -> new ArrayList<>()).add(logged.as(alert));
    }

    private void seen(Position position, Instant appendedAt) {
        Long known = oldestOffset.get(position.place());
        if (known == null || position.offset() < known) {
            oldestOffset.put(position.place(), position.offset());
            oldest.put(position.place(), appendedAt);
        }
    }
}
