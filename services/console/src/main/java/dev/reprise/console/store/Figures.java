// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.JobId;

/** What can be asked about all instances together: counts and the grid. As valid as the {@link Questions} it came from. */
public final class Figures {
    /** An acknowledgement holds for a revision and a time: whether an alert is acknowledged is a question of now. */
    static final String TAKEN = "EXISTS (SELECT 1 FROM acknowledgements a WHERE a.alert_key = alerts.alert_key"
            + " AND a.revision >= alerts.revision AND a.expires_at > ?)";

    /** Where an instance stands when a person should look at it. */
    private static final String TROUBLE = "SUM(CASE WHEN status IN ('GAVE_UP', 'AWAITING_APPROVAL', 'IN_DOUBT')"
            + " THEN amount ELSE 0 END)";

    private final Sql sql;

    Figures(Sql sql) {
        this.sql = sql;
    }

    /** How many instances stand where; those that nobody is in are absent. */
    public Map<InstanceStatus, Long> statuses() {
        Map<InstanceStatus, Long> counts = new EnumMap<>(InstanceStatus.class);
        sql.query("SELECT status, SUM(amount) FROM job_counts GROUP BY status",
                row -> counts.put(InstanceStatus.valueOf(row.getString(1)), row.getLong(2)));
        return counts;
    }

    /** Since when the longest of the instances that stand there has stood there. */
    public Optional<Instant> oldest(InstanceStatus status) {
        return sql.first("SELECT updated_at FROM instances WHERE status = ? ORDER BY updated_at LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)), status.name());
    }

    /** How many alerts fire and are taken by nobody. */
    public long firing(Instant now) {
        return count("SELECT COUNT(*) FROM alerts WHERE state = 'firing' AND NOT " + TAKEN, now);
    }

    /** How many alerts fire and somebody has taken. */
    public long acked(Instant now) {
        return count("SELECT COUNT(*) FROM alerts WHERE state = 'acked' OR state = 'firing' AND " + TAKEN, now);
    }

    /** How many breakers are not closed. */
    public long storms() {
        return count("SELECT COUNT(*) FROM storms");
    }

    /** How many dead letters are kept. */
    public long deadLetters() {
        return count("SELECT COUNT(*) FROM dead_letters");
    }

    /** How many decisions of a kind were made after a moment. */
    public long decisions(String kind, Instant after) {
        return count("SELECT COUNT(*) FROM decisions WHERE kind = ? AND decided_at > ?", kind, after);
    }

    /** When the read model was last brought up to date. */
    public Instant committedAt() {
        return sql.first("SELECT committed_at FROM read_model", row -> Instant.ofEpochMilli(row.getLong(1)))
                .orElseThrow(() -> new IllegalStateException("the read model has no row about itself"));
    }

    /**
     * The last data partitions by name, in their order.
     *
     * @param prefix what their names begin with; all where empty
     * @param before only those before this one, to look further back
     */
    public List<String> partitions(String prefix, Optional<String> before, int most) {
        List<String> latestFirst = sql.query("""
                SELECT DISTINCT data_partition FROM partition_counts
                WHERE data_partition >= ? AND data_partition < ? AND data_partition < ?
                ORDER BY data_partition DESC LIMIT ?""", row -> row.getString(1), prefix, endOf(prefix),
                before.orElse(endOf("")), most);
        return latestFirst.reversed();
    }

    /** How many jobs the grid has. */
    public long jobs(GridFilter filter) {
        Conditions conditions = conditions(filter);
        return sql.first("SELECT COUNT(DISTINCT job_key) FROM job_counts" + conditions.where(),
                row -> row.getLong(1), conditions.parameters()).orElse(0L);
    }

    /** Jobs with the state of their instances of some data partitions, which must be in order. */
    public Page<GridRow> grid(GridFilter filter, List<String> partitions, Optional<Cursor> after, int limit) {
        Page<Ranked> page = filter.troubleFirst() ? byTrouble(filter, after, limit) : byName(filter, after, limit);
        Map<String, Map<String, InstanceStatus>> statuses = statuses(page.items().stream().map(Ranked::jobKey).toList(),
                partitions);
        return page.map(job -> new GridRow(JobId.parse(job.jobKey()), job.trouble(),
                statuses.getOrDefault(job.jobKey(), Map.of())));
    }

    private record Ranked(String jobKey, long trouble) {}

    private Page<Ranked> byTrouble(GridFilter filter, Optional<Cursor> after, int limit) {
        Conditions conditions = conditions(filter);
        Conditions having = new Conditions();
        after.ifPresent(cursor -> having.and("(-trouble, job_key) > (?, ?)", cursor.numberAt(0, 2),
                cursor.textAt(1, 2)));
        List<Object> parameters = new ArrayList<>(List.of(conditions.parameters()));
        parameters.addAll(List.of(having.parameters(limit + 1)));
        List<Ranked> found = sql.query("SELECT job_key, trouble FROM (SELECT job_key, " + TROUBLE
                + " AS trouble FROM job_counts" + conditions.where() + " GROUP BY job_key) AS jobs" + having.where()
                + " ORDER BY -trouble, job_key LIMIT ?",
                row -> new Ranked(row.getString(1), row.getLong(2)), parameters.toArray());
        return Page.of(found, limit, last -> Cursor.of(-last.trouble(), last.jobKey()));
    }

    private Page<Ranked> byName(GridFilter filter, Optional<Cursor> after, int limit) {
        Conditions conditions = conditions(filter);
        after.ifPresent(cursor -> conditions.and("job_key > ?", cursor.textAt(1, 2)));
        List<Ranked> found = sql.query("SELECT job_key, " + TROUBLE + " FROM job_counts" + conditions.where()
                + " GROUP BY job_key ORDER BY job_key LIMIT ?",
                row -> new Ranked(row.getString(1), row.getLong(2)), conditions.parameters(limit + 1));
        return Page.of(found, limit, last -> Cursor.of(0, last.jobKey()));
    }

    /** By job, and by data partition. One row for each job: tens of thousands of cells are cheaper as text than as rows. */
    private Map<String, Map<String, InstanceStatus>> statuses(List<String> jobKeys, List<String> partitions) {
        Map<String, Map<String, InstanceStatus>> statuses = new HashMap<>();
        if (jobKeys.isEmpty() || partitions.isEmpty()) {
            return statuses;
        }
        Conditions conditions = new Conditions().andOneOf("job_key", jobKeys)
                .and("data_partition >= ? AND data_partition <= ?", partitions.getFirst(), partitions.getLast());
        // No name holds a tab or a line break.
        sql.query(
                "SELECT job_key, string_agg(status || '\t' || data_partition, '\n') FROM instances" + conditions.where()
                        + " GROUP BY job_key",
                row -> statuses.put(row.getString(1), cells(row.getString(2))),
                conditions.parameters());
        return statuses;
    }
    private static Map<String, InstanceStatus> cells(String text) {
        Map<String, InstanceStatus> cells = new HashMap<>();
        for (String cell : text.split("\n")) {
            int tab = cell.indexOf('\t');
            cells.put(cell.substring(tab + 1), InstanceStatus.valueOf(cell.substring(0, tab)));
        }
        return cells;
    }

    private static Conditions conditions(GridFilter filter) {
        Conditions conditions = new Conditions().andIfPresent("namespace = ?", filter.namespace())
                .andIfPresent("job_key IN (SELECT job_key FROM jobs WHERE owner = ?)", filter.owner())
                .andContains("search", filter.text());
        if (!filter.statuses().isEmpty()) {
            Conditions inner = new Conditions().andOneOf("status",
                    filter.statuses().stream().map(InstanceStatus::name).toList());
            conditions.and("job_key IN (SELECT job_key FROM job_counts" + inner.where() + ")", inner.parameters());
        }
        return conditions;
    }

    /** The first name behind all that begin with a prefix; no name has the last character of all. */
    private static String endOf(String prefix) {
        return prefix + Character.toString(Character.MAX_CODE_POINT);
    }

    private long count(String statement, Object... parameters) {
        return sql.first(statement, row -> row.getLong(1), parameters).orElse(0L);
    }
}
