// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Generated;
import dev.reprise.idempotency.sql.Query.Item;
import dev.reprise.idempotency.sql.Query.Join;
import dev.reprise.idempotency.sql.Query.JoinKind;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetKind;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Query.Values;

/** Which stored tables a query reads, and which of their rows. Predicates are followed through subqueries and joins. */
final class Reads {
    private final List<Read> reads = new ArrayList<>();

    private Reads() {}

    /** @return the readings of an inlined query */
    static List<Read> of(Query query) {
        Reads collector = new Reads();
        collector.query(query, List.of(), true);
        return List.copyOf(collector.reads);
    }

    /** @return the readings of the subqueries in an expression */
    static List<Read> of(Expr expr) {
        Reads collector = new Reads();
        collector.subqueries(expr, false);
        return List.copyOf(collector.reads);
    }

    /** @return the readings of joined sources under a condition */
    static List<Read> of(List<Query.Source> sources, Optional<Expr> where) {
        Reads collector = new Reads();
        collector.block(Sources.of(sources, where), List.of(),
                List.of(new Item(new Expr.Star(Optional.empty()), Optional.empty())), true);
        return List.copyOf(collector.reads);
    }

    private void query(Query query, List<Atom> pushed, boolean driving) {
        switch (query.body()) {
            case Select select -> {
                // COUNT(*) of nothing is a row; a group of nothing is none.
                boolean yieldsNothing = !select.groupBy().isEmpty() || !aggregates(select);
                boolean chooses = query.limit().isPresent() || windows(select);
                select(select, chooses ? List.of() : pushed, driving && yieldsNothing);
            }
            case SetOperation(var kind, var left, var right) -> {
                boolean both = kind == SetKind.INTERSECT;
                query(left, pushed, driving && (both || kind == SetKind.EXCEPT));
                query(right, pushed, driving && both);
            }
            case Values values -> values.rows().forEach(row -> row.forEach(expr -> subqueries(expr, false)));
        }
    }

    private static boolean aggregates(Select select) {
        return select.items().stream()
                .anyMatch(item -> item.expr() instanceof Expr.Call call && Shapes.aggregate(call));
    }

    private static boolean windows(Select select) {
        return select.items().stream().anyMatch(item -> contains(item.expr()));
    }

    private static boolean contains(Expr expr) {
        return expr instanceof Expr.Windowed || expr.children().stream().anyMatch(Reads::contains);
    }

    private void select(Select select, List<Atom> pushed, boolean driving) {
        Sources sources = Sources.of(select);
        List<Expr> used = new ArrayList<>(select.groupBy());
        select.having().ifPresent(used::add);
        block(sources, mapped(select, pushed), select.items(), driving);
        used.forEach(expr -> subqueries(expr, false));
        select.items().forEach(item -> subqueries(item.expr(), false));
    }

    /** A predicate on an output column holds for the column behind it. */
    private static List<Expr> mapped(Select select, List<Atom> pushed) {
        List<Expr> conditions = new ArrayList<>();
        for (Atom atom : pushed) {
            for (Item item : select.items()) {
                boolean plain = item.expr() instanceof Expr.Column
                        && item.outputName().filter(atom.column()::equals).isPresent();
                if (plain) {
                    conditions.add(Outputs.expression(atom, item.expr()));
                } else if (item.expr() instanceof Expr.Star(var qualifier)) {
                    conditions.add(Outputs.expression(atom, new Expr.Column(qualifier, atom.column())));
                }
            }
        }
        return conditions;
    }

    private void block(Sources sources, List<Expr> pushed, List<Item> items, boolean driving) {
        List<Expr> conditions = new ArrayList<>(sources.conditions());
        conditions.addAll(pushed);
        conditions.addAll(Outputs.propagated(conditions));
        for (Sources.Leaf leaf : sources.leaves()) {
            List<Expr> own = new ArrayList<>(conditions);
            if (leaf.optional()) {
                own.addAll(leaf.on());
            }
            List<Atom> atoms = new ArrayList<>();
            own.forEach(condition -> atoms.addAll(Predicates.atoms(condition, column -> sources.owns(leaf, column))));
            boolean needed = driving && !leaf.optional();
            switch (leaf.source()) {
                case Table table ->
                    reads.add(new Read(table.name(), Region.of(atoms), columns(sources, leaf, items), needed));
                case Derived derived -> query(derived.query(), atoms, needed);
                case Generated generated -> subqueries(generated.call(), false);
                case Join _ -> throw new IllegalStateException("a join is no leaf: " + leaf);
            }
        }
        sources.conditions().forEach(condition -> subqueries(condition, driving));
        sources.leaves().stream().filter(leaf -> leaf.join() != JoinKind.CROSS).flatMap(leaf -> leaf.on().stream())
                .forEach(condition -> subqueries(condition, false));
    }

    private static Optional<Set<String>> columns(Sources sources, Sources.Leaf leaf, List<Item> items) {
        Set<String> columns = new HashSet<>();
        boolean all = false;
        for (Item item : items) {
            all |= collect(item.expr(), sources, leaf, columns);
        }
        for (Expr condition : sources.conditions()) {
            all |= collect(condition, sources, leaf, columns);
        }
        for (Expr condition : leaf.on()) {
            all |= collect(condition, sources, leaf, columns);
        }
        return all ? Optional.empty() : Optional.of(Set.copyOf(columns));
    }

    private static boolean collect(Expr expr, Sources sources, Sources.Leaf leaf, Set<String> columns) {
        boolean all = switch (expr) {
            case Expr.Star(var qualifier) -> qualifier.isEmpty() || qualifier.get().equals(leaf.scope());
            case Expr.Subquery _ -> true;
            case Expr.Column column -> {
                if (column.qualifier().isEmpty() || sources.owns(leaf, column)) {
                    columns.add(column.name());
                }
                yield false;
            }
            case Expr.Call _,Expr.Literal _,Expr.Parameter _,Expr.Windowed _ -> false;
        };
        for (Expr child : expr.children()) {
            all |= collect(child, sources, leaf, columns);
        }
        return all;
    }

    private void subqueries(Expr expr, boolean driving) {
        switch (expr) {
            case Expr.Subquery(var query) -> query(query, List.of(), driving);
            case Expr.Call(var name, var arguments) ->
                arguments.forEach(argument -> subqueries(argument,
                        driving && (name.equals("in") || name.equals("exists") || name.equals("and"))));
            case Expr.Windowed window -> window.children().forEach(child -> subqueries(child, false));
            case Expr.Column _,Expr.Literal _,Expr.Parameter _,Expr.Star _ -> {}
        }
    }
}
