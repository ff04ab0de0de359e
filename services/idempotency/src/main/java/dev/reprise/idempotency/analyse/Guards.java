// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Item;
import dev.reprise.idempotency.sql.Query.JoinKind;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetKind;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Table;

/**
 * Whether an append looks at its own target so that it finds nothing to do the second time: an anti-join on what it
 * inserts, or a filter above the highest value it has inserted.
 */
final class Guards {
    /** What kind of guard was found. */
    enum Guard {
        NONE, ANTI_JOIN, HIGH_WATER
    }

    private final String target;
    private final List<String> columns;

    private Guards(String target, List<String> columns) {
        this.target = target;
        this.columns = columns;
    }

    /**
     * @param query inlined query of an append
     * @param target the table it appends to
     * @param columns names of the target columns in order, empty when unknown
     * @return the guard
     */
    static Guard of(Query query, String target, List<String> columns) {
        return new Guards(target, columns).guard(query);
    }

    private Guard guard(Query query) {
        return switch (query.body()) {
            case Select select -> guard(select);
            case SetOperation(var kind, var left, var right) when kind == SetKind.EXCEPT ->
                Outputs.only(right).filter(t -> t.name().equals(target)).isPresent() && passesThrough(right)
                        ? Guard.ANTI_JOIN
                        : guard(left);
            case SetOperation(var _, var left, var right) -> {
                Guard a = guard(left);
                yield a == guard(right) ? a : Guard.NONE;
            }
            case Query.Values _ -> Guard.NONE;
        };
    }

    private static boolean passesThrough(Query query) {
        return query.body() instanceof Select select && select.where().isEmpty() && select.groupBy().isEmpty()
                && select.items().stream()
                        .allMatch(i -> i.expr() instanceof Expr.Column || i.expr() instanceof Expr.Star);
    }

    private Guard guard(Select select) {
        Sources sources = Sources.of(select);
        for (Expr condition : sources.conditions()) {
            Guard guard = guard(condition, select, sources);
            if (guard != Guard.NONE) {
                return guard;
            }
        }
        for (Sources.Leaf leaf : sources.leaves()) {
            boolean absent = leaf.source() instanceof Table table && table.name().equals(target)
                    && (leaf.join() == JoinKind.ANTI || leaf.optional() && keyTested(sources, leaf));
            if (absent && leaf.source() instanceof Table table && found(leaf.on(), table.scope(), select, sources)) {
                return Guard.ANTI_JOIN;
            }
        }
        return inner(select, sources);
    }

    /** The column that is tested for null must be one that is joined on: another one may be null in a row that is there. */
    private static boolean keyTested(Sources sources, Sources.Leaf leaf) {
        Set<String> joined = Keys.joinedColumns(leaf.scope(), leaf.on());
        return sources.conditions().stream()
                .anyMatch(c -> c instanceof Expr.Call(var name, var arguments) && name.equals("is null")
                        && arguments.getFirst() instanceof Expr.Column column && column.qualifier().isPresent()
                        && sources.owns(leaf, column) && joined.contains(column.name()));
    }

    /** A block that only passes rows on is as guarded as what it passes on. */
    private Guard inner(Select select, Sources sources) {
        boolean passing = sources.leaves().size() == 1 && sources.leaves().getFirst().source() instanceof Derived
                && select.groupBy().isEmpty()
                && select.items().stream().allMatch(i -> i.expr() instanceof Expr.Star
                        || i.expr() instanceof Expr.Column c && i.outputName().equals(Optional.of(c.name())));
        return passing && sources.leaves().getFirst().source() instanceof Derived derived
                ? guard(derived.query())
                : Guard.NONE;
    }

    private Guard guard(Expr condition, Select select, Sources sources) {
        if (!(condition instanceof Expr.Call(var name, var arguments))) {
            return Guard.NONE;
        }
        if (name.equals("not") && arguments.getFirst() instanceof Expr.Call(var inner, var parts)) {
            if (inner.equals("exists") && parts.getFirst() instanceof Expr.Subquery(var query)) {
                return absent(query, List.of(), select, sources) ? Guard.ANTI_JOIN : Guard.NONE;
            }
            if (inner.equals("in") && parts.getLast() instanceof Expr.Subquery(var query)) {
                return absent(query, row(parts.getFirst()), select, sources) ? Guard.ANTI_JOIN : Guard.NONE;
            }
        }
        if (name.equals(">") && highest(arguments.get(1), arguments.get(0), select, sources)
                || name.equals("<") && highest(arguments.get(0), arguments.get(1), select, sources)) {
            return Guard.HIGH_WATER;
        }
        return Guard.NONE;
    }

    private static List<Expr> row(Expr expr) {
        return expr instanceof Expr.Call(var name, var parts) && name.equals("row") ? parts : List.of(expr);
    }

    /** NOT EXISTS / NOT IN over the target: would the row just inserted be found? */
    private boolean absent(Query query, List<Expr> compared, Select select, Sources sources) {
        Optional<Table> only = Outputs.only(query);
        if (only.isEmpty() || !only.get().name().equals(target) || !(query.body() instanceof Select inner)
                || !inner.groupBy().isEmpty()) {
            return false;
        }
        List<Expr> conditions = new ArrayList<>(inner.where().map(Expr::conjuncts).orElse(List.of()));
        for (int i = 0; i < compared.size(); i++) {
            if (i >= inner.items().size() || !(inner.items().get(i).expr() instanceof Expr.Column column)) {
                return false;
            }
            conditions.add(
                    Expr.call("=", new Expr.Column(Optional.of(only.get().scope()), column.name()), compared.get(i)));
        }
        return found(conditions, only.get().scope(), select, sources);
    }

    /** Every condition on the target's row holds for the row that is inserted. */
    private boolean found(List<Expr> conditions, String scope, Select select, Sources sources) {
        return conditions.stream().allMatch(condition -> holds(condition, scope, select, sources));
    }

    private boolean holds(Expr condition, String scope, Select select, Sources sources) {
        if (condition instanceof Expr.Call(var name, var sides) && (name.equals("=") || name.equals("<=>"))
                && sides.size() == 2) {
            for (int i = 0; i < 2; i++) {
                boolean mine = sides.get(i) instanceof Expr.Column column
                        && (column.qualifier().filter(scope::equals).isPresent() || column.qualifier().isEmpty());
                if (mine && sides.get(i) instanceof Expr.Column column
                        && same(inserted(column.name(), select), sides.get(1 - i), sources)) {
                    return true;
                }
            }
        }
        List<Atom> required = Predicates.atoms(condition,
                c -> c.qualifier().isEmpty() || c.qualifier().get().equals(scope));
        if (required.isEmpty()) {
            return Predicates.constant(condition) == Proof.YES;
        }
        Outputs outputs = Outputs.of(Query.of(select));
        List<Atom> known = new ArrayList<>();
        required.forEach(atom -> known.addAll(outputsOf(outputs, atom.column())));
        return Region.of(required).contains(Region.of(known)) == Proof.YES;
    }

    private List<Atom> outputsOf(Outputs outputs, String column) {
        int position = columns.indexOf(column);
        return position >= 0 && outputs.positional() && position < outputs.columns().size()
                ? outputs.columns().get(position).atoms().stream().map(a -> a.on(column)).toList()
                : outputs.named(column);
    }

    private static boolean same(Optional<Expr> inserted, Expr other, Sources sources) {
        return inserted.isPresent() && (inserted.get().text().equals(other.text())
                || inserted.get() instanceof Expr.Column a && other instanceof Expr.Column b
                        && a.name().equals(b.name())
                        && (a.qualifier().isEmpty() || b.qualifier().isEmpty() || sameOwner(a, b, sources)));
    }

    private static boolean sameOwner(Expr.Column a, Expr.Column b, Sources sources) {
        return sources.owner(a).isPresent() && sources.owner(a).equals(sources.owner(b));
    }

    /** @return what is inserted into the target's column of that name */
    private Optional<Expr> inserted(String column, Select select) {
        int position = columns.indexOf(column);
        boolean positional = select.items().stream().noneMatch(i -> i.expr() instanceof Expr.Star);
        if (positional && position >= 0 && position < select.items().size()) {
            return Optional.of(select.items().get(position).expr());
        }
        for (Item item : select.items()) {
            if (item.outputName().filter(column::equals).isPresent()) {
                return Optional.of(item.expr());
            }
        }
        return select.items().stream().filter(i -> i.expr() instanceof Expr.Star).findFirst()
                .map(i -> new Expr.Column(((Expr.Star) i.expr()).qualifier(), column));
    }

    /** {@code x > (SELECT MAX(c) FROM target)} where x is what is inserted into c. */
    private boolean highest(Expr bound, Expr value, Select select, Sources sources) {
        Optional<String> column = maximum(bound);
        return column.isPresent() && same(inserted(column.get(), select), value, sources);
    }

    private Optional<String> maximum(Expr bound) {
        return switch (bound) {
            case Expr.Subquery(var query) -> {
                boolean own = Outputs.only(query).filter(t -> t.name().equals(target)).isPresent();
                yield own && query.body() instanceof Select select && select.where().isEmpty()
                        && select.items().size() == 1
                                ? maximumOf(select.items().getFirst().expr())
                                : Optional.empty();
            }
            case Expr.Call(var name, var arguments) when FIRST.contains(name) -> maximum(arguments.getFirst());
            case Expr.Call _,Expr.Column _,Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Windowed _ ->
                Optional.empty();
        };
    }

    private static final Set<String> FIRST = Set.of("coalesce", "nvl", "ifnull", "isnull");

    static Optional<String> maximumOf(Expr expr) {
        return expr instanceof Expr.Call(var name, var arguments) && !arguments.isEmpty()
                ? name.equals("max") && arguments.getFirst() instanceof Expr.Column column
                        ? Optional.of(column.name())
                        : FIRST.contains(name) ? maximumOf(arguments.getFirst()) : Optional.empty()
                : Optional.empty();
    }
}
