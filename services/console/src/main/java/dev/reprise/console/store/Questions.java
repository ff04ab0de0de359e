// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.store.TimelineEntry.Source;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.wire.WireType;

/**
 * What can be asked of the read model. All answers of one object picture the same moment; it is valid only inside
 * {@link ReadModelStore#read}.
 */
public final class Questions {

    private final Sql sql;
    private final Documents documents;

    Questions(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    /**
     * A decision and where it stands.
     *
     * @param kafkaPartition the Kafka partition of the decisions topic
     * @param offset its offset there
     * @param decision the decision
     */
    public record StoredDecision(int kafkaPartition, long offset, DecisionRecord decision) {}

    /**
     * A change and where it stands.
     *
     * @param kafkaPartition the Kafka partition of the audit topic
     * @param offset its offset there
     * @param entry the change
     */
    public record StoredAudit(int kafkaPartition, long offset, AuditEntry entry) {}

    /**
     * A rerun that waits for a person.
     *
     * @param instance the instance
     * @param alert the open alert that proposes it, where it has been seen
     */
    public record OpenProposal(InstanceSnapshot instance, Optional<Alert> alert) {}

    /** What can be asked about alerts. */
    public AlertQuestions alerting() {
        return new AlertQuestions(sql, documents);
    }

    /** What can be asked about jobs and what is in force for them. */
    public CatalogQuestions catalog() {
        return new CatalogQuestions(sql, documents);
    }

    /** What can be asked about all instances together. */
    public Figures figures() {
        return new Figures(sql);
    }

    /** How far each Kafka partition was read. */
    public List<Incoming.Position> positions() {
        return Positions.of(sql);
    }

    /**
     * Decisions about any instance, the newest first.
     *
     * @param kinds only of these kinds, such as {@code rerun}; empty: of any
     */
    public Page<StoredDecision> latestDecisions(List<String> kinds, Optional<Cursor> after, int limit) {
        // One question for each kind, since only then does the index give them in order, however many there are.
        List<StoredDecision> found = kinds.isEmpty()
                ? latestDecisions(Optional.empty(), after, limit)
                : kinds.stream().flatMap(kind -> latestDecisions(Optional.of(kind), after, limit).stream())
                        .sorted(Comparator.comparing((StoredDecision each) -> each.decision().at())
                                .thenComparingInt(StoredDecision::kafkaPartition)
                                .thenComparingLong(StoredDecision::offset)
                                .reversed())
                        .limit(limit + 1L).toList();
        return Page.of(found, limit, last -> Cursor.of(last.decision().at().toEpochMilli(), last.kafkaPartition(),
                last.offset()));
    }

    private List<StoredDecision> latestDecisions(Optional<String> kind, Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions().andIfPresent("kind = ?", kind);
        after.ifPresent(cursor -> conditions.and("(decided_at, kafka_partition, kafka_offset) < (?, ?, ?)",
                cursor.numberAt(0, 3), cursor.numberAt(1, 3), cursor.numberAt(2, 3)));
        return sql.query("SELECT kafka_partition, kafka_offset, document FROM decisions" + conditions.where()
                + " ORDER BY decided_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT ?", this::decision,
                conditions.parameters(limit + 1));
    }

    /**
     * What people and programs changed, the newest first.
     *
     * @param actor only by this one
     * @param subject only to this
     */
    public Page<StoredAudit> audit(Optional<String> actor, Optional<String> subject, Optional<Cursor> after,
            int limit) {
        Conditions conditions = new Conditions().andIfPresent("actor = ?", actor)
                .andIfPresent("subject = ?", subject);
        after.ifPresent(cursor -> conditions.and("(written_at, kafka_partition, kafka_offset) < (?, ?, ?)",
                cursor.numberAt(0, 3), cursor.numberAt(1, 3), cursor.numberAt(2, 3)));
        List<StoredAudit> found = sql.query("SELECT kafka_partition, kafka_offset, document FROM audit"
                + conditions.where() + " ORDER BY written_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT ?",
                this::audited, conditions.parameters(limit + 1));
        return Page.of(found, limit, last -> Cursor.of(last.entry().at().toEpochMilli(), last.kafkaPartition(),
                last.offset()));
    }

    /** What was done to jobs of the registry since a moment, the newest first. */
    public List<StoredAudit> jobChangesSince(Instant since, int limit) {
        return sql.query("""
                SELECT kafka_partition, kafka_offset, document FROM audit
                WHERE written_at >= ? AND action IN ('job.add', 'job.change', 'job.remove')
                ORDER BY written_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT ?""",
                this::audited, since, limit);
    }

    /** Instances by their last change. */
    public Page<InstanceSnapshot> instances(InstanceFilter filter, Optional<Cursor> after, int limit) {
        List<String> keys = keys(filter, after, limit + 1, InstanceSearch.LATEST);
        Map<String, InstanceSnapshot> found = new HashMap<>();
        if (!keys.isEmpty()) {
            Conditions conditions = new Conditions().andOneOf("instance_key", keys);
            sql.query("SELECT instance_key, document FROM instances" + conditions.where(),
                    row -> found.put(row.getString(1), documents.read(row.getString(2), InstanceSnapshot.class)),
                    conditions.parameters());
        }
        return Page.of(keys.stream().map(found::get).toList(), limit,
                last -> Cursor.of(last.updatedAt().toEpochMilli(), last.instance().key()));
    }

    List<String> keys(InstanceFilter filter, Optional<Cursor> after, int most, int window) {
        return new InstanceSearch(sql, filter, after, window).keys(most);
    }

    /** One instance. */
    public Optional<InstanceSnapshot> instance(InstanceId instance) {
        return sql.first("SELECT document FROM instances WHERE instance_key = ?",
                row -> documents.read(row.getString(1), InstanceSnapshot.class), instance.key());
    }

    /** Instances that wait for approval, the longest wait first. */
    public Page<OpenProposal> proposals(Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions().and("i.status = ?", InstanceStatus.AWAITING_APPROVAL.name());
        after.ifPresent(cursor -> conditions.and("(i.updated_at, i.instance_key) > (?, ?)", cursor.numberAt(0, 2),
                cursor.textAt(1, 2)));
        List<InstanceSnapshot> found = sql.query("SELECT i.document FROM instances i" + conditions.where()
                + " ORDER BY i.updated_at, i.instance_key LIMIT ?",
                row -> documents.read(row.getString(1), InstanceSnapshot.class), conditions.parameters(limit + 1));
        return Page
                .of(found, limit, last -> Cursor.of(last.updatedAt().toEpochMilli(), last.instance().key()))
                .map(snapshot -> new OpenProposal(snapshot, proposing(snapshot)));
    }

    /** The decisions of an instance, oldest first. */
    public Page<StoredDecision> decisions(InstanceId instance, Optional<Cursor> after, int limit) {
        List<StoredDecision> found = sql.query("""
                SELECT kafka_partition, kafka_offset, document FROM decisions
                WHERE instance_key = ? AND kafka_offset > ? ORDER BY kafka_offset LIMIT ?""",
                this::decision, instance.key(), after.map(cursor -> cursor.numberAt(0, 1)).orElse(-1L), limit + 1);
        return Page.of(found, limit, last -> Cursor.of(last.offset()));
    }

    /** The newest decisions of an instance, newest first. */
    public List<StoredDecision> lastDecisions(InstanceId instance, int limit) {
        return sql.query("""
                SELECT kafka_partition, kafka_offset, document FROM decisions
                WHERE instance_key = ? ORDER BY kafka_offset DESC LIMIT ?""", this::decision, instance.key(), limit);
    }

    /** The decisions that answer one record, given by its full topic name and place, in their order. */
    public List<StoredDecision> decisionsCausedBy(InstanceId instance, String topic, int kafkaPartition, long offset) {
        return sql.query("""
                SELECT kafka_partition, kafka_offset, document FROM decisions
                WHERE instance_key = ? AND cause_topic = ? AND cause_partition = ? AND cause_offset = ?
                ORDER BY kafka_offset""", this::decision, instance.key(), topic, kafkaPartition, offset);
    }

    /** What was asked, decided, done and told about an instance, in the order of time. */
    public Page<TimelineEntry> timeline(InstanceId instance, Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions();
        after.ifPresent(cursor -> conditions.and("(at, source, kafka_partition, kafka_offset) > (?, ?, ?, ?)",
                cursor.numberAt(0, 4), cursor.numberAt(1, 4), cursor.numberAt(2, 4), cursor.numberAt(3, 4)));
        String key = instance.key();
        List<Object> parameters = new ArrayList<>(List.of(key, key, key, key, key, key));
        parameters.addAll(Arrays.asList(conditions.parameters(limit + 1)));
        List<TimelineEntry> found = sql.query("""
                SELECT at, source, kafka_partition, kafka_offset, kind, document FROM (
                    SELECT written_at AS at, 0 AS source, kafka_partition, kafka_offset, 'AUDIT' AS kind, document
                    FROM audit WHERE subject = ?
                    UNION ALL
                    SELECT decided_at, 1, kafka_partition, kafka_offset, 'DECISION', document
                    FROM decisions WHERE instance_key = ?
                    UNION ALL
                    SELECT written_at, 2, kafka_partition, kafka_offset, kind, document
                    FROM dispatches WHERE instance_key = ?
                    UNION ALL
                    SELECT written_at, 3, kafka_partition, kafka_offset, 'NOTIFICATION', document
                    FROM notifications WHERE alert_key IN (SELECT alert_key FROM alerts WHERE instance_key = ?)
                    UNION ALL
                    SELECT n.written_at, 3, n.kafka_partition, n.kafka_offset, 'NOTIFICATION', n.document
                    FROM delivery_alerts d JOIN notifications n
                    ON n.alert_key = d.group_key AND n.channel = d.channel AND n.revision = d.revision
                    WHERE d.instance_key = ?
                    AND n.alert_key NOT IN (SELECT alert_key FROM alerts WHERE instance_key = ?)
                ) AS entries""" + conditions.where()
                + " ORDER BY at, source, kafka_partition, kafka_offset LIMIT ?",
                row -> new TimelineEntry(Instant.ofEpochMilli(row.getLong(1)), Source.values()[row.getInt(2)],
                        row.getInt(3), row.getLong(4),
                        documents.read(row.getString(6), WireType.valueOf(row.getString(5)))),
                parameters.toArray());
        return Page.of(found, limit, last -> Cursor.of(last.at().toEpochMilli(), last.source().ordinal(),
                last.kafkaPartition(), last.offset()));
    }

    /** The decisions to alert, and that alerts are over, since a moment; oldest first, at most so many. */
    public List<DecisionRecord> alertDecisions(Instant since, int limit) {
        return sql.query("""
                SELECT document FROM decisions WHERE kind IN ('alert', 'resolve') AND decided_at >= ?
                ORDER BY decided_at, kafka_partition, kafka_offset LIMIT ?""",
                row -> documents.read(row.getString(1), DecisionRecord.class), since, limit);
    }

    /** The troubles of a class, the commonest first. */
    public Page<FailureCount> failures(FailureClass failureClass, Optional<Cursor> after, int limit) {
        List<Object> parameters = new ArrayList<>(List.of(failureClass.name()));
        after.ifPresent(cursor -> parameters.addAll(List.of(cursor.numberAt(0, 2), cursor.numberAt(0, 2),
                cursor.textAt(1, 2))));
        parameters.add(limit + 1);
        List<FailureCount> found = sql.query("""
                SELECT signature, COUNT(*), COUNT(DISTINCT job_key), MAX(last_at), MAX(instance_key) FROM failures
                WHERE failure_class = ? GROUP BY signature"""
                + (after.isPresent() ? " HAVING COUNT(*) < ? OR COUNT(*) = ? AND signature > ?" : "")
                + " ORDER BY COUNT(*) DESC, signature LIMIT ?",
                row -> new FailureCount(row.getString(1), row.getLong(2), row.getLong(3),
                        Instant.ofEpochMilli(row.getLong(4)), row.getString(5)),
                parameters.toArray());
        return Page.of(found, limit, last -> Cursor.of(last.episodes(), last.signature()));
    }

    /** Unusable records, the newest first. */
    public Page<DeadLetter> deadLetters(Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions();
        after.ifPresent(cursor -> conditions.and("(found_at, topic, kafka_partition, kafka_offset) < (?, ?, ?, ?)",
                cursor.numberAt(0, 4), cursor.textAt(1, 4), cursor.numberAt(2, 4), cursor.numberAt(3, 4)));
        List<DeadLetter> found = sql.query("""
                SELECT topic, kafka_partition, kafka_offset, found_at, found_by, source_topic, source_partition,
                    source_offset, cause, message, record_key, value_bytes FROM dead_letters""" + conditions.where()
                + " ORDER BY found_at DESC, topic DESC, kafka_partition DESC, kafka_offset DESC LIMIT ?",
                row -> new DeadLetter(row.getString(1), row.getInt(2), row.getLong(3),
                        Instant.ofEpochMilli(row.getLong(4)), row.getString(5), row.getString(6),
                        Optional.ofNullable(row.getObject(7)).map(number -> ((Number) number).intValue()),
                        Optional.ofNullable(row.getObject(8)).map(number -> ((Number) number).longValue()),
                        row.getString(9), row.getString(10), row.getString(11), row.getLong(12)),
                conditions.parameters(limit + 1));
        return Page.of(found, limit, last -> Cursor.of(last.foundAt().toEpochMilli(), last.topic(),
                last.kafkaPartition(), last.offset()));
    }

    private StoredAudit audited(ResultSet row) throws SQLException {
        return new StoredAudit(row.getInt(1), row.getLong(2), documents.read(row.getString(3), AuditEntry.class));
    }

    private Optional<Alert> proposing(InstanceSnapshot snapshot) {
        return alerting().openAlerts(snapshot.instance()).stream()
                .filter(alert -> alert.content().proposal().isPresent()
                        && alert.content().proposal().equals(snapshot.rerunId()))
                .findFirst();
    }

    private StoredDecision decision(ResultSet row) throws SQLException {
        return new StoredDecision(row.getInt(1), row.getLong(2),
                documents.read(row.getString(3), DecisionRecord.class));
    }
}
