// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Value;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Item;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetKind;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Query.Values;

/**
 * What is known of the rows that a query produces.
 *
 * @param columns the output columns in order; a star is one entry
 * @param passed predicates on columns that pass through a star, by name
 */
record Outputs(List<Column> columns, Map<String, List<Atom>> passed) {
    /** One output column: its name where it has one, its expression, and predicates on it (with an empty column name). */
    record Column(Optional<String> name, Expr expr, List<Atom> atoms) {
        boolean star() {
            return expr instanceof Expr.Star;
        }
    }

    /** @return the outputs of an inlined query */
    static Outputs of(Query query) {
        return switch (query.body()) {
            case Select select -> ofSelect(select);
            case Values values -> ofValues(values);
            case SetOperation(var kind, var left, var right) ->
                kind == SetKind.UNION || kind == SetKind.UNION_ALL ? either(of(left), of(right)) : of(left);
        };
    }

    /** @return whether positions can be told: no star among the columns */
    boolean positional() {
        return columns.stream().noneMatch(Column::star);
    }

    /** @return predicates on the output column of that name */
    List<Atom> named(String name) {
        List<Atom> atoms = new ArrayList<>();
        columns.stream().filter(c -> c.name().filter(name::equals).isPresent())
                .forEach(c -> c.atoms().forEach(a -> atoms.add(a.on(name))));
        if (atoms.isEmpty()) {
            passed.getOrDefault(name, List.of()).forEach(a -> atoms.add(a.on(name)));
        }
        return atoms;
    }

    private static Outputs ofSelect(Select select) {
        Sources sources = Sources.of(select);
        List<Expr> conditions = new ArrayList<>(sources.conditions());
        Map<String, Outputs> inner = new HashMap<>();
        for (Sources.Leaf leaf : sources.leaves()) {
            if (leaf.source() instanceof Derived derived) {
                Outputs outputs = of(derived.query());
                inner.put(leaf.scope(), outputs);
                if (!leaf.optional()) {
                    conditions.addAll(outputs.conditions(leaf.scope()));
                }
            }
        }
        conditions.addAll(propagated(conditions));
        List<Column> columns = new ArrayList<>();
        Map<String, List<Atom>> passed = new HashMap<>();
        for (Item item : select.items()) {
            switch (item.expr()) {
                case Expr.Star(var qualifier) -> {
                    star(sources, conditions, qualifier, passed);
                    List<Column> known = expanded(sources, inner, qualifier, conditions);
                    columns.addAll(
                            known.isEmpty() ? List.of(new Column(Optional.empty(), item.expr(), List.of())) : known);
                }
                case Expr.Column column ->
                    columns.add(new Column(item.outputName(), column, column(sources, conditions, column)));
                case Expr.Call call when call.name().startsWith("cast:")
                        && call.arguments().getFirst() instanceof Expr.Column column ->
                    columns.add(new Column(item.outputName(), call, column(sources, conditions, column)));
                case Expr.Call _,Expr.Literal _,Expr.Parameter _,Expr.Subquery _,Expr.Windowed _ ->
                    columns.add(new Column(item.outputName(),
                            item.expr(), Value.of(item.expr()).map(v -> List.of(Atom.equal("", v))).orElse(List.of())));
            }
        }
        return new Outputs(List.copyOf(columns), Map.copyOf(passed));
    }

    /** A star over one subquery whose columns are all named is those columns. */
    private static List<Column> expanded(Sources sources, Map<String, Outputs> inner, Optional<String> qualifier,
            List<Expr> conditions) {
        List<Sources.Leaf> leaves = sources.leaves().stream()
                .filter(leaf -> qualifier.isEmpty() || qualifier.get().equals(leaf.scope())).toList();
        List<Column> columns = new ArrayList<>();
        for (Sources.Leaf leaf : leaves) {
            Outputs outputs = inner.get(leaf.scope());
            if (outputs == null || !outputs.positional()
                    || outputs.columns().stream().anyMatch(c -> c.name().isEmpty())) {
                return List.of();
            }
            for (Column column : outputs.columns()) {
                Expr.Column outer = new Expr.Column(Optional.of(leaf.scope()), column.name().orElseThrow());
                columns.add(new Column(column.name(), outer, column(sources, conditions, outer)));
            }
        }
        return columns;
    }

    private static void star(Sources sources, List<Expr> conditions, Optional<String> qualifier,
            Map<String, List<Atom>> passed) {
        for (Sources.Leaf leaf : sources.leaves()) {
            if (qualifier.isEmpty() || qualifier.get().equals(leaf.scope())) {
                for (Expr condition : conditions) {
                    for (Atom atom : Predicates.atoms(condition, c -> sources.owns(leaf, c))) {
                        passed.merge(atom.column(), List.of(atom), Outputs::joined);
                    }
                }
            }
        }
    }

    private static List<Atom> joined(List<Atom> a, List<Atom> b) {
        List<Atom> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private static List<Atom> column(Sources sources, List<Expr> conditions, Expr.Column column) {
        List<Atom> atoms = new ArrayList<>();
        for (Expr condition : conditions) {
            Predicates.atoms(condition, c -> c.name().equals(column.name())
                    && (c.qualifier().equals(column.qualifier()) || sources.leaves().size() == 1
                            || sources.owner(c).isPresent() && sources.owner(c).equals(sources.owner(column))))
                    .forEach(atom -> atoms.add(atom.on("")));
        }
        return atoms;
    }

    /** Predicates on the outputs as conditions on columns of that scope. */
    private List<Expr> conditions(String scope) {
        List<Expr> conditions = new ArrayList<>();
        Optional<String> qualifier = scope.isEmpty() ? Optional.empty() : Optional.of(scope);
        for (Column column : columns) {
            column.name().ifPresent(name -> column.atoms()
                    .forEach(atom -> conditions.add(expression(atom, new Expr.Column(qualifier, name)))));
        }
        passed.forEach((name, atoms) -> atoms
                .forEach(atom -> conditions.add(expression(atom, new Expr.Column(qualifier, name)))));
        return conditions;
    }

    /** @return the atom as a condition on {@code column} */
    static Expr expression(Atom atom, Expr column) {
        List<Expr> operands = new ArrayList<>(List.of(column));
        atom.values()
                .forEach(value -> operands.add(value.base().isPresent()
                        ? new Expr.Parameter(value.text())
                        : new Expr.Literal("'" + value.text() + "'")));
        return switch (atom.kind()) {
            case IN -> new Expr.Call("in", List.copyOf(operands));
            case NOT_IN -> Expr.call("not", new Expr.Call("in", List.copyOf(operands)));
            case LESS -> new Expr.Call("<", List.copyOf(operands));
            case LESS_OR_EQUAL -> new Expr.Call("<=", List.copyOf(operands));
            case GREATER -> new Expr.Call(">", List.copyOf(operands));
            case GREATER_OR_EQUAL -> new Expr.Call(">=", List.copyOf(operands));
            case IS_NULL -> Expr.call("is null", column);
            case NOT_NULL -> Expr.call("not", Expr.call("is null", column));
            case OPAQUE -> new Expr.Literal("true");
        };
    }

    /** @return conditions that follow from {@code a.x = b.y} and a condition on one of both */
    static List<Expr> propagated(List<Expr> conditions) {
        List<Expr> more = new ArrayList<>();
        for (Expr equality : conditions) {
            if (equality instanceof Expr.Call(var name, var sides) && name.equals("=")
                    && sides.get(0) instanceof Expr.Column a
                    && sides.get(1) instanceof Expr.Column b) {
                for (Expr condition : conditions) {
                    Predicates.atoms(condition, a::equals).forEach(atom -> more.add(expression(atom, b)));
                    Predicates.atoms(condition, b::equals).forEach(atom -> more.add(expression(atom, a)));
                }
            }
        }
        return more;
    }

    private static Outputs ofValues(Values values) {
        List<Column> columns = new ArrayList<>();
        int width = values.rows().stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < width; i++) {
            int index = i;
            List<Optional<Value>> cells = values.rows().stream()
                    .map(row -> index < row.size() ? Value.of(row.get(index)) : Optional.<Value>empty()).toList();
            boolean constant = cells.stream().allMatch(Optional::isPresent) && cells.size() <= 200;
            Expr first = values.rows().getFirst().size() > index
                    ? values.rows().getFirst().get(index)
                    : new Expr.Literal("default");
            columns.add(new Column(Optional.empty(), first,
                    constant
                            ? List.of(new Atom("", Atom.Kind.IN,
                                    cells.stream().map(Optional::orElseThrow).distinct().toList()))
                            : List.of()));
        }
        return new Outputs(List.copyOf(columns), Map.of());
    }

    /** What holds for the rows of both. */
    private static Outputs either(Outputs a, Outputs b) {
        List<Column> columns = new ArrayList<>();
        if (a.positional() && b.positional() && a.columns.size() == b.columns.size()) {
            for (int i = 0; i < a.columns.size(); i++) {
                Column left = a.columns.get(i);
                columns.add(new Column(left.name(), left.expr(), either(left.atoms(), b.columns.get(i).atoms())));
            }
            return new Outputs(List.copyOf(columns), Map.of());
        }
        Map<String, List<Atom>> passed = new HashMap<>();
        for (String name : a.names()) {
            List<Atom> common = either(a.named(name), b.named(name));
            if (!common.isEmpty()) {
                passed.put(name, common);
            }
        }
        return new Outputs(List.of(new Column(Optional.empty(), new Expr.Star(Optional.empty()), List.of())),
                Map.copyOf(passed));
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(passed.keySet());
        columns.forEach(column -> column.name().ifPresent(names::add));
        return names;
    }

    private static List<Atom> either(List<Atom> a, List<Atom> b) {
        List<Atom> common = new ArrayList<>(a);
        common.retainAll(b);
        if (common.isEmpty()) {
            Optional<Atom> left = a.stream().filter(atom -> atom.kind() == Atom.Kind.IN).findFirst();
            Optional<Atom> right = b.stream().filter(atom -> atom.kind() == Atom.Kind.IN).findFirst();
            if (left.isPresent() && right.isPresent()) {
                List<Value> values = new ArrayList<>(left.get().values());
                values.addAll(right.get().values());
                common.add(new Atom(left.get().column(), Atom.Kind.IN, List.copyOf(values)));
            }
        }
        return common;
    }

    /** @return the single table that the query passes through unchanged, if it is that simple */
    static Optional<Table> only(Query query) {
        return query.body() instanceof Select select && select.from().size() == 1
                && select.from().getFirst() instanceof Table table
                        ? Optional.of(table)
                        : Optional.empty();
    }
}
