// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Generated;
import dev.reprise.idempotency.sql.Query.Item;
import dev.reprise.idempotency.sql.Query.Join;
import dev.reprise.idempotency.sql.Query.JoinKind;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Query.Values;

/**
 * What a query makes of one table that it also overwrites: is {@code f(f(x)) = f(x)}? A filter, a dedupe, a fill of nulls
 * are projections; a union with new rows, a sum, an increment are not.
 */
final class Shapes {
    /** How the rows of the table come through. */
    private enum Kind {
        /** the table is not read */
        NONE,
        /** its rows, filtered and changed column by column */
        ROWS,
        /** its rows and others */
        MIXED,
        /** its rows and others, one per key */
        MIXED_ONCE,
        /** grows or alternates for certain */
        MOVES,
        /** none of these */
        OPEN
    }

    /**
     * @param values output columns that are not simply the table's column of the same name
     * @param keyed whether a join may multiply rows
     * @param anti whether rows that another source replaces have been taken out
     * @param once whether duplicates are removed
     * @param ranks names of output columns that number the rows of a group
     */
    private record Shape(Kind kind, Map<String, Expr> values, boolean all, boolean keyed, boolean anti, boolean once,
            Set<String> ranks) {
        static Shape of(Kind kind) {
            return new Shape(kind, Map.of(), true, false, false, false, Set.of());
        }

        Shape as(Kind other) {
            return new Shape(other, values, all, keyed, anti, once, ranks);
        }

        Optional<Expr> value(String name) {
            Expr value = values.get(name);
            return value != null
                    ? Optional.of(value)
                    : all ? Optional.of(new Expr.Column(Optional.of(Algebra.OWN), name)) : Optional.empty();
        }
    }

    private static final Set<String> LATTICE = Set.of("max", "min", "bit_or", "bit_and", "bool_or", "bool_and",
            "any_value", "max_by", "min_by",
            "every", "logical_or", "logical_and");
    private static final Set<String> OF_ONE = Set.of("sum", "avg", "first", "last", "any", "arbitrary", "median",
            "group_concat", "string_agg");
    private final String table;

    private Shapes(String table) {
        this.table = table;
    }

    /**
     * @param query inlined query
     * @param table the table that it replaces
     * @param columns names of the target columns in order, empty when unknown
     * @return what happens when the statement runs again on its own result
     */
    static Judgement judge(Query query, String table, List<String> columns) {
        Shapes shapes = new Shapes(table);
        Shape shape = shapes.shape(renamed(query, columns));
        return shapes.judge(shape);
    }

    /** @return whether the query keeps one of equal rows, whatever was appended before */
    static boolean dedupes(Query query, String table) {
        Shape shape = new Shapes(table).shape(query);
        return shape.once() && (shape.kind() == Kind.ROWS || shape.kind() == Kind.MIXED_ONCE);
    }

    private Judgement judge(Shape shape) {
        return switch (shape.kind()) {
            case NONE -> Judgement.safe(Rule.OVERWRITE, "does not read " + table);
            case MIXED, MOVES -> Judgement.unsafe(Rule.SELF_READ_GROWS,
                    "overwrites " + table
                            + " from its own rows and others: a second run starts from the first run's result");
            case OPEN -> Judgement.unknown(Rule.SELF_READ_GROWS,
                    "overwrites " + table + " from its own rows in a way whose repetition cannot be judged");
            case MIXED_ONCE -> identity(shape)
                    ? Judgement.safe(Rule.SELF_READ_PROJECTION,
                            "merges new rows into " + table + " and keeps one per key")
                    : Judgement.unknown(Rule.SELF_READ_GROWS, "merges new rows into " + table + " and changes values");
            case ROWS -> rows(shape);
        };
    }

    private static boolean identity(Shape shape) {
        return shape.values().entrySet().stream().allMatch(e -> shape.ranks().contains(e.getKey())
                || e.getValue() instanceof Expr.Column c && Algebra.own(c) && c.name().equals(e.getKey())
                || Algebra.ownColumns(e.getValue()).isEmpty());
    }

    private Judgement rows(Shape shape) {
        Map<String, Expr> assigned = new HashMap<>(shape.values());
        shape.ranks().forEach(assigned::remove);
        Proof proof = Algebra.idempotent(assigned);
        if (proof == Proof.NO) {
            return Judgement.unsafe(Rule.SELF_READ_GROWS,
                    "computes " + table + " from its own values: a second run computes from the first run's result");
        }
        if (proof == Proof.OPEN) {
            return Judgement.unknown(Rule.SELF_READ_GROWS,
                    "computes " + table + " from its own values by functions that are not known to be repeatable");
        }
        return shape.keyed()
                ? Judgement.conditional(Rule.SELF_READ_PROJECTION, Condition.KEY,
                        "joins " + table
                                + " to a source and writes it back: repeatable if the join finds one row per key")
                : Judgement.safe(Rule.SELF_READ_PROJECTION,
                        "reads " + table + " and writes it back: what is left after one run is left after two");
    }

    /** Gives the outputs the names of the target's columns. */
    private static Query renamed(Query query, List<String> columns) {
        if (!(query.body() instanceof Select select)) {
            return query;
        }
        List<Item> items = new ArrayList<>();
        boolean positional = select.items().size() == columns.size()
                && select.items().stream().noneMatch(i -> i.expr() instanceof Expr.Star);
        for (int i = 0; i < select.items().size(); i++) {
            Item item = select.items().get(i);
            items.add(positional
                    ? new Item(item.expr(), Optional.of(columns.get(i)))
                    : item.outputName().isPresent() ? item : guessed(item, select));
        }
        return new Query(query.ctes(),
                new Select(select.distinct(), items, select.from(), select.where(), select.groupBy(), select.having()),
                query.orderBy(), query.limit());
    }

    /** An expression without a name goes to the column that it is made from, if no other item takes that one. */
    private static Item guessed(Item item, Select select) {
        Set<String> taken = select.items().stream().flatMap(i -> i.outputName().stream()).collect(Collectors.toSet());
        Set<String> used = new HashSet<>();
        columns(item.expr(), used);
        used.removeAll(taken);
        return used.size() == 1 ? new Item(item.expr(), Optional.of(used.iterator().next())) : item;
    }

    private static void columns(Expr expr, Set<String> names) {
        if (expr instanceof Expr.Column column) {
            names.add(column.name());
        }
        expr.children().forEach(child -> columns(child, names));
    }

    private Shape shape(Query query) {
        Shape shape = switch (query.body()) {
            case Select select -> select(select);
            case Values _ -> Shape.of(Kind.NONE);
            case SetOperation operation -> combined(operation);
        };
        return query.limit().isPresent() && shape.kind() != Kind.NONE && shape.kind() != Kind.ROWS
                ? shape.as(Kind.OPEN)
                : shape;
    }

    private Shape combined(SetOperation operation) {
        Shape left = shape(operation.left());
        Shape right = shape(operation.right());
        if (left.kind() == Kind.NONE && right.kind() == Kind.NONE) {
            return left;
        }
        Shape own = left.kind() == Kind.NONE ? right : left;
        boolean both = left.kind() != Kind.NONE && right.kind() != Kind.NONE;
        return switch (operation.kind()) {
            case UNION_ALL -> both ? Shape.of(both(left, right)) : unionAll(operation, own, left.kind() != Kind.NONE);
            case UNION ->
                both || own.kind() != Kind.ROWS || !identity(own) ? Shape.of(Kind.OPEN) : once(own.as(Kind.MIXED_ONCE));
            case EXCEPT -> left.kind() == Kind.ROWS && right.kind() == Kind.NONE
                    ? own
                    : Shape.of(right.kind() == Kind.ROWS ? Kind.MOVES : Kind.OPEN);
            case INTERSECT -> own.kind() == Kind.ROWS && !both && identity(own) ? own : Shape.of(Kind.OPEN);
        };
    }

    private static Kind both(Shape left, Shape right) {
        return left.kind() == Kind.MIXED || right.kind() == Kind.MIXED || left.kind() == Kind.MOVES
                || right.kind() == Kind.MOVES ? Kind.MOVES : Kind.OPEN;
    }

    private static Shape once(Shape shape) {
        return new Shape(shape.kind(), shape.values(), shape.all(), shape.keyed(), shape.anti(), true, shape.ranks());
    }

    /** Old rows and new rows side by side: repeatable only when the old ones leave out what the new ones bring. */
    private Shape unionAll(SetOperation operation, Shape own, boolean ownIsLeft) {
        Query ownQuery = ownIsLeft ? operation.left() : operation.right();
        Query other = ownIsLeft ? operation.right() : operation.left();
        if (own.kind() == Kind.ROWS && identity(own)) {
            if (own.anti()) {
                return new Shape(Kind.ROWS, own.values(), own.all(), true, true, false, Set.of());
            }
            if (separated(ownQuery, other)) {
                return own;
            }
        }
        return own.as(own.kind() == Kind.ROWS || own.kind() == Kind.MIXED || own.kind() == Kind.MIXED_ONCE
                ? Kind.MIXED
                : own.kind());
    }

    /** The old rows are filtered so that no new row would pass the same filter. */
    private boolean separated(Query own, Query other) {
        Outputs outputs = Outputs.of(other);
        Outputs kept = Outputs.of(own);
        for (Read read : Reads.of(own)) {
            if (read.table().equals(table)) {
                for (var atom : read.region().atoms()) {
                    List<dev.reprise.idempotency.region.Atom> theirs = outputs.named(atom.column());
                    int position = position(kept, atom.column());
                    if (theirs.isEmpty() && position >= 0 && position < outputs.columns().size()
                            && outputs.positional()) {
                        theirs = outputs.columns().get(position).atoms().stream().map(a -> a.on(atom.column()))
                                .toList();
                    }
                    if (Region.of(List.of(atom)).disjoint(Region.of(theirs)) == Proof.YES) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static int position(Outputs outputs, String name) {
        for (int i = 0; outputs.positional() && i < outputs.columns().size(); i++) {
            if (outputs.columns().get(i).name().filter(name::equals).isPresent()) {
                return i;
            }
        }
        return -1;
    }

    // ---- one block

    private Shape select(Select select) {
        Sources sources = Sources.of(select);
        Map<Sources.Leaf, Shape> shapes = new HashMap<>();
        List<Sources.Leaf> own = new ArrayList<>();
        for (Sources.Leaf leaf : sources.leaves()) {
            Shape shape = switch (leaf.source()) {
                case Table t -> Shape.of(t.name().equals(table) ? Kind.ROWS : Kind.NONE);
                case Derived d -> shape(d.query());
                case Generated _ -> Shape.of(Kind.NONE);
                case Join _ -> Shape.of(Kind.OPEN);
            };
            shapes.put(leaf, shape);
            if (shape.kind() != Kind.NONE) {
                own.add(leaf);
            }
        }
        if (own.isEmpty()) {
            return readInside(select) ? aside(select) : Shape.of(Kind.NONE);
        }
        if (own.size() > 1 || readInside(select)) {
            boolean moves = shapes.values().stream().anyMatch(s -> s.kind() == Kind.MIXED || s.kind() == Kind.MOVES);
            return Shape.of(moves ? Kind.MOVES : Kind.OPEN);
        }
        Sources.Leaf leaf = own.getFirst();
        Shape inner = shapes.get(leaf);
        if (inner == null || inner.kind() == Kind.OPEN || inner.kind() == Kind.MOVES) {
            return Shape.of(inner == null ? Kind.OPEN : inner.kind());
        }
        Optional<Shape> joined = joined(sources, leaf, inner);
        return joined.isEmpty()
                ? Shape.of(Kind.OPEN)
                : produced(select, sources, leaf, filtered(sources, leaf, joined.get()));
    }

    private boolean readInside(Select select) {
        List<Expr> all = new ArrayList<>(select.groupBy());
        select.items().forEach(item -> all.add(item.expr()));
        all.addAll(Sources.of(select).conditions());
        select.having().ifPresent(all::add);
        return all.stream().flatMap(expr -> Reads.of(expr).stream()).anyMatch(read -> read.table().equals(table));
    }

    /** The table is only asked, in a subquery: rows that are already there are left out, so the second run loses them. */
    private Shape aside(Select select) {
        List<Expr> conditions = Sources.of(select).conditions();
        boolean excluded = conditions.stream()
                .anyMatch(c -> c instanceof Expr.Call(var name, var _) && name.equals("not")
                        && Reads.of(c).stream().anyMatch(read -> read.table().equals(table)));
        return Shape.of(excluded ? Kind.MOVES : Kind.OPEN);
    }

    private Optional<Shape> joined(Sources sources, Sources.Leaf own, Shape inner) {
        boolean keyed = inner.keyed();
        boolean anti = inner.anti();
        for (Sources.Leaf leaf : sources.leaves()) {
            if (leaf.equals(own)) {
                continue;
            }
            List<Expr> on = leaf.on().isEmpty() ? own.on().isEmpty() ? sources.conditions() : own.on() : leaf.on();
            boolean equal = on.stream()
                    .anyMatch(c -> c instanceof Expr.Call(var name, var _) && (name.equals("=") || name.equals("<=>")));
            if (!equal && !(leaf.source() instanceof Generated)) {
                return Optional.empty();
            }
            if (leaf.join() == JoinKind.ANTI || leaf.join() == JoinKind.LEFT && nullTested(sources, leaf)) {
                anti = true;
            } else if (leaf.join() != JoinKind.SEMI) {
                keyed = true;
            }
        }
        boolean lookedUp = own.optional() && own.join() != JoinKind.FULL;
        if (lookedUp && (nullTested(sources, own) || own.join() == JoinKind.ANTI)) {
            return Optional.of(Shape.of(Kind.MOVES)); // only rows not yet there: the second run has none
        }
        anti |= sources.conditions().stream().anyMatch(Shapes::notThere);
        return Optional
                .of(new Shape(inner.kind(), inner.values(), inner.all(), keyed, anti, inner.once(), inner.ranks()));
    }

    private static boolean notThere(Expr condition) {
        return condition instanceof Expr.Call(var name, var arguments) && name.equals("not")
                && arguments.getFirst() instanceof Expr.Call(var inner, var parts)
                && (inner.equals("exists") || inner.equals("in") && parts.getLast() instanceof Expr.Subquery);
    }

    static boolean nullTested(Sources sources, Sources.Leaf leaf) {
        return sources.conditions().stream()
                .anyMatch(c -> c instanceof Expr.Call(var name, var arguments) && name.equals("is null")
                        && arguments.getFirst() instanceof Expr.Column column && column.qualifier().isPresent()
                        && sources.owns(leaf, column));
    }

    /** A filter is repeatable when it looks at columns that the query does not change, or keeps the first rows of a group. */
    private Shape filtered(Sources sources, Sources.Leaf own, Shape shape) {
        boolean once = shape.once();
        for (Expr condition : sources.conditions()) {
            for (Expr.Column column : columnsOf(condition)) {
                boolean mine = sources.owns(own, column) || column.qualifier().isEmpty();
                if (mine && shape.ranks().contains(column.name())) {
                    int kept = kept(condition, column);
                    if (kept == 0 || kept > 1 && shape.kind() != Kind.ROWS) {
                        return shape.as(Kind.OPEN);
                    }
                    once |= kept == 1;
                } else if (mine && !own.optional()) {
                    Optional<Expr> value = shape.value(column.name());
                    boolean same = value.isPresent() && value.get() instanceof Expr.Column c
                            && c.name().equals(column.name());
                    if (!same && shape.kind() != Kind.NONE) {
                        return shape.as(Kind.OPEN);
                    }
                }
            }
        }
        Kind kind = once && shape.kind() == Kind.MIXED ? Kind.MIXED_ONCE : shape.kind();
        return new Shape(kind, shape.values(), shape.all(), shape.keyed(), shape.anti(), once, shape.ranks());
    }

    /** @return how many rows of a group the condition on its row number keeps, from the first; 0 when it is another condition */
    private static int kept(Expr condition, Expr rank) {
        if (condition instanceof Expr.Call(var operator, var sides) && sides.size() == 2 && sides.get(0).equals(rank)
                && sides.get(1).text().matches("\\d{1,9}")) {
            int bound = Integer.parseInt(sides.get(1).text());
            return switch (operator) {
                case "=" -> bound == 1 ? 1 : 0;
                case "<=" -> bound;
                case "<" -> Math.max(0, bound - 1);
                default -> 0;
            };
        }
        return 0;
    }

    private static List<Expr.Column> columnsOf(Expr expr) {
        List<Expr.Column> columns = new ArrayList<>();
        if (expr instanceof Expr.Column column) {
            columns.add(column);
        }
        expr.children().forEach(child -> columns.addAll(columnsOf(child)));
        return columns;
    }

    private Shape produced(Select select, Sources sources, Sources.Leaf own, Shape shape) {
        if (shape.kind() == Kind.OPEN || shape.kind() == Kind.MOVES) {
            return shape;
        }
        Map<String, Expr> values = new HashMap<>();
        Set<String> ranks = new HashSet<>();
        boolean all = false;
        boolean grouped = !select.groupBy().isEmpty();
        int unnamed = 0;
        for (Item item : select.items()) {
            if (item.expr() instanceof Expr.Star(var qualifier)) {
                if (qualifier.isEmpty() || qualifier.get().equals(own.scope())) {
                    values.putAll(shape.values());
                    all |= shape.all();
                    ranks.addAll(shape.ranks());
                }
                continue;
            }
            String name = item.outputName().orElse("?" + unnamed++);
            if (item.expr() instanceof Expr.Windowed window) {
                if (window.call().name().equals("row_number")) {
                    ranks.add(name);
                }
                values.put(name, resolved(window, sources, own, shape));
                continue;
            }
            if (item.expr() instanceof Expr.Call call && aggregate(call)) {
                grouped = true;
                Optional<Expr> kept = aggregated(call, shape, sources, own);
                if (kept.isEmpty()) {
                    return Shape.of(Kind.MOVES);
                }
                values.put(name, kept.get());
            } else {
                values.put(name, resolved(item.expr(), sources, own, shape));
            }
        }
        if (select.having().filter(h -> !ranked(h, select)).isPresent()) {
            return shape.as(Kind.OPEN); // a condition on groups: after one run the groups are others
        }
        boolean once = shape.once() || select.distinct() || grouped
                || select.having().filter(h -> ranked(h, select)).isPresent();
        Kind kind = shape.kind() == Kind.MIXED && once ? Kind.MIXED_ONCE : shape.kind();
        return new Shape(kind, Map.copyOf(values), all, shape.keyed(), shape.anti(), once, Set.copyOf(ranks));
    }

    /** QUALIFY ROW_NUMBER() OVER (...) = 1. */
    private static boolean ranked(Expr having, Select select) {
        Set<String> ranks = select.items().stream()
                .filter(i -> i.expr() instanceof Expr.Windowed w && w.call().name().equals("row_number"))
                .flatMap(i -> i.outputName().stream()).collect(Collectors.toSet());
        return having instanceof Expr.Call(var _, var sides) && !sides.isEmpty() && kept(having, sides.getFirst()) == 1
                && (sides.getFirst() instanceof Expr.Windowed w && w.call().name().equals("row_number")
                        || sides.getFirst() instanceof Expr.Column c && ranks.contains(c.name()));
    }

    static boolean aggregate(Expr.Call call) {
        String name = call.name().replace(" distinct", "").replace(" ordered", "");
        return LATTICE.contains(name) || OF_ONE.contains(name) || name.startsWith("count")
                || Set.of("collect_list", "collect_set", "array_agg").contains(name);
    }

    /** Over one row per group, a sum is the row's own value; over rows of several runs only a maximum or minimum is. */
    private Optional<Expr> aggregated(Expr.Call call, Shape shape, Sources sources, Sources.Leaf own) {
        String name = call.name().replace(" distinct", "").replace(" ordered", "");
        boolean repeatable = LATTICE.contains(name)
                || OF_ONE.contains(name) && shape.kind() == Kind.ROWS && !shape.keyed();
        return repeatable && !call.arguments().isEmpty()
                ? Optional.of(resolved(call.arguments().getFirst(), sources, own, shape))
                : Optional.empty();
    }

    /** Rewrites an expression over the columns of the block into one over the columns of the table. */
    private Expr resolved(Expr expr, Sources sources, Sources.Leaf own, Shape shape) {
        return switch (expr) {
            case Expr.Column column -> sources.owns(own, column) || column.qualifier().isEmpty()
                    ? shape.value(column.name()).orElse(new Expr.Column(Optional.of(Algebra.OWN), column.name()))
                    : column;
            case Expr.Call call -> new Expr.Call(call.name(),
                    call.arguments().stream().map(a -> resolved(a, sources, own, shape)).toList());
            case Expr.Windowed window -> new Expr.Windowed(
                    new Expr.Call(window.call().name(),
                            window.call().arguments().stream().map(a -> resolved(a, sources, own, shape)).toList()),
                    window.partitionBy().stream().map(p -> resolved(p, sources, own, shape)).toList(),
                    window.orderBy());
            case Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Subquery _ -> expr;
        };
    }
}
