// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.storm.StormSnapshot;

/**
 * What can be asked about jobs, and about what is in force for them: pauses, freezes and storms. Valid as long as the
 * {@link Questions} that it came from.
 */
public final class CatalogQuestions {

    private final Sql sql;
    private final Documents documents;

    CatalogQuestions(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    /**
     * Jobs by their key.
     *
     * @param text anywhere in namespace or name, whatever its case
     */
    public Page<JobDefinition> jobs(Optional<String> namespace, Optional<String> owner, Optional<String> text,
            Optional<Cursor> after, int limit) {
        Conditions conditions = new Conditions().andIfPresent("namespace = ?", namespace)
                .andIfPresent("owner = ?", owner)
                .andIfPresent("job_key > ?", after.map(cursor -> cursor.textAt(0, 1)));
        // By an index of the names: the rows themselves are large.
        text.ifPresent(_ -> {
            Conditions named = new Conditions().andContains("search", text);
            conditions.and("job_key IN (SELECT job_key FROM jobs" + named.where() + ")", named.parameters());
        });
        List<JobDefinition> found = sql.query("SELECT document FROM jobs" + conditions.where()
                + " ORDER BY job_key LIMIT ?", row -> documents.read(row.getString(1), JobDefinition.class),
                conditions.parameters(limit + 1));
        return Page.of(found, limit, last -> Cursor.of(last.job().key()));
    }

    /** One job. */
    public Optional<JobDefinition> job(JobId job) {
        return sql.first("SELECT document FROM jobs WHERE job_key = ?",
                row -> documents.read(row.getString(1), JobDefinition.class), job.key());
    }

    /** What events showed of a job. */
    public Optional<JobLineage> lineage(JobId job) {
        return sql.first("SELECT document FROM lineage WHERE job_key = ?",
                row -> documents.read(row.getString(1), JobLineage.class), job.key());
    }

    /** The whole registry. */
    public List<JobDefinition> everyJob() {
        return sql.query("SELECT document FROM jobs", row -> documents.read(row.getString(1), JobDefinition.class));
    }

    /** What events showed of every job. */
    public List<JobLineage> everyLineage() {
        return sql.query("SELECT document FROM lineage", row -> documents.read(row.getString(1), JobLineage.class));
    }

    /** Breakers that are not closed, by subject. */
    public Page<StormSnapshot> storms(Optional<Cursor> after, int limit) {
        List<StormSnapshot> found = sql.query(
                "SELECT document FROM storms WHERE subject > ? ORDER BY subject LIMIT ?",
                row -> documents.read(row.getString(1), StormSnapshot.class),
                after.map(cursor -> cursor.textAt(0, 1)).orElse(""), limit + 1);
        return Page.of(found, limit, last -> Cursor.of(last.subject()));
    }

    /** Breakers of one group that are not closed, by subject. */
    public List<StormSnapshot> stormsOf(String group) {
        return sql.query("SELECT document FROM storms WHERE concurrency_group = ? ORDER BY subject",
                row -> documents.read(row.getString(1), StormSnapshot.class), group);
    }

    /** Pauses and freezes by scope, those that have ended by themselves too. */
    public Page<Control> controls(Optional<Cursor> after, int limit) {
        List<Control> found = sql.query("SELECT document FROM controls WHERE scope > ? ORDER BY scope LIMIT ?",
                row -> documents.read(row.getString(1), Control.class),
                after.map(cursor -> cursor.textAt(0, 1)).orElse(""), limit + 1);
        return Page.of(found, limit, last -> Cursor.of(last.scope()));
    }

    /** What was set last under a scope. */
    public Optional<Control> control(String scope) {
        return sql.first("SELECT document FROM controls WHERE scope = ?",
                row -> documents.read(row.getString(1), Control.class), scope);
    }

    /** All jobs of some namespaces. */
    public List<JobId> jobsOf(Collection<String> namespaces) {
        if (namespaces.isEmpty()) {
            return List.of();
        }
        Conditions conditions = new Conditions().andOneOf("namespace", namespaces);
        return sql.query("SELECT job_key FROM jobs" + conditions.where() + " ORDER BY job_key",
                row -> JobId.parse(row.getString(1)), conditions.parameters());
    }
}
