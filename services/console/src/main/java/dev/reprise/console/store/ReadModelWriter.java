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
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/**
 * Turns records into rows. Rows and positions go into one transaction, so a crash can neither lose nor double a record.
 * Used by one thread only.
 */
public final class ReadModelWriter implements AutoCloseable {

    private final Sql sql;
    private final CommitSignal commits;
    private final Origin origin;
    private final InstanceRows instances;
    private final DeliveryRows deliveries;
    private final StandingRows standing;
    private final HistoryRows history;
    /** Where this writer left each Kafka partition that it wrote of. */
    private final Map<Place, Long> left = new HashMap<>();

    ReadModelWriter(Sql sql, Origin origin, Documents documents, CommitSignal commits) {
        this.sql = sql;
        this.origin = origin;
        this.commits = commits;
        this.instances = new InstanceRows(sql, documents);
        this.deliveries = new DeliveryRows(sql, documents);
        this.standing = new StandingRows(sql, documents);
        this.history = new HistoryRows(sql, documents);
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
            boolean more = history.prune(before);
            standing.prune(before);
            deliveries.prune(before);
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
            case Tombstone(Position at, String key) -> standing.remove(at.topic(), key);
            case Unusable(Position _, DeadLetter letter) -> history.write(letter);
            case Passed _ -> {}
        }
    }

    private void write(Position at, Record data) {
        switch (data) {
            case DecisionRecord decision -> history.write(at, decision);
            case JobDefinition job -> standing.write(job);
            case JobLineage lineage -> standing.write(lineage);
            case StormSnapshot storm -> standing.write(storm);
            case Control control -> standing.write(control);
            case Silence silence -> standing.write(silence);
            case SubscriptionRule rule -> standing.write(rule);
            case Acknowledgement taken -> standing.write(taken);
            case AlertFiring alert -> standing.write(alert, "firing", Optional.empty());
            case AlertAcked alert -> standing.write(alert, "acked", Optional.empty());
            case AlertResolved alert -> standing.write(alert, "resolved", Optional.of(alert.endsAt()));
            case Page page -> deliveries.write(page);
            case Notification notification -> {
                history.write(at, notification);
                deliveries.write(notification);
            }
            case AuditEntry entry -> history.write(at, entry);
            case Takeover _ -> {
                // of a Kafka partition, not of an instance: nobody looks for it here
            }
            default -> {
                if (!(data instanceof RerunDispatch dispatch)) {
                    throw new IllegalStateException("no table for " + data.getClass().getName() + " at " + at);
                }
                history.write(at, dispatch, data);
            }
        }
    }

}
