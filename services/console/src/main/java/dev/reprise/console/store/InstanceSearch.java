// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.reprise.console.store.InstanceSource.By;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.JobId;

/**
 * Finds the first instances of a filter in the order of their last change, without looking at all of them.
 *
 * <p>A filter that an index answers in that order is asked there. Any other is first tried on the latest thousand, where
 * what is common is found. What is rare is found by names: a million instances have few thousand jobs and fewer data
 * partitions, so the names that match are searched for, and then the first instances of each of them are merged. That is the
 * same whether the database knows an index of words or not.
 */
final class InstanceSearch {

    /** What a page looks through of the latest instances: a few milliseconds. */
    static final int LATEST = 1_000;

    private final Sql sql;
    private final InstanceFilter filter;
    private final int window;
    private final InstanceOrder order;
    private final List<String> statuses;

    /**
     * A search.
     *
     * @param window how many of the latest instances are looked through before names are
     */
    InstanceSearch(Sql sql, InstanceFilter filter, Optional<Cursor> after, int window) {
        this.sql = sql;
        this.window = window;
        this.filter = filter;
        this.order = new InstanceOrder(filter.oldestFirst(), after);
        this.statuses = filter.statuses().stream().distinct().map(InstanceStatus::name).toList();
    }

    /** The keys of the first instances. */
    List<String> keys(int most) {
        Optional<JobId> job = filter.namespace().flatMap(namespace -> filter.name().map(name -> new JobId(namespace,
                name)));
        if (job.isPresent()) {
            return merged(sources(By.JOB, ofJob(new Conditions().and("job_key = ?", job.get().key())), text()).stream(),
                    most);
        }
        if (narrowsJobs() || filter.text().isPresent()) {
            List<String> latest = latest(most);
            return latest.size() >= most ? latest : merged(named(), most);
        }
        if (statuses.size() < 2) {
            Conditions where = status().and(order.begun());
            return sql.query("SELECT instance_key FROM instances" + where.where() + order.clause(),
                    row -> row.getString(1), where.parameters(most));
        }
        return ofStatuses(most);
    }

    private List<String> merged(Stream<InstanceSource> sources, int most) {
        return FirstInstances.of(sources.toList(), order, most, sql);
    }

    private boolean narrowsJobs() {
        return filter.namespace().isPresent() || filter.name().isPresent() || filter.owner().isPresent()
                || !filter.labels().isEmpty();
    }

    private Conditions status() {
        return new Conditions().andOneOf("status", statuses);
    }

    private Conditions text() {
        return new Conditions().andContains("search", filter.text());
    }

    private Conditions ofJob(Conditions conditions) {
        conditions.andIfPresent("namespace = ?", filter.namespace())
                .andIfPresent("job_key IN (SELECT job_key FROM jobs WHERE owner = ?)", filter.owner());
        filter.labels().forEach((name, content) -> conditions
                .and("job_key IN (SELECT job_key FROM job_labels WHERE name = ? AND content = ?)", name, content));
        return conditions;
    }

    /** The first of each status, by one statement. */
    private List<String> ofStatuses(int most) {
        List<Object> parameters = new ArrayList<>();
        String each = statuses.stream().map(status -> {
            Conditions where = new Conditions().and("status = ?", status).and(order.begun());
            parameters.addAll(Arrays.asList(where.parameters(most)));
            return "SELECT * FROM (SELECT updated_at, instance_key FROM instances" + where.where() + order.clause()
                    + ") AS first";
        }).collect(Collectors.joining(" UNION ALL "));
        parameters.add(most);
        return sql.query("SELECT instance_key FROM (" + each + ") AS firsts" + order.clause(), row -> row.getString(1),
                parameters.toArray());
    }

    /** Those among the latest thousand. */
    private List<String> latest(int most) {
        Conditions latest = order.begun();
        if (statuses.size() == 1) {
            latest.and(status());
        }
        Conditions all = ofJob(new Conditions().andIfPresent("name = ?", filter.name())).and(status()).and(text());
        List<Object> parameters = new ArrayList<>(List.of(latest.parameters(window)));
        parameters.addAll(List.of(all.parameters(most)));
        return sql.query("SELECT instance_key FROM (SELECT instance_key, updated_at, job_key, namespace, name, status,"
                + " search FROM instances" + latest.where() + order.clause() + ") AS latest" + all.where()
                + order.clause(), row -> row.getString(1), parameters.toArray());
    }

    /** Every job and data partition with a name that matches: no instance of the filter is elsewhere. */
    private Stream<InstanceSource> named() {
        Conditions jobs = ofJob(new Conditions());
        filter.name().ifPresent(name -> jobs.andEndsWith("search", "/" + name));
        Conditions named = new Conditions().and(jobs).and(text());
        if (filter.text().isEmpty()) {
            return ofJobs(named, new Conditions());
        }
        if (!narrowsJobs()) {
            return Stream.of(ofJobs(named, new Conditions()), sources(By.PARTITION, text(), new Conditions()).stream(),
                    across(filter.text().get(), jobs)).flatMap(each -> each);
        }
        // The jobs are few enough to look through theirs, unless the text can only be a part of their names.
        boolean elsewhere = amount(By.PARTITION, text()) > 0 || across(filter.text().get(), jobs).findAny().isPresent();
        return elsewhere ? ofJobs(jobs, text()) : ofJobs(named, new Conditions());
    }

    /** Of jobs, by the name in the letters it has: their search knows small ones alone. */
    private Stream<InstanceSource> ofJobs(Conditions jobs, Conditions rest) {
        return sources(By.JOB, jobs, rest).stream().filter(
                each -> filter.name().isEmpty() || JobId.parse(each.name()).name().equals(filter.name().get()));
    }

    /** Where the text goes from the name of the job over the slash into the data partition: the fewer instances of both. */
    private Stream<InstanceSource> across(String text, Conditions jobs) {
        Stream<InstanceSource> found = Stream.of();
        for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
            Conditions left = new Conditions().and(jobs).andEndsWith("search", text.substring(0, slash));
            Conditions right = new Conditions().andBeginsWith("search", text.substring(slash + 1));
            long ofJobs = amount(By.JOB, left);
            long ofPartitions = ofJobs == 0 ? 0 : amount(By.PARTITION, right);
            if (ofJobs > 0 && ofPartitions > 0) {
                found = Stream.concat(found, ofJobs <= ofPartitions
                        ? sources(By.JOB, left, text()).stream()
                        : sources(By.PARTITION, right, text()).stream());
            }
        }
        return found;
    }

    /** How many instances the names have. */
    private long amount(By by, Conditions names) {
        Conditions where = status().and(names);
        return sql.first("SELECT SUM(amount) FROM " + by.counts() + where.where(), row -> row.getLong(1),
                where.parameters()).orElse(0L);
    }

    /** Each name with each status that instances of it stand in, and when the first of these was changed. */
    private List<InstanceSource> sources(By by, Conditions names, Conditions rest) {
        Conditions instance = new Conditions().and(by.column() + " = names." + by.column())
                .and("status = names.status").and(order.begun()).and(rest);
        Conditions which = status().and(names);
        List<Object> parameters = new ArrayList<>(List.of(instance.parameters(1)));
        parameters.addAll(List.of(which.parameters()));
        return sql.query("SELECT name, status, first_at FROM (SELECT names." + by.column()
                + " AS name, names.status AS status, (SELECT updated_at FROM instances" + instance.where()
                + order.clause() + ") AS first_at FROM (SELECT " + by.column() + ", status FROM " + by.counts()
                + which.where() + ") AS names) AS found WHERE first_at IS NOT NULL",
                row -> new InstanceSource(by, row.getString(1), row.getString(2), rest, row.getLong(3)),
                parameters.toArray());
    }
}
