// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import dev.reprise.console.store.InstanceOrder.Place;
import dev.reprise.console.store.InstanceSource.By;

/**
 * Merges the first instances of many sources. The sources are taken in the order of their first instances, until that of the
 * next one is behind the last that is wanted: so what is read is little more than what is shown.
 *
 * <p>A file is asked source by source, which costs it some microseconds each. A server is asked for many at once.
 */
final class FirstInstances {
    private static final int AT_ONCE = 100;

    private final Sql sql;
    private final InstanceOrder order;
    private final int most;
    private final TreeSet<Place> found;

    private FirstInstances(Sql sql, InstanceOrder order, int most) {
        this.sql = sql;
        this.order = order;
        this.most = most;
        this.found = new TreeSet<>(order.places());
    }

    /** The keys of the first instances of all sources together, in their order. */
    static List<String> of(List<InstanceSource> sources, InstanceOrder order, int most, Sql sql) {
        FirstInstances first = new FirstInstances(sql, order, most);
        int step = sql.isRemote() ? AT_ONCE : 1;
        List<InstanceSource> sorted = sources.stream()
                .sorted(Comparator.comparing(InstanceSource::firstAt, order.moments())).toList();
        for (int from = 0; from < sorted.size() && first.wants(sorted.get(from)); from += step) {
            first.take(sorted.subList(from, Math.min(sorted.size(), from + step)));
        }
        return first.found.stream().map(Place::key).toList();
    }

    private boolean wants(InstanceSource source) {
        return found.size() < most || !order.isBehind(source.firstAt(), found.last().updatedAt());
    }

    private void take(List<InstanceSource> sources) {
        if (sql.isRemote()) {
            Map<Alike, List<InstanceSource>> alike = new LinkedHashMap<>();
            sources.forEach(each -> alike.computeIfAbsent(new Alike(each.by(), each.rest()), _ -> new ArrayList<>())
                    .add(each));
            alike.forEach((kind, of) -> found.addAll(ofMany(kind, of)));
        } else {
            sources.forEach(each -> found.addAll(ofOne(each)));
        }
        while (found.size() > most) {
            found.pollLast();
        }
    }

    /** Sources that one statement can ask for. */
    private record Alike(By by, Conditions rest) {}

    private List<Place> ofOne(InstanceSource source) {
        Conditions where = new Conditions().and(source.by().column() + " = ?", source.name())
                .and("status = ?", source.status()).and(order.begun()).and(near()).and(source.rest());
        return sql.query("SELECT updated_at, instance_key FROM instances" + where.where() + order.clause(),
                row -> new Place(row.getLong(1), row.getString(2)), where.parameters(most));
    }

    private List<Place> ofMany(Alike kind, List<InstanceSource> sources) {
        Conditions where = new Conditions().and(kind.by().column() + " = source.name")
                .and("status = source.status").and(order.begun()).and(near()).and(kind.rest());
        List<Object> parameters = new ArrayList<>();
        parameters.add(sources.stream().map(InstanceSource::name).toList());
        parameters.add(sources.stream().map(InstanceSource::status).toList());
        parameters.addAll(List.of(where.parameters(most, most)));
        return sql.query("SELECT updated_at, instance_key FROM unnest(?, ?) AS source (name, status)"
                + " CROSS JOIN LATERAL (SELECT updated_at, instance_key FROM instances" + where.where() + order.clause()
                + ") AS first" + order.clause(), row -> new Place(row.getLong(1), row.getString(2)),
                parameters.toArray());
    }

    /** What can still be among the first. */
    private Conditions near() {
        return found.size() < most ? new Conditions() : order.until(found.last().updatedAt());
    }
}
