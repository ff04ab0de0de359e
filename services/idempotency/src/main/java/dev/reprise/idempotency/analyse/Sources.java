// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Generated;
import dev.reprise.idempotency.sql.Query.Join;
import dev.reprise.idempotency.sql.Query.JoinKind;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;

/**
 * The sources of one select block, flattened.
 *
 * @param leaves tables and subqueries in order
 * @param conditions conjuncts that every row of the block satisfies: WHERE and the ON of inner joins
 */
record Sources(List<Leaf> leaves, List<Expr> conditions) {
    /**
     * One source.
     *
     * @param source table, subquery or function
     * @param scope the name that qualifies its columns
     * @param optional whether its columns may be null because a join found no partner
     * @param on what its join compares, when the join is not inner
     * @param join how it is joined
     */
    record Leaf(Source source, String scope, boolean optional, List<Expr> on, JoinKind join) {}

    static Sources of(Select select) {
        List<Leaf> leaves = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        select.from().forEach(source -> flatten(source, false, List.of(), JoinKind.CROSS, leaves, conditions));
        select.where().ifPresent(where -> conditions.addAll(Expr.conjuncts(where)));
        return new Sources(List.copyOf(leaves), List.copyOf(conditions));
    }

    static Sources of(List<Source> from, Optional<Expr> where) {
        List<Leaf> leaves = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        from.forEach(source -> flatten(source, false, List.of(), JoinKind.CROSS, leaves, conditions));
        where.ifPresent(w -> conditions.addAll(Expr.conjuncts(w)));
        return new Sources(List.copyOf(leaves), List.copyOf(conditions));
    }

    private static void flatten(Source source, boolean optional, List<Expr> on, JoinKind kind, List<Leaf> leaves,
            List<Expr> conditions) {
        switch (source) {
            case Table table -> leaves.add(new Leaf(table, table.scope(), optional, on, kind));
            case Derived derived -> leaves.add(new Leaf(derived, derived.alias().orElse(""), optional, on, kind));
            case Generated generated ->
                leaves.add(new Leaf(generated, generated.alias().orElse(""), optional, on, kind));
            case Join join -> {
                List<Expr> compared = join.on().map(Expr::conjuncts).orElse(List.of());
                boolean leftOptional = join.kind() == JoinKind.RIGHT || join.kind() == JoinKind.FULL;
                boolean rightOptional = join.kind() == JoinKind.LEFT || join.kind() == JoinKind.FULL
                        || join.kind() == JoinKind.ANTI;
                boolean inner = join.kind() == JoinKind.INNER || join.kind() == JoinKind.CROSS
                        || join.kind() == JoinKind.SEMI;
                if (inner) {
                    conditions.addAll(compared);
                }
                flatten(join.left(), optional || leftOptional, leftOptional ? compared : on,
                        leftOptional ? join.kind() : kind, leaves, conditions);
                flatten(join.right(), optional || rightOptional, compared, join.kind(), leaves, conditions);
            }
        }
    }

    /** @return whether a column belongs to the leaf; an unqualified one belongs to the only leaf */
    boolean owns(Leaf leaf, Expr.Column column) {
        return column.qualifier().map(q -> q.equals(leaf.scope())).orElse(leaves.size() == 1);
    }

    /** @return the leaf that a column belongs to, when that can be told */
    Optional<Leaf> owner(Expr.Column column) {
        return leaves.stream().filter(leaf -> owns(leaf, column)).findFirst();
    }
}
