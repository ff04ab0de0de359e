// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;

/**
 * A DELETE of the keys that a source holds: {@code DELETE FROM t WHERE id IN (SELECT id FROM src)}. It resets what an
 * insert from the same source writes.
 *
 * @param columns key columns of the target
 * @param keys the matching columns of the source
 * @param source canonical text of the source
 * @param filters further conditions on the source, canonical
 */
record KeyReset(List<String> columns, List<String> keys, String source, Set<String> filters) {
    /**
     * @param scope the target's name in the statement
     * @param using other sources of the statement
     * @param where its condition
     * @return the reset, when the statement has that form and nothing else restricts the target
     */
    static Optional<KeyReset> of(String scope, List<Source> using, Optional<Expr> where) {
        if (where.isEmpty()) {
            return Optional.empty();
        }
        List<Expr> conditions = Expr.conjuncts(where.get());
        if (using.size() == 1 || using.size() == 2) {
            Sources sources = Sources.of(using, where);
            List<Sources.Leaf> others = sources.leaves().stream().filter(leaf -> !leaf.scope().equals(scope)).toList();
            return others.size() == 1
                    ? matched(scope, others.getFirst().source(), others.getFirst().scope(), sources.conditions())
                    : Optional.empty();
        }
        if (!using.isEmpty() || conditions.size() != 1
                || !(conditions.getFirst() instanceof Expr.Call(var name, var arguments))) {
            return Optional.empty();
        }
        if (name.equals("in") && arguments.getLast() instanceof Expr.Subquery(var query)) {
            return listed(arguments.getFirst(), query);
        }
        if (name.equals("exists") && arguments.getFirst() instanceof Expr.Subquery(var query)
                && query.body() instanceof Select select
                && select.from().size() == 1 && select.where().isPresent()) {
            Source source = select.from().getFirst();
            return matched(scope, source, scopeOf(source), Expr.conjuncts(select.where().get()));
        }
        return Optional.empty();
    }

    private static String scopeOf(Source source) {
        return switch (source) {
            case Table table -> table.scope();
            case Derived derived -> derived.alias().orElse("");
            case Query.Generated generated -> generated.alias().orElse("");
            case Query.Join _ -> "";
        };
    }

    private static Optional<KeyReset> listed(Expr left, Query query) {
        List<Expr> columns = left instanceof Expr.Call(var name, var parts) && name.equals("row")
                ? parts
                : List.of(left);
        if (!(query.body() instanceof Select select) || select.from().size() != 1 || !select.groupBy().isEmpty()
                || query.limit().isPresent()
                || select.items().size() != columns.size()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!(columns.get(i) instanceof Expr.Column column)
                    || !(select.items().get(i).expr() instanceof Expr.Column key)) {
                return Optional.empty();
            }
            names.add(column.name());
            keys.add(key.name());
        }
        return Optional.of(new KeyReset(names, keys, text(select.from().getFirst()),
                filters(select.where().map(Expr::conjuncts).orElse(List.of()))));
    }

    private static Optional<KeyReset> matched(String scope, Source source, String sourceScope, List<Expr> conditions) {
        List<String> names = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        List<Expr> filters = new ArrayList<>();
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Call(var name, var sides) && name.equals("=")
                    && sides.get(0) instanceof Expr.Column a
                    && sides.get(1) instanceof Expr.Column b) {
                boolean first = a.qualifier().filter(scope::equals).isPresent()
                        || b.qualifier().filter(sourceScope::equals).isPresent();
                names.add(first ? a.name() : b.name());
                keys.add(first ? b.name() : a.name());
            } else {
                filters.add(condition);
            }
        }
        boolean restricted = filters.stream().anyMatch(f -> f.text().contains(scope + "."));
        return names.isEmpty() || restricted
                ? Optional.empty()
                : Optional.of(new KeyReset(names, keys, text(source), filters(filters)));
    }

    private static Set<String> filters(List<Expr> conditions) {
        return conditions.stream().map(c -> dev.reprise.idempotency.region.Predicates.unqualified(c).text())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String text(Source source) {
        return switch (source) {
            case Table table -> table.name();
            case Derived derived -> plain(derived.query()).orElse(derived.query().text());
            case Query.Generated generated -> generated.call().text();
            case Query.Join join -> text(join.left()) + "*" + text(join.right());
        };
    }

    /** SELECT * FROM x is x. */
    private static Optional<String> plain(Query query) {
        boolean whole = query.body() instanceof Select select && select.where().isEmpty() && select.groupBy().isEmpty()
                && !select.distinct()
                && select.from().size() == 1 && select.items().size() == 1
                && select.items().getFirst().expr() instanceof Expr.Star && query.limit().isEmpty();
        return whole && query.body() instanceof Select select
                ? Optional.of(text(select.from().getFirst()))
                : Optional.empty();
    }

    /**
     * @param query of an insert into the same table
     * @param targets names of the target columns in order, empty when unknown
     * @return whether every inserted row has a key that this deletes
     */
    boolean covers(Query query, List<String> targets) {
        if (!(query.body() instanceof Select select) || select.from().size() != 1
                || !text(select.from().getFirst()).equals(source)) {
            return false;
        }
        Set<String> present = new HashSet<>(filters(select.where().map(Expr::conjuncts).orElse(List.of())));
        if (!present.containsAll(filters)) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (!inserts(select, targets, columns.get(i), keys.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean inserts(Select select, List<String> targets, String column, String key) {
        int position = targets.indexOf(column);
        boolean positional = select.items().stream().noneMatch(item -> item.expr() instanceof Expr.Star);
        if (positional && position >= 0 && position < select.items().size()) {
            return select.items().get(position).expr() instanceof Expr.Column c && c.name().equals(key);
        }
        return select.items().stream()
                .anyMatch(item -> item.expr() instanceof Expr.Column c && c.name().equals(key)
                        && item.outputName().equals(Optional.of(column))
                        || item.expr() instanceof Expr.Star && column.equals(key));
    }
}
