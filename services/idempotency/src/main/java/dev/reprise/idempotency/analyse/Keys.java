// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;

/** What can be proved about keys: one row per key, never null. */
final class Keys {
    private Keys() {}

    /** @return whether every source besides the target has at most one row for the columns it is joined on */
    static boolean joinedUniquely(List<Source> from, String scope, List<Expr> conditions, Surroundings around) {
        Sources sources = Sources.of(from, java.util.Optional.empty());
        return sources.leaves().stream().filter(leaf -> !leaf.scope().equals(scope)).allMatch(leaf -> {
            Set<String> joined = joinedColumns(leaf.scope(), conditions);
            return unique(leaf.source(), joined, around);
        });
    }

    /** @return the columns of the scope that are compared for equality with something outside of it */
    static Set<String> joinedColumns(String scope, List<Expr> conditions) {
        Set<String> columns = new HashSet<>();
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Call(var name, var sides) && (name.equals("=") || name.equals("<=>"))) {
                for (int i = 0; i < 2; i++) {
                    if (sides.get(i) instanceof Expr.Column column
                            && column.qualifier().filter(scope::equals).isPresent()) {
                        columns.add(column.name());
                    }
                }
            }
        }
        return columns;
    }

    /** @return whether the source has at most one row for each value of the columns */
    static boolean unique(Source source, Set<String> columns, Surroundings around) {
        return switch (source) {
            case Table table ->
                around.schema(around.table(table.name())).keys().stream().anyMatch(columns::containsAll);
            case Derived derived -> unique(derived.query(), columns, around);
            case Query.Generated _,Query.Join _ -> false;
        };
    }

    private static boolean unique(Query query, Set<String> columns, Surroundings around) {
        if (query.body() instanceof Query.Values values) {
            return values.rows().size() == 1;
        }
        if (!(query.body() instanceof Select select)) {
            return false;
        }
        if (select.from().isEmpty()) {
            return true; // SELECT 1 AS id, 'a' AS v
        }
        if (!select.groupBy().isEmpty()) {
            return select.groupBy().stream().allMatch(key -> named(select, key).stream().anyMatch(columns::contains));
        }
        boolean distinct = select.distinct()
                && select.items().stream().allMatch(item -> item.outputName().filter(columns::contains).isPresent());
        if (distinct || ranked(select, columns)) {
            return true;
        }
        boolean plain = select.from().size() == 1 && select.items().stream()
                .allMatch(item -> item.expr() instanceof Expr.Star
                        || item.outputName().filter(columns::contains).isEmpty() || item.expr() instanceof Expr.Column c
                                && item.outputName().filter(c.name()::equals).isPresent());
        return plain && unique(select.from().getFirst(), columns, around);
    }

    private static List<String> named(Select select, Expr key) {
        if (key instanceof Expr.Literal literal && literal.text().matches("\\d+")) {
            int position = Integer.parseInt(literal.text()) - 1;
            return position < select.items().size()
                    ? select.items().get(position).outputName().stream().toList()
                    : List.of();
        }
        return select.items().stream()
                .filter(item -> item.expr().equals(key)
                        || key instanceof Expr.Column c && item.outputName().filter(c.name()::equals).isPresent())
                .flatMap(item -> item.outputName().stream()).toList();
    }

    /** WHERE rn = 1 over ROW_NUMBER() OVER (PARTITION BY the key), or QUALIFY. */
    private static boolean ranked(Select select, Set<String> columns) {
        if (select.having()
                .filter(h -> one(h) && h.children().getFirst() instanceof Expr.Windowed w && first(w, columns))
                .isPresent()) {
            return true;
        }
        if (select.from().size() != 1 || !(select.from().getFirst() instanceof Derived derived)
                || !(derived.query().body() instanceof Select inner)) {
            return false;
        }
        for (Expr condition : select.where().map(Expr::conjuncts).orElse(List.of())) {
            boolean first = one(condition) && condition.children().getFirst() instanceof Expr.Column rank
                    && inner.items().stream()
                            .anyMatch(item -> item.outputName().filter(rank.name()::equals).isPresent()
                                    && item.expr() instanceof Expr.Windowed w && first(w, columns));
            if (first) {
                return true;
            }
        }
        return false;
    }

    private static boolean one(Expr condition) {
        return condition instanceof Expr.Call(var name, var sides) && (name.equals("=") || name.equals("<="))
                && sides.get(1).text().equals("1");
    }

    private static boolean first(Expr.Windowed window, Set<String> columns) {
        return window.call().name().equals("row_number") && !window.partitionBy().isEmpty()
                && window.partitionBy().stream()
                        .allMatch(p -> p instanceof Expr.Column c && columns.contains(c.name()));
    }

    /** @return whether none of the columns of the source can be null */
    static boolean notNull(Source source, Set<String> columns, Surroundings around) {
        return switch (source) {
            case Table table -> around.schema(around.table(table.name())).notNull().containsAll(columns);
            case Derived derived -> derived.query().body() instanceof Select select
                    && columns.stream().allMatch(column -> tested(select, column)
                            || select.from().size() == 1 && notNull(select.from().getFirst(), Set.of(column), around));
            case Query.Generated _,Query.Join _ -> false;
        };
    }

    private static boolean tested(Select select, String column) {
        return select.where().map(Expr::conjuncts).orElse(List.of()).stream()
                .anyMatch(c -> c instanceof Expr.Call(var not, var negated) && not.equals("not")
                        && negated.getFirst() instanceof Expr.Call(var inner, var tested) && inner.equals("is null")
                        && tested.getFirst() instanceof Expr.Column tests
                        && tests.name().equals(column));
    }
}
