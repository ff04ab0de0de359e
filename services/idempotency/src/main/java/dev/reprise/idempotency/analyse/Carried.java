// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Select;

/**
 * What a query's conditions say of the rows that it inserts beyond simple comparisons: {@code date_trunc('day', ts) = :day}
 * holds for the inserted {@code ts}, too, if that column goes in as it is. And what a column is filled with from the clock: a
 * reset by the same words of the same statement block names the same rows, as far as the day stays the same.
 */
final class Carried {
    private Carried() {}

    /**
     * @param query what is inserted
     * @param columns its outputs
     * @param targets the column of the table for each of them, where it is known
     * @return opaque predicates on the table's columns
     */
    static List<Atom> of(Query query, List<Outputs.Column> columns, List<Optional<String>> targets) {
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Expr expr = columns.get(i).expr();
            if (Taints.kinds(expr).equals(List.of(Volatile.CLOCK)) && !mentionsColumns(expr)) {
                targets.get(i).ifPresent(name -> atoms.add(opaque(
                        Expr.call("=", new Expr.Column(Optional.empty(), name), expr))));
            }
        }
        if (query.body() instanceof Select select) {
            Sources sources = Sources.of(select);
            Function<Expr.Column, Optional<Expr>> target = column -> target(sources, column, columns, targets);
            for (Expr condition : sources.conditions()) {
                if (isFixed(condition) && mentionsColumns(condition)) {
                    renamed(condition, target).ifPresent(own -> Predicates.exact(own, column -> true).stream()
                            .filter(atom -> atom.kind() == Atom.Kind.OPAQUE).forEach(atoms::add));
                }
            }
        }
        return atoms;
    }

    /** @return whether a predicate says the same of a row whenever it is asked, but for the clock */
    static boolean isFixed(Expr condition) {
        return Taints.kinds(condition).stream().allMatch(kind -> kind == Volatile.CLOCK) && !isNested(condition);
    }

    private static boolean isNested(Expr expr) {
        return expr instanceof Expr.Subquery || expr instanceof Expr.Windowed
                || expr.children().stream().anyMatch(Carried::isNested);
    }

    private static Atom opaque(Expr condition) {
        return new Atom(condition.text(), Atom.Kind.OPAQUE, List.of());
    }

    private static boolean mentionsColumns(Expr expr) {
        return expr instanceof Expr.Column || expr.children().stream().anyMatch(Carried::mentionsColumns);
    }

    /** The table's column into which a column of the source goes unchanged. */
    private static Optional<Expr> target(Sources sources, Expr.Column column, List<Outputs.Column> columns,
            List<Optional<String>> targets) {
        for (int i = 0; i < columns.size(); i++) {
            boolean same = columns.get(i).expr() instanceof Expr.Column put && put.name().equals(column.name())
                    && (sources.leaves().size() == 1 || put.qualifier().equals(column.qualifier()));
            if (same && targets.get(i).isPresent()) {
                return Optional.of(new Expr.Column(Optional.empty(), targets.get(i).get()));
            }
        }
        boolean passes = sources.leaves().size() == 1 && columns.stream().anyMatch(Outputs.Column::star);
        return passes ? Optional.of(new Expr.Column(Optional.empty(), column.name())) : Optional.empty();
    }

    private static Optional<Expr> renamed(Expr expr, Function<Expr.Column, Optional<Expr>> target) {
        return switch (expr) {
            case Expr.Column column -> target.apply(column);
            case Expr.Call(var name, var arguments) -> {
                List<Expr> parts = arguments.stream().flatMap(each -> renamed(each, target).stream()).toList();
                yield parts.size() == arguments.size() ? Optional.of(new Expr.Call(name, parts)) : Optional.empty();
            }
            case Expr.Literal _,Expr.Parameter _ -> Optional.of(expr);
            case Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> Optional.empty();
        };
    }
}
