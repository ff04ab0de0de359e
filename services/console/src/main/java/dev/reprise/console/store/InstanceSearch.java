// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.JobId;

/**
 * Finds the first instances of a filter in the order of their last change, without looking at all of them.
 *
 * <p>A filter that an index answers in that order is asked there. Any other is first tried on the latest few thousand, where
 * what is common is found. What is rare is found by names: a million instances have few thousand jobs and fewer data
 * partitions, so the names that match are searched for, and then the first instances of each of them are taken. That is the
 * same whether the database knows an index of words or not.
 */
final class InstanceSearch {

    /** What a page looks through of the latest instances: a few milliseconds. */
    static final int LATEST = 1_000;
    private static final int AT_ONCE = 100;

    private final Sql sql;
    private final InstanceFilter filter;
    private final int window;
    private final Conditions cursor;
    private final String order;
    private final Comparator<Place> first;

    /**
     * A search.
     *
     * @param window how many of the latest instances are looked through before names are
     */
    InstanceSearch(Sql sql, InstanceFilter filter, Optional<Cursor> after, int window) {
        this.sql = sql;
        this.window = window;
        this.filter = filter;
        this.cursor = new Conditions();
        after.ifPresent(last -> cursor.and("(updated_at, instance_key) " + (filter.oldestFirst() ? ">" : "<")
                + " (?, ?)", last.numberAt(0, 2), last.textAt(1, 2)));
        this.order = " ORDER BY updated_at " + direction() + ", instance_key " + direction() + " LIMIT ?";
        Comparator<Place> byTime = Comparator.comparingLong(Place::updatedAt).thenComparing(Place::key,
                InstanceSearch::compareBytes);
        this.first = filter.oldestFirst() ? byTime : byTime.reversed();
    }

    private record Place(long updatedAt, String key) {}

    /**
     * Instances with one value in one column, which an index holds in the order of their last change.
     *
     * @param column the column
     * @param value its value
     * @param rest what the filter asks beside it
     */
    private record Source(String column, String value, Conditions rest) {}

    /** The keys of the first instances. */
    List<String> keys(int most) {
        Optional<JobId> job = filter.namespace().flatMap(namespace -> filter.name().map(name -> new JobId(namespace,
                name)));
        if (job.isPresent()) {
            return take(List.of(new Source("job_key", job.get().key(), conditions())), cursor, most);
        }
        if (narrowsJobs() || filter.text().isPresent()) {
            List<String> latest = latest(most);
            return latest.size() >= most ? latest : byNames(names(), most);
        }
        if (filter.statuses().isEmpty()) {
            return sql.query("SELECT instance_key FROM instances" + cursor.where() + order, row -> row.getString(1),
                    cursor.parameters(most));
        }
        return take(filter.statuses().stream().distinct()
                .map(each -> new Source("status", each.name(), new Conditions())).toList(), cursor, most);
    }

    private boolean narrowsJobs() {
        return filter.namespace().isPresent() || filter.name().isPresent() || filter.owner().isPresent()
                || !filter.labels().isEmpty();
    }

    /** The whole filter. */
    private Conditions conditions() {
        return ofJob(new Conditions().andIfPresent("name = ?", filter.name())).and(statuses())
                .andContains("search", filter.text());
    }

    private Conditions statuses() {
        return new Conditions().andOneOf("status", filter.statuses().stream().map(InstanceStatus::name).toList());
    }

    private Conditions ofJob(Conditions conditions) {
        conditions.andIfPresent("namespace = ?", filter.namespace())
                .andIfPresent("job_key IN (SELECT job_key FROM jobs WHERE owner = ?)", filter.owner());
        filter.labels().forEach((name, content) -> conditions
                .and("job_key IN (SELECT job_key FROM job_labels WHERE name = ? AND content = ?)", name, content));
        return conditions;
    }

    /** Those among the latest few thousand. */
    private List<String> latest(int most) {
        Conditions latest = new Conditions().and(cursor);
        if (filter.statuses().size() == 1) {
            latest.and(statuses());
        }
        Conditions all = conditions();
        List<Object> parameters = new ArrayList<>(List.of(latest.parameters(window)));
        parameters.addAll(List.of(all.parameters(most)));
        return sql.query("SELECT instance_key FROM (SELECT instance_key, updated_at, job_key, namespace, name, status,"
                + " search FROM instances" + latest.where() + order + ") AS latest" + all.where() + order,
                row -> row.getString(1), parameters.toArray());
    }

    /**
     * Jobs or data partitions by name.
     *
     * @param column their column in each table
     * @param table where each is known once, or a few times
     * @param conditions which of them
     * @param rest what the filter asks of their instances beside it
     * @param values the names
     */
    private record Names(String column, String table, Conditions conditions, Conditions rest, List<String> values) {

        static String statement(String column, String table, Conditions conditions) {
            return "SELECT DISTINCT " + column + " FROM " + table + conditions.where();
        }
    }

    /** Every job and data partition with a name that matches: no instance of the filter is elsewhere. */
    private List<Names> names() {
        Conditions jobs = ofJob(new Conditions()).and(statuses());
        filter.name().ifPresent(name -> jobs.andEndsWith("search", "/" + name));
        Conditions rest = statuses().andIfPresent("name = ?", filter.name());
        if (filter.text().isEmpty()) {
            return List.of(jobs(jobs, rest));
        }
        Names named = jobs(new Conditions().and(jobs).andContains("search", filter.text()), rest);
        Names partitions = partitions(new Conditions().andContains("search", filter.text()), rest);
        List<Names> across = across(filter.text().get(), jobs);
        if (!narrowsJobs()) {
            return Stream.concat(Stream.of(named, partitions), across.stream()).toList();
        }
        // The jobs are few enough to look through theirs.
        return List.of(partitions.values().isEmpty() && across.isEmpty() ? named : jobs(jobs, conditions()));
    }

    /** Where the text goes from the name of the job over the slash into the data partition: the fewer of both. */
    private List<Names> across(String text, Conditions jobs) {
        List<Names> found = new ArrayList<>();
        for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
            Names right = partitions(new Conditions().andBeginsWith("search", text.substring(slash + 1)),
                    conditions());
            Names left = jobs(new Conditions().and(jobs).andEndsWith("search", text.substring(0, slash)),
                    conditions());
            found.add(left.values().size() < right.values().size() ? left : right);
        }
        found.removeIf(names -> names.values().isEmpty());
        return found;
    }

    private Names jobs(Conditions conditions, Conditions rest) {
        return names("job_key", "job_counts", conditions, rest);
    }

    private Names partitions(Conditions conditions, Conditions rest) {
        return names("data_partition", "partition_counts", conditions, rest);
    }

    private Names names(String column, String table, Conditions conditions, Conditions rest) {
        return new Names(column, table, conditions, rest, sql.query(Names.statement(column, table, conditions),
                row -> row.getString(1), conditions.parameters()));
    }

    /** The first instances of all names, or of too many names of those that have them. */
    private List<String> byNames(List<Names> names, int most) {
        // Each instance has one name of each column.
        int enough = most * (int) names.stream().map(Names::column).distinct().count();
        if (names.stream().mapToInt(each -> each.values().size()).sum() <= enough) {
            return take(names.stream().flatMap(each -> each.values().stream()
                    .map(value -> new Source(each.column(), value, each.rest()))).toList(), cursor, most);
        }
        List<Nearest> nearest = names.stream().flatMap(each -> nearest(each).stream())
                .sorted(filter.oldestFirst()
                        ? Comparator.comparingLong(Nearest::updatedAt)
                        : Comparator.comparingLong(Nearest::updatedAt).reversed())
                .toList();
        // A name may be there twice: by what it is called, and by where the text goes on.
        long last = nearest.stream().collect(Collectors.toMap(each -> each.source().column() + each.source().value(),
                Nearest::updatedAt, (one, _) -> one, LinkedHashMap::new)).values().stream().skip(enough - 1L)
                .findFirst().orElse(filter.oldestFirst() ? Long.MAX_VALUE : Long.MIN_VALUE);
        Conditions near = new Conditions().and(cursor)
                .and("updated_at " + (filter.oldestFirst() ? "<=" : ">=") + " ?", last);
        return take(nearest.stream()
                .filter(each -> filter.oldestFirst() ? each.updatedAt() <= last : each.updatedAt() >= last)
                .map(Nearest::source).toList(), near, most);
    }

    private record Nearest(Source source, long updatedAt) {}

    /** The time of the first instance of each name. */
    private List<Nearest> nearest(Names names) {
        Conditions instance = new Conditions().and(names.column() + " = names." + names.column()).and(cursor)
                .and(names.rest());
        List<Object> parameters = new ArrayList<>(List.of(instance.parameters(1)));
        parameters.addAll(List.of(names.conditions().parameters()));
        return sql.query("SELECT name, first_at FROM (SELECT names." + names.column()
                + " AS name, (SELECT updated_at FROM instances" + instance.where() + order + ") AS first_at FROM ("
                + Names.statement(names.column(), names.table(), names.conditions())
                + ") AS names) AS found WHERE first_at IS NOT NULL",
                row -> new Nearest(new Source(names.column(), row.getString(1), names.rest()), row.getLong(2)),
                parameters.toArray());
    }

    private List<String> take(List<Source> sources, Conditions where, int most) {
        TreeSet<Place> found = new TreeSet<>(first);
        for (int from = 0; from < sources.size(); from += AT_ONCE) {
            found.addAll(places(sources.subList(from, Math.min(sources.size(), from + AT_ONCE)), where, most));
            while (found.size() > most) {
                found.pollLast();
            }
        }
        return found.stream().map(Place::key).toList();
    }

    /** The first instances of each source, by one statement. */
    private List<Place> places(List<Source> sources, Conditions where, int most) {
        StringBuilder statement = new StringBuilder();
        List<Object> parameters = new ArrayList<>();
        for (Source source : sources) {
            Conditions each = new Conditions().and(source.column() + " = ?", source.value()).and(where)
                    .and(source.rest());
            statement.append(statement.isEmpty() ? "" : " UNION ALL ")
                    .append("SELECT * FROM (SELECT updated_at, instance_key FROM instances").append(each.where())
                    .append(order).append(") AS first");
            parameters.addAll(List.of(each.parameters(most)));
        }
        return sql.query(statement.toString(), row -> new Place(row.getLong(1), row.getString(2)),
                parameters.toArray());
    }

    private String direction() {
        return filter.oldestFirst() ? "ASC" : "DESC";
    }

    /** As the databases compare: by the bytes of UTF-8, which is the order of code points. */
    private static int compareBytes(String one, String other) {
        int[] left = one.codePoints().toArray();
        int[] right = other.codePoints().toArray();
        return Arrays.compare(left, right);
    }
}
