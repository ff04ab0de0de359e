// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** Rows of what holds: one for each key of a compacted topic, replaced and removed with it. */
final class StandingRows {

    private final Sql sql;
    private final Documents documents;

    StandingRows(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    void write(JobDefinition job) {
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

    void write(JobLineage lineage) {
        sql.later("""
                INSERT INTO lineage (job_key, seen_at, document) VALUES (?, ?, ?)
                ON CONFLICT (job_key) DO UPDATE SET seen_at = excluded.seen_at, document = excluded.document""",
                lineage.job().key(), lineage.seenAt(), documents.text(lineage));
    }

    void write(StormSnapshot storm) {
        sql.later("""
                INSERT INTO storms (subject, concurrency_group, state, since, document) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (subject) DO UPDATE SET state = excluded.state, since = excluded.since,
                    document = excluded.document""",
                storm.subject(), storm.group(), storm.state().name(), storm.since(), documents.text(storm));
    }

    void write(Control control) {
        sql.later("""
                INSERT INTO controls (scope, kind, document) VALUES (?, ?, ?)
                ON CONFLICT (scope) DO UPDATE SET kind = excluded.kind, document = excluded.document""",
                control.scope(), control.kind().name(), documents.text(control));
    }

    void write(Silence silence) {
        sql.later("""
                INSERT INTO silences (id, ends_at, document) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at, document = excluded.document""",
                silence.id(), silence.endsAt(), documents.text(silence));
    }

    void write(SubscriptionRule rule) {
        sql.later("""
                INSERT INTO subscriptions (name, document) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET document = excluded.document""", rule.name(), documents.text(rule));
    }

    void write(Acknowledgement taken) {
        sql.later("""
                INSERT INTO acknowledgements (alert_key, revision, expires_at, document) VALUES (?, ?, ?, ?)
                ON CONFLICT (alert_key) DO UPDATE SET revision = excluded.revision, expires_at = excluded.expires_at,
                    document = excluded.document""",
                taken.alertKey().value(), taken.revision(), taken.expiresAt(), documents.text(taken));
    }

    <A extends Record & Alert> void write(A alert, String state, Optional<Instant> endsAt) {
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

    void remove(Topics topic, String key) {
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

    /** Removes what ended before a time. */
    void prune(Instant before) {
        sql.update("DELETE FROM alerts WHERE state = 'resolved' AND ends_at < ?", before);
        sql.update("DELETE FROM silences WHERE ends_at < ?", before);
        sql.update("DELETE FROM acknowledgements WHERE expires_at < ?", before);
    }
}
