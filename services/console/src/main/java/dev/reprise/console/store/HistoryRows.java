// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;

import dev.reprise.console.store.Incoming.Position;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.wire.WireType;

/** Rows of what happened, each at its place in its topic: they are written once and removed by age. */
final class HistoryRows {

    private static final int PRUNED_AT_ONCE = 2_000;

    private final Sql sql;
    private final Documents documents;

    HistoryRows(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    void write(Position at, DecisionRecord decision) {
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

    void write(Position at, RerunDispatch dispatch, Record data) {
        sql.later(
                """
                        INSERT INTO dispatches (kafka_partition, kafka_offset, instance_key, rerun_id, kind, written_at, document)
                        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), dispatch.instance().key(), dispatch.rerunId().value(),
                WireType.of(data).name(), dispatch.at(), documents.text(data));
    }

    void write(Position at, Notification notification) {
        sql.later("""
                INSERT INTO notifications (kafka_partition, kafka_offset, alert_key, channel, revision, written_at,
                    document) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), notification.alertKey().value(), notification.channel(),
                notification.revision(), notification.at(), documents.text(notification));
    }

    void write(Position at, AuditEntry entry) {
        sql.later("""
                INSERT INTO audit (kafka_partition, kafka_offset, actor, action, subject, written_at, document)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kafka_partition, kafka_offset) DO NOTHING""",
                at.kafkaPartition(), at.offset(), entry.actor(), entry.action(), entry.subject(), entry.at(),
                documents.text(entry));
    }

    void write(DeadLetter letter) {
        sql.later("""
                INSERT INTO dead_letters (topic, kafka_partition, kafka_offset, found_at, found_by, source_topic,
                    source_partition, source_offset, cause, message, record_key, value_bytes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (topic, kafka_partition, kafka_offset) DO NOTHING""",
                letter.topic(), letter.kafkaPartition(), letter.offset(), letter.foundAt(), letter.foundBy(),
                letter.sourceTopic(), letter.sourceKafkaPartition(), letter.sourceOffset(), letter.cause(),
                letter.message(), letter.key(), letter.valueBytes());
    }

    /**
     * Removes what is older than a time, a slice at a time.
     *
     * @return whether there may be more to remove
     */
    boolean prune(Instant before) {
        boolean more = pruneByOffset("decisions", "decided_at", before);
        more |= pruneByOffset("dispatches", "written_at", before);
        more |= pruneByOffset("notifications", "written_at", before);
        more |= pruneByOffset("audit", "written_at", before);
        sql.update("DELETE FROM failures WHERE last_at < ?", before);
        sql.update("DELETE FROM dead_letters WHERE found_at < ?", before);
        return more;
    }

    private boolean pruneByOffset(String table, String time, Instant before) {
        return sql.update("DELETE FROM " + table + " WHERE (kafka_partition, kafka_offset) IN (SELECT kafka_partition,"
                + " kafka_offset FROM " + table + " WHERE " + time + " < ? ORDER BY " + time + " LIMIT ?)", before,
                PRUNED_AT_ONCE) == PRUNED_AT_ONCE;
    }
}
