// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.store.Incoming.Message;
import dev.reprise.console.store.Incoming.Passed;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.Incoming.Tombstone;
import dev.reprise.console.store.Incoming.Unusable;
import dev.reprise.console.store.ReadModelStore.Origin;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireType;

/**
 * Turns records into rows. Rows and positions go into one transaction, so a crash can neither lose nor double a record.
 * Used by one thread only.
 */
public final class ReadModelWriter implements AutoCloseable {

    private static final int PRUNED_AT_ONCE = 2_000;

    private final Sql sql;
    private final Documents documents;
    private final CommitSignal commits;
    private final Origin origin;
    private final InstanceRows instances;
    private final DeliveryRows deliveries;
    /** Where this writer left each Kafka partition that it wrote of. */
    private final Map<Place, Long> left = new HashMap<>();

    ReadModelWriter(Sql sql, Origin origin, Documents documents, CommitSignal commits) {
        this.sql = sql;
        this.origin = origin;
        this.documents = documents;
        this.commits = commits;
        this.instances = new InstanceRows(sql, documents);
        this.deliveries = new DeliveryRows(sql, documents);
    }

    private record Place(Topics topic, int kafkaPartition) {}

    /** Where to go on reading: the next offset of each Kafka partition that was read before. */
    public List<Position> positions() {
        try {
            return Positions.of(sql);
        } finally {
            left.clear();
            sql.rollback();
        }
    }

    /**
     * Applies records in their order, and commits. What another console has written of them into the same database is
     * passed over.
     *
     * @param records in the order of each Kafka partition, from the stored positions on without a gap
     * @param now the time of the commit
     * @throws StoreException if nothing was applied: then reading has to go on from {@link #positions()}
     */
    public void apply(List<Incoming> records, Instant now) {
        Map<Place, Long> next = new HashMap<>();
        try {
            begin(now);
            Map<Place, Long> stored = stored();
            List<Incoming> unseen = new ArrayList<>(records.size());
            for (Incoming record : records) {
                Position at = record.position();
                Place place = new Place(at.topic(), at.kafkaPartition());
                if (at.offset() >= stored.getOrDefault(place, 0L)) {
                    unseen.add(record);
                    next.put(place, at.offset() + 1);
                }
            }
            applyAll(unseen);
            next.forEach((at, offset) -> sql.later("""
                    INSERT INTO positions (topic, kafka_partition, next_offset) VALUES (?, ?, ?)
                    ON CONFLICT (topic, kafka_partition) DO UPDATE SET next_offset = excluded.next_offset""",
                    at.topic().suffix(), at.kafkaPartition(), offset));
            sql.commit();
        } catch (RuntimeException e) { // whatever it was, half a batch must not go into the next transaction
            sql.rollback();
            throw e;
        }
        left.putAll(next);
        commits.committed();
    }

    /** Notes that the tables are up to date although nothing came. */
    public void touch(Instant now) {
        apply(List.of(), now);
    }

    /**
     * Removes history that began or ended before a time: decisions, dispatches, notifications, audit, dead letters,
     * resolved alerts. A slice of each at a time, so that the tail is not held up.
     *
     * @param now the time of the commit
     * @return whether there may be more to remove
     */
    public boolean prune(Instant before, Instant now) {
        try {
            begin(now);
            boolean more = pruneByOffset("decisions", "decided_at", before);
            more |= pruneByOffset("dispatches", "written_at", before);
            more |= pruneByOffset("notifications", "written_at", before);
            more |= pruneByOffset("audit", "written_at", before);
            deliveries.prune(before);
            sql.update("DELETE FROM failures WHERE last_at < ?", before);
            sql.update("DELETE FROM dead_letters WHERE found_at < ?", before);
            sql.update("DELETE FROM alerts WHERE state = 'resolved' AND ends_at < ?", before);
            sql.update("DELETE FROM silences WHERE ends_at < ?", before);
            sql.update("DELETE FROM acknowledgements WHERE expires_at < ?", before);
            sql.commit();
            return more;
        } catch (StoreException e) {
            sql.rollback();
            throw e;
        }
    }

    /**
     * Empties every table, so that all is read again from the beginning.
     *
     * @param now the time of the commit
     */
    public void clear(Instant now) {
        try {
            begin(now);
            for (String table : Schema.TABLES) {
                sql.update("DELETE FROM " + table);
            }
            sql.commit();
            left.clear();
        } catch (StoreException e) {
            sql.rollback();
            throw e;
        }
    }

    /** Writers of one database come one after the other: each first takes the one row about the whole. */
    private void begin(Instant now) {
        int mine = sql.update("""
                UPDATE read_model SET committed_at = ?
                WHERE schema_version = ? AND cluster_id = ? AND topic_prefix = ?""", now,
                ReadModelStore.SCHEMA_VERSION, origin.clusterId(), origin.topicPrefix());
        if (mine != 1) {
            throw new StoreException(
                    "the tables were made anew by a program of another version, or for another cluster",
                    new IllegalStateException(mine + " rows of this version and cluster in read_model"));
        }
    }

    private Map<Place, Long> stored() {
        Map<Place, Long> stored = new HashMap<>();
        Positions.of(sql).forEach(at -> stored.put(new Place(at.topic(), at.kafkaPartition()), at.offset()));
        left.forEach((place, offset) -> {
            if (stored.getOrDefault(place, 0L) < offset) {
                throw new StoreException("another console emptied the tables; they are filled again",
                        new IllegalStateException("stored position of " + place + " is before " + offset));
            }
        });
        return stored;
    }

    @Override
    public void close() {
        sql.close();
    }

    private boolean pruneByOffset(String table, String time, Instant before) {
        return sql.update("DELETE FROM " + table + " WHERE (kafka_partition, kafka_offset) IN (SELECT kafka_partition,"
                + " kafka_offset FROM " + table + " WHERE " + time + " < ? ORDER BY " + time + " LIMIT ?)", before,
                PRUNED_AT_ONCE) == PRUNED_AT_ONCE;
    }

    /** Topic by topic, since no two write the same rows: rows of a kind go out together. */
    private void applyAll(List<Incoming> records) {
        List<Incoming> ofInstances = new ArrayList<>();
        Map<Topics, List<Incoming>> others = new EnumMap<>(Topics.class);
        for (Incoming record : records) {
            if (record.position().topic() == Topics.INSTANCES && !(record instanceof Unusable)) {
                ofInstances.add(record);
            } else {
                others.computeIfAbsent(record.position().topic(), _ -> new ArrayList<>()).add(record);
            }
        }
        others.values().forEach(each -> each.forEach(this::apply));
        instances.write(ofInstances);
    }

    private void apply(Incoming record) {
        switch (record) {
            case Message(Position at, Record data) -> write(at, data);
            case Tombstone(Position at, String key) -> remove(at.topic(), key);
            case Unusable(Position _, DeadLetter letter) -> write(letter);
            case Passed _ -> {}
        }
    }

    private void write(Position at, Record data) {
        switch (data) {
            case DecisionRecord decision -> write(at, decision);
            case JobDefinition job -> write(job);
            case JobLineage lineage -> write(lineage);
            case StormSnapshot storm -> write(storm);
            case Control control -> write(control);
            case Silence silence -> write(silence);
            case SubscriptionRule rule -> write(rule);
            case Acknowledgement taken -> write(taken);
            case AlertFiring alert -> write(alert, "firing", Optional.empty());
            case AlertAcked alert -> write(alert, "acked", Optional.empty());
            case AlertResolved alert -> write(alert, "resolved", Optional.of(alert.endsAt()));
            case Page page -> deliveries.write(page);
            case Notification notification -> {
                write(at, notification);
                deliveries.write(notification);
            }
            case AuditEntry entry -> write(at, entry);
            case Takeover _ -> {
                // of a Kafka partition, not of an instance: nobody looks for it here
            }
            default -> {
                if (!(data instanceof RerunDispatch dispatch)) {
                    throw new IllegalStateException("no table for " + data.getClass().getName() + " at " + at);
                }
                write(at, dispatch, data);
            }
        }
    }

    private void write(Position at, DecisionRecord decision) {
        sql.later(
                """
                        INSERT INTO decisions (kafka_partition, kafka_offset, instance_key, decided_at, kind, reason, cause_topic,
                            cause_partition, cause_offset, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), decision.instance().key(), decision.at(),
                decision.decision().kind(), decision.decision().reason().name(), decision.cause().topic(),
                decision.cause().kafkaPartition(), decision.cause().offset(), documents.text(decision));
        decision.failureClass().ifPresent(failureClass -> decision.signature()
                .ifPresent(signature -> writeFailure(decision, failureClass, signature)));
    }

    /** Several decisions follow from one failure, hence once for each episode. */
    private void writeFailure(DecisionRecord decision, FailureClass failureClass, String signature) {
        sql.later("""
                INSERT INTO failures (instance_key, episode, signature, job_key, failure_class, last_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (instance_key, episode, signature) DO UPDATE SET failure_class = excluded.failure_class,
                    last_at = excluded.last_at""",
                decision.instance().key(), decision.episode(), signature, decision.job().key(), failureClass.name(),
                decision.at());
    }

    private void write(JobDefinition job) {
        sql.later("""
                INSERT INTO jobs (job_key, namespace, name, owner, search, updated_at, document)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (job_key) DO UPDATE SET owner = excluded.owner, updated_at = excluded.updated_at,
                    document = excluded.document""",
                job.job().key(), job.job().namespace(), job.job().name(), job.owner().map(Owner::name),
                InstanceRows.searchable(job.job()), job.updatedAt(), documents.text(job));
        sql.update("DELETE FROM job_labels WHERE job_key = ?", job.job().key());
        job.labels().forEach((name, content) -> sql.later(
                "INSERT INTO job_labels (job_key, name, content) VALUES (?, ?, ?)", job.job().key(), name, content));
    }

    private void write(JobLineage lineage) {
        sql.later("""
                INSERT INTO lineage (job_key, seen_at, document) VALUES (?, ?, ?)
                ON CONFLICT (job_key) DO UPDATE SET seen_at = excluded.seen_at, document = excluded.document""",
                lineage.job().key(), lineage.seenAt(), documents.text(lineage));
    }

    private void write(StormSnapshot storm) {
        sql.later("""
                INSERT INTO storms (subject, concurrency_group, state, since, document) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (subject) DO UPDATE SET state = excluded.state, since = excluded.since,
                    document = excluded.document""",
                storm.subject(), storm.group(), storm.state().name(), storm.since(), documents.text(storm));
    }

    private void write(Control control) {
        sql.later("""
                INSERT INTO controls (scope, kind, document) VALUES (?, ?, ?)
                ON CONFLICT (scope) DO UPDATE SET kind = excluded.kind, document = excluded.document""",
                control.scope(), control.kind().name(), documents.text(control));
    }

    private void write(Silence silence) {
        sql.later("""
                INSERT INTO silences (id, ends_at, document) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at, document = excluded.document""",
                silence.id(), silence.endsAt(), documents.text(silence));
    }

    private void write(SubscriptionRule rule) {
        sql.later("""
                INSERT INTO subscriptions (name, document) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET document = excluded.document""", rule.name(), documents.text(rule));
    }

    private void write(Acknowledgement taken) {
        sql.later("""
                INSERT INTO acknowledgements (alert_key, revision, expires_at, document) VALUES (?, ?, ?, ?)
                ON CONFLICT (alert_key) DO UPDATE SET revision = excluded.revision, expires_at = excluded.expires_at,
                    document = excluded.document""",
                taken.alertKey().value(), taken.revision(), taken.expiresAt(), documents.text(taken));
    }

    private <A extends Record & Alert> void write(A alert, String state, Optional<Instant> endsAt) {
        AlertContent content = alert.content();
        // A consumer that reads again from an earlier offset must not bring an older revision back.
        sql.later("""
                INSERT INTO alerts (alert_key, instance_key, job_key, state, revision, proposal, starts_at, ends_at,
                    document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (alert_key) DO UPDATE SET state = excluded.state, revision = excluded.revision,
                    proposal = excluded.proposal, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
                    document = excluded.document WHERE excluded.revision >= alerts.revision""",
                alert.alertKey().value(), new InstanceId(content.job(), content.partition()).key(), content.job().key(),
                state, alert.revision(), content.proposal().map(RerunId::value), alert.startsAt(), endsAt,
                documents.text(alert));
    }

    private void write(Position at, RerunDispatch dispatch, Record data) {
        sql.later(
                """
                        INSERT INTO dispatches (kafka_partition, kafka_offset, instance_key, rerun_id, kind, written_at, document)
                        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), dispatch.instance().key(), dispatch.rerunId().value(),
                WireType.of(data).name(), dispatch.at(), documents.text(data));
    }

    private void write(Position at, Notification notification) {
        sql.later("""
                INSERT INTO notifications (kafka_partition, kafka_offset, alert_key, channel, revision, written_at,
                    document) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), notification.alertKey().value(), notification.channel(),
                notification.revision(), notification.at(), documents.text(notification));
    }

    private void write(Position at, AuditEntry entry) {
        sql.later("""
                INSERT INTO audit (kafka_partition, kafka_offset, actor, action, subject, written_at, document)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), entry.actor(), entry.action(), entry.subject(), entry.at(),
                documents.text(entry));
    }

    private void write(DeadLetter letter) {
        sql.later("""
                INSERT INTO dead_letters (topic, kafka_partition, kafka_offset, found_at, found_by, source_topic,
                    source_partition, source_offset, cause, message, record_key, value_bytes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (topic, kafka_partition, kafka_offset) DO NOTHING""",
                letter.topic(), letter.kafkaPartition(), letter.offset(), letter.foundAt(), letter.foundBy(),
                letter.sourceTopic(), letter.sourceKafkaPartition(), letter.sourceOffset(), letter.cause(),
                letter.message(), letter.key(), letter.valueBytes());
    }

    private void remove(Topics topic, String key) {
        switch (topic) {
            case INSTANCES -> throw new IllegalStateException("instances are written together");
            case JOBS -> {
                sql.update("DELETE FROM jobs WHERE job_key = ?", key);
                sql.update("DELETE FROM job_labels WHERE job_key = ?", key);
            }
            case LINEAGE -> sql.update("DELETE FROM lineage WHERE job_key = ?", key);
            case STORMS -> sql.update("DELETE FROM storms WHERE subject = ?", key);
            case CONTROLS -> sql.update("DELETE FROM controls WHERE scope = ?", key);
            case ALERTS -> sql.update("DELETE FROM alerts WHERE alert_key = ?", key);
            case SILENCES -> sql.update("DELETE FROM silences WHERE id = ?", key);
            case SUBSCRIPTIONS -> sql.update("DELETE FROM subscriptions WHERE name = ?", key);
            case ACKNOWLEDGEMENTS -> sql.update("DELETE FROM acknowledgements WHERE alert_key = ?", key);
            // What is kept here is history: the end of a key does not undo that it happened.
            case DISPATCHES, NOTIFICATIONS, PAGES, DECISIONS, AUDIT,
                    DEAD_LETTERS, RAW, EVENTS, COMMANDS, ADMISSIONS,
                    PERMITS, ROUTING ->
                {}
        }
    }
}
