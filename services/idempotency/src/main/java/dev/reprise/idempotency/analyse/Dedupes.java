// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

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
import dev.reprise.idempotency.sql.Statement.Delete;

/** DELETEs that keep one row per key: the forms in which people write them. */
final class Dedupes {
    private Dedupes() {}

    static boolean dedupes(Delete delete, String target, Optional<Expr> where, List<Source> using) {
        if (where.isEmpty() && using.isEmpty() || delete.limited()) {
            return false;
        }
        List<Expr> conditions = Sources.of(using, where).conditions();
        if (!using.isEmpty()) {
            boolean self = using.stream().flatMap(source -> Reads.of(List.of(source), Optional.empty()).stream())
                    .allMatch(read -> read.table().equals(target));
            return self && selfJoin(conditions, delete.scope());
        }
        return conditions.size() == 1 && (survivors(conditions.getFirst(), target)
                || pairwise(conditions.getFirst(), target, delete.scope()) || ranked(conditions.getFirst(), target));
    }

    /** a.k = b.k AND a.rowid < b.rowid, and nothing else. */
    private static boolean selfJoin(List<Expr> conditions, String scope) {
        int equal = 0;
        int ordered = 0;
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Call(var name, var sides) && sides.size() == 2
                    && sides.get(0) instanceof Expr.Column a && sides.get(1) instanceof Expr.Column b
                    && a.name().equals(b.name()) && !a.qualifier().equals(b.qualifier())) {
                equal += name.equals("=") || name.equals("<=>") ? 1 : 0;
                ordered += name.equals("<") || name.equals(">") ? 1 : 0;
            } else if (condition instanceof Expr.Call(var name, var sides) && name.startsWith("not")
                    && sides.getFirst() instanceof Expr.Call(var inner, var _) && inner.equals("is distinct")) {
                equal++;
            } else {
                return false;
            }
        }
        return equal > 0 && ordered == 1 && !scope.isEmpty();
    }

    /** rowid NOT IN (SELECT MIN(rowid) FROM t GROUP BY k). */
    private static boolean survivors(Expr condition, String target) {
        return condition instanceof Expr.Call(var not, var negated) && not.equals("not")
                && negated.getFirst() instanceof Expr.Call(var in, var parts) && in.equals("in")
                && parts.getLast() instanceof Expr.Subquery(var query)
                && unwrapped(query).body() instanceof Select select && !select.groupBy().isEmpty()
                && select.where().isEmpty() && select.from().size() == 1
                && select.from().getFirst() instanceof Table table && table.name().equals(target)
                && select.items().size() == 1
                && select.items().getFirst().expr() instanceof Expr.Call(var aggregate, var _)
                && (aggregate.equals("min") || aggregate.equals("max"));
    }

    /** MySQL wants a subquery around a subquery on the table it deletes from. */
    private static Query unwrapped(Query query) {
        boolean wrapper = query.body() instanceof Select select && select.from().size() == 1
                && select.from().getFirst() instanceof Derived && select.where().isEmpty()
                && select.groupBy().isEmpty() && select.items().size() == 1
                && (select.items().getFirst().expr() instanceof Expr.Star
                        || select.items().getFirst().expr() instanceof Expr.Column);
        return wrapper && query.body() instanceof Select select && select.from().getFirst() instanceof Derived derived
                ? derived.query()
                : query;
    }

    /** EXISTS (SELECT 1 FROM t b WHERE b.k = a.k AND b.rowid > a.rowid). */
    private static boolean pairwise(Expr condition, String target, String scope) {
        return condition instanceof Expr.Call(var exists, var parts) && exists.equals("exists")
                && parts.getFirst() instanceof Expr.Subquery(var query)
                && query.body() instanceof Select select && select.from().size() == 1
                && select.from().getFirst() instanceof Table table && table.name().equals(target)
                && select.where().isPresent() && selfJoin(Expr.conjuncts(select.where().get()), scope);
    }

    /** rowid IN (SELECT rowid FROM (SELECT rowid, ROW_NUMBER() OVER (PARTITION BY k ...) rn FROM t) WHERE rn > 1). */
    private static boolean ranked(Expr condition, String target) {
        if (!(condition instanceof Expr.Call(var in, var parts)) || !in.equals("in")
                || !(parts.getLast() instanceof Expr.Subquery(var query))
                || !(parts.getFirst() instanceof Expr.Column) || !(query.body() instanceof Select select)
                || select.from().size() != 1
                || !(select.from().getFirst() instanceof Derived derived)
                || !(derived.query().body() instanceof Select inner)) {
            return false;
        }
        Set<String> ranks = inner.items().stream()
                .filter(i -> i.expr() instanceof Expr.Windowed w && w.call().name().equals("row_number")
                        && !w.partitionBy().isEmpty())
                .flatMap(i -> i.outputName().stream()).collect(Collectors.toSet());
        boolean own = inner.from().size() == 1 && inner.from().getFirst() instanceof Table table
                && table.name().equals(target) && inner.where().isEmpty();
        boolean later = select.where()
                .filter(w -> w instanceof Expr.Call(var name, var sides)
                        && (name.equals(">") && sides.get(1).text().equals("1")
                                || name.equals("<>") && sides.get(1).text().equals("1"))
                        && sides.get(0) instanceof Expr.Column rank && ranks.contains(rank.name()))
                .isPresent();
        return own && later;
    }
}
