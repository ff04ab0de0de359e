// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Body;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Item;
import dev.reprise.idempotency.sql.Query.Join;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Query.Values;

/**
 * Puts the definition of every name that the script itself defines where the name stands: common table expressions,
 * temporary and staging tables, script variables. What is left reads stored tables only.
 */
final class Inliner {
    /**
     * A query with a name.
     *
     * @param query inlined
     * @param leaves number of tables it reads, written out
     */
    record Named(Query query, int leaves) {}

    /** Named subqueries that use each other can grow without bound when written out. */
    private static final int MAX_LEAVES = 400;
    private final Function<String, @Nullable Named> views;
    private int leaves;

    /** @param views what the script has defined so far, by name */
    Inliner(Function<String, @Nullable Named> views) {
        this.views = views;
    }

    Query inline(Query query) {
        return inline(query, Map.of());
    }

    /** @return the query with the number of its leaves */
    Named named(Query query) {
        int before = leaves;
        Query inlined = inline(query, Map.of());
        return new Named(inlined, leaves - before);
    }

    private void count(int more) {
        leaves += more;
        if (leaves > MAX_LEAVES) {
            throw new TooComplex(
                    "named subqueries use each other so often that more than " + MAX_LEAVES + " tables would be read");
        }
    }

    Source inline(Source source) {
        return inline(source, Map.of());
    }

    Expr inline(Expr expr) {
        return inline(expr, Map.of());
    }

    private Query inline(Query query, Map<String, Named> outer) {
        Map<String, Named> known = outer;
        for (Query.Cte cte : query.ctes()) {
            if (cte.query().isPresent()) {
                Map<String, Named> next = new HashMap<>(known);
                int before = leaves;
                Query inlined = inline(cte.query().get(), known);
                next.put(cte.name(), new Named(inlined, leaves - before));
                leaves = before;
                known = next;
            }
        }
        Map<String, Named> scope = known;
        return new Query(List.of(), inline(query.body(), scope),
                query.orderBy().stream().map(e -> inline(e, scope)).toList(), query.limit());
    }

    private Body inline(Body body, Map<String, Named> scope) {
        return switch (body) {
            case Select s -> new Select(s.distinct(),
                    s.items().stream().map(i -> new Item(inline(i.expr(), scope), i.alias())).toList(),
                    s.from().stream().map(f -> inline(f, scope)).toList(), s.where().map(w -> inline(w, scope)),
                    s.groupBy().stream().map(g -> inline(g, scope)).toList(), s.having().map(h -> inline(h, scope)));
            case SetOperation o -> new SetOperation(o.kind(), inline(o.left(), scope), inline(o.right(), scope));
            case Values v ->
                new Values(v.rows().stream().map(row -> row.stream().map(e -> inline(e, scope)).toList()).toList());
        };
    }

    private Source inline(Source source, Map<String, Named> scope) {
        return switch (source) {
            case Table table -> {
                Named inner = scope.get(table.name());
                Named named = inner == null ? views.apply(table.name()) : inner;
                count(named == null ? 1 : named.leaves() + 1);
                yield named == null ? table : new Derived(named.query(), Optional.of(table.scope()));
            }
            case Derived derived -> new Derived(inline(derived.query(), scope), derived.alias());
            case Query.Generated generated -> generated;
            case Join join -> new Join(inline(join.left(), scope), inline(join.right(), scope), join.kind(),
                    join.on().map(e -> inline(e, scope)));
        };
    }

    private Expr inline(Expr expr, Map<String, Named> scope) {
        return switch (expr) {
            case Expr.Subquery subquery -> new Expr.Subquery(inline(subquery.query(), scope));
            case Expr.Call call -> call(call, scope);
            case Expr.Windowed window ->
                new Expr.Windowed(call(window.call(), scope), window.partitionBy(), window.orderBy());
            case Expr.Column _,Expr.Literal _,Expr.Parameter _,Expr.Star _ -> expr;
        };
    }

    private Expr.Call call(Expr.Call call, Map<String, Named> scope) {
        return new Expr.Call(call.name(), call.arguments().stream().map(a -> inline(a, scope)).toList());
    }
}
