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

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.region.Value;
import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Delete;
import dev.reprise.idempotency.sql.Statement.Update;

/** UPDATE and DELETE to effects. */
final class ChangeEffects {
    private static final Set<String> ROW_IDS = Set.of("ctid", "rowid", "_rowid_", "oid", "xmin", "%%physloc%%");
    private final Surroundings around;
    private final Place place;

    ChangeEffects(Surroundings around, Place place) {
        this.around = around;
        this.place = place;
    }

    // ---- UPDATE

    Effect update(Update update) {
        String target = around.table(update.target());
        Optional<Expr> where = update.where().map(w -> around.shallow().inline(w));
        List<Source> from = update.from().stream().map(source -> around.shallow().inline(source)).toList();
        Map<String, Expr> assigned = assigned(update);
        Optional<Expr> condition = where.map(w -> Upserts.owned(w, update.scope()));
        Judgement again = again(update, target, assigned, condition, from);
        List<Atom> region = where.map(w -> Predicates.atoms(w, c -> mine(c, update.scope()))).orElse(List.of());
        boolean disabling = again.rule() == Rule.SELF_DISABLING;
        Taints taints = new Taints(around.clockParameters());
        if (!disabling) {
            assigned.forEach((column, value) -> {
                if (!Absorption.fills(value)) {
                    taints.value(value);
                }
            });
            where.ifPresent(taints::filter);
        }
        EffectBuilder builder = new EffectBuilder(target, Kind.UPDATE, again, place).region(Region.of(region))
                .reads(reads(update.scope(), target, from, where, assigned))
                .updates(Set.copyOf(assigned.keySet()), constants(assigned))
                .taints(taints.found()).trait(Trait.TEMPORARY, around.isTemporary(update.target()));
        assigned.values().stream().flatMap(value -> subquery(value).stream()).findFirst()
                .ifPresent(query -> builder.query(query, List.of()));
        return builder.build();
    }

    private static Optional<Query> subquery(Expr value) {
        return value instanceof Expr.Subquery(var query)
                ? Optional.of(query)
                : value instanceof Expr.Call(var name, var arguments) && name.equals("coalesce")
                        ? subquery(arguments.getFirst())
                        : Optional.empty();
    }

    static boolean mine(Expr.Column column, String scope) {
        return column.qualifier().isEmpty() || column.qualifier().get().equals(scope);
    }

    /** New values over the old row. Where SET runs left to right, a later assignment sees the earlier ones. */
    private Map<String, Expr> assigned(Update update) {
        Map<String, Expr> assigned = new HashMap<>();
        for (Assignment assignment : update.assignments()) {
            Expr value = Upserts.owned(around.shallow().inline(assignment.value()), update.scope());
            assigned.put(assignment.column(),
                    around.dialect().assignsLeftToRight() ? Algebra.substitute(value, assigned) : value);
        }
        return assigned;
    }

    private static List<Atom> constants(Map<String, Expr> assigned) {
        List<Atom> constants = new ArrayList<>();
        assigned.forEach((column, value) -> {
            boolean present = value instanceof Expr.Call call && Volatile.is(call);
            Value.of(value).ifPresentOrElse(v -> constants.add(Atom.equal(column, v)), () -> {
                if (present) {
                    constants.add(new Atom(column, Atom.Kind.NOT_NULL, List.of()));
                }
            });
        });
        return List.copyOf(constants);
    }

    private Judgement again(Update update, String target, Map<String, Expr> assigned, Optional<Expr> condition,
            List<Source> from) {
        Proof proof = Algebra.idempotent(assigned);
        boolean readsItself = assigned.values().stream().flatMap(v -> Reads.of(v).stream())
                .anyMatch(read -> read.table().equals(target));
        boolean disabled = condition.filter(c -> disables(c, assigned)).isPresent();
        if (update.limited()) {
            return Judgement.unsafe(Rule.DELETE_MOVES, "LIMIT: each run updates other rows");
        }
        if (disabled) {
            return Judgement.safe(Rule.SELF_DISABLING,
                    "the update makes its own condition false: the second run finds nothing");
        }
        if (readsItself) {
            return Judgement.unknown(Rule.RELATIVE_UPDATE,
                    "the new value is computed from the rows of " + target + " itself");
        }
        if (condition.filter(c -> Reads.of(c).stream().anyMatch(read -> read.table().equals(target))).isPresent()) {
            return Judgement.unknown(Rule.RELATIVE_UPDATE, "which rows are updated depends on other rows of " + target);
        }
        if (proof == Proof.NO) {
            return Judgement.unsafe(Rule.RELATIVE_UPDATE,
                    "the new value is computed from the old one: a second run computes again");
        }
        if (proof == Proof.OPEN) {
            return Judgement.unknown(Rule.RELATIVE_UPDATE,
                    "the new value is computed from the old one by a function that is not known to be repeatable");
        }
        if (!from.isEmpty()) {
            return joined(update, from, assigned);
        }
        boolean function = assigned.entrySet().stream().anyMatch(
                e -> !(e.getValue() instanceof Expr.Column) && Algebra.mentions(e.getValue(), assigned.keySet()));
        return function
                ? Judgement.safe(Rule.IDEMPOTENT_FUNCTION, "applying the function again changes nothing")
                : Judgement.safe(Rule.ABSOLUTE_UPDATE, "sets values that do not depend on the old ones");
    }

    private Judgement joined(Update update, List<Source> from, Map<String, Expr> assigned) {
        boolean fromOther = assigned.values().stream()
                .anyMatch(v -> !v.children().isEmpty() || v instanceof Expr.Column c && !Algebra.own(c));
        if (!fromOther) {
            return Judgement.safe(Rule.ABSOLUTE_UPDATE, "sets values that do not depend on the old ones");
        }
        List<Expr> conditions = new ArrayList<>(Sources.of(from, update.where()).conditions());
        boolean unique = Keys.joinedUniquely(from, update.scope(), conditions, around);
        return unique
                ? Judgement.safe(Rule.ABSOLUTE_UPDATE, "sets values from a source that has one row per key")
                : Judgement.conditional(Rule.SOURCE_NOT_UNIQUE, Condition.KEY,
                        "if the source has several rows for a key, which one wins is not determined");
    }

    /** Whether the condition is false for every row that has just been updated. */
    private static boolean disables(Expr condition, Map<String, Expr> assigned) {
        List<Atom> constants = constants(assigned);
        for (Expr conjunct : Expr.conjuncts(condition)) {
            for (Atom atom : Predicates.atoms(conjunct, Algebra::own)) {
                for (Atom constant : constants) {
                    if (constant.column().equals(atom.column())
                            && Region.of(List.of(constant)).disjoint(Region.of(List.of(atom))) == Proof.YES) {
                        return true;
                    }
                }
            }
            if (Upserts.falsified(conjunct, assigned)) {
                return true;
            }
        }
        return false;
    }

    private List<Read> reads(String scope, String target, List<Source> from, Optional<Expr> where,
            Map<String, Expr> assigned) {
        List<Read> reads = new ArrayList<>();
        List<Source> others = from.stream()
                .filter(source -> !(source instanceof Table table && table.scope().equals(scope))).toList();
        if (!others.isEmpty()) {
            reads.addAll(Reads.of(others, where).stream().filter(read -> !read.table().equals(target)).toList());
        } else {
            where.ifPresent(w -> reads.addAll(Reads.of(w)));
        }
        assigned.values().forEach(value -> reads.addAll(Reads.of(value)));
        Set<String> own = new HashSet<>();
        assigned.values().forEach(value -> own.addAll(Algebra.ownColumns(value)));
        where.ifPresent(w -> own.addAll(Algebra.ownColumns(Upserts.owned(w, scope))));
        reads.add(
                new Read(target, Region.of(where.map(w -> Predicates.atoms(w, c -> mine(c, scope))).orElse(List.of())),
                        Optional.of(Set.copyOf(own)), true));
        return List.copyOf(reads);
    }

    // ---- DELETE

    Effect delete(Delete delete) {
        String target = around.table(delete.target());
        Optional<Expr> where = delete.where().map(w -> around.shallow().inline(w));
        List<Source> using = delete.using().stream().map(source -> around.shallow().inline(source)).toList();
        List<Source> deepUsing = delete.using().stream().map(source -> around.deep().inline(source)).toList();
        Optional<Expr> deepWhere = delete.where().map(w -> around.deep().inline(w));
        Taints taints = new Taints(around.clockParameters());
        where.ifPresent(taints::filter);
        using.forEach(taints::source);
        boolean plain = using.isEmpty() && !delete.limited() && where.filter(ChangeEffects::volatileOrNested).isEmpty();
        if (plain) {
            Region region = Region
                    .of(where.map(w -> Predicates.exact(w, c -> mine(c, delete.scope()))).orElse(List.of()));
            return new EffectBuilder(target, Kind.RESET, Judgement.safe(Rule.DELETE, "deletes by a fixed predicate"),
                    place).region(region)
                    .taints(taints.found()).build();
        }
        boolean dedupe = dedupes(delete, target, where, using);
        Judgement again = dedupe
                ? Judgement.safe(Rule.APPEND_DEDUPED, "keeps one row per key")
                : deleted(delete, target, where, using);
        Set<String> columns = new HashSet<>();
        where.ifPresent(w -> columns.addAll(Algebra.ownColumns(Upserts.owned(w, delete.scope()))));
        List<Read> reads = new ArrayList<>(reads(delete.scope(), target, using, where, Map.of()));
        List<Atom> atoms = where.map(w -> Predicates.atoms(w, c -> mine(c, delete.scope()))).orElse(List.of());
        return new EffectBuilder(target, Kind.DELETE, again, place).region(Region.of(atoms)).reads(List.copyOf(reads))
                .keyReset(delete.limited() ? Optional.empty() : KeyReset.of(delete.scope(), deepUsing, deepWhere))
                .taints(taints.found()).trait(Trait.DEDUPES, dedupe)
                .trait(Trait.LOOKS_AT_ITSELF,
                        where.filter(w -> Reads.of(w).stream().anyMatch(read -> read.table().equals(target)))
                                .isPresent())
                .build();
    }

    private static boolean volatileOrNested(Expr where) {
        return !Taints.kinds(where).isEmpty() || nested(where);
    }

    private static boolean nested(Expr expr) {
        return expr instanceof Expr.Subquery || expr instanceof Expr.Windowed
                || expr.children().stream().anyMatch(ChangeEffects::nested);
    }

    private static Judgement deleted(Delete delete, String target, Optional<Expr> where, List<Source> using) {
        if (delete.limited()) {
            return Judgement.unsafe(Rule.DELETE_MOVES, "LIMIT: each run deletes other rows");
        }
        boolean joinsItself = using.stream().anyMatch(source -> Reads.of(List.of(source), Optional.empty()).stream()
                .anyMatch(read -> read.table().equals(target))
                && !(source instanceof Table table && table.scope().equals(delete.scope()))
                && !joinsTargetOnce(source, target));
        if (joinsItself) {
            return Judgement.unknown(Rule.DELETE_MOVES, "which rows are deleted depends on other rows of " + target);
        }
        return where.map(w -> aboutItself(w, target))
                .orElse(Judgement.safe(Rule.DELETE, "deletes by a predicate over other tables"));
    }

    private static boolean joinsTargetOnce(Source source, String target) {
        return Reads.of(List.of(source), Optional.empty()).stream().filter(read -> read.table().equals(target))
                .count() == 1
                && !(source instanceof Table) && !(source instanceof Derived);
    }

    /** A predicate that looks at the table it deletes from. */
    private static Judgement aboutItself(Expr where, String target) {
        Judgement worst = Judgement.safe(Rule.DELETE, "deletes by a predicate over other tables");
        for (Expr conjunct : Expr.conjuncts(where)) {
            if (Reads.of(conjunct).stream().anyMatch(read -> read.table().equals(target))) {
                worst = worst.worse(boundary(conjunct, target));
            }
        }
        return worst;
    }

    /** {@code x < (SELECT MAX(x) FROM t)} keeps the row that holds the maximum; an average moves with what is deleted. */
    private static Judgement boundary(Expr conjunct, String target) {
        if (conjunct instanceof Expr.Call(var operator, var sides) && sides.size() == 2
                && sides.get(1) instanceof Expr.Subquery(var query)
                && query.body() instanceof Select select && select.items().size() == 1
                && select.items().getFirst().expr() instanceof Expr.Call(var aggregate, var arguments)) {
            boolean same = !arguments.isEmpty() && arguments.getFirst() instanceof Expr.Column inner
                    && sides.get(0) instanceof Expr.Column outer
                    && inner.name().equals(outer.name()) && select.where().isEmpty();
            boolean stays = same && (aggregate.equals("max") && operator.equals("<")
                    || aggregate.equals("min") && operator.equals(">"));
            if (stays) {
                return Judgement.safe(Rule.DELETE, "the row that sets the limit is kept");
            }
            return Judgement.unsafe(Rule.DELETE_MOVES,
                    "the predicate aggregates over " + target + ": after one run the limit is another one");
        }
        return Judgement.unknown(Rule.DELETE_MOVES, "which rows are deleted depends on other rows of " + target);
    }

    // ---- dedupe

    private static boolean dedupes(Delete delete, String target, Optional<Expr> where, List<Source> using) {
        if (where.isEmpty() || delete.limited()) {
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
                || !(parts.getFirst() instanceof Expr.Column id) || !(query.body() instanceof Select select)
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
        return own && later && (ROW_IDS.contains(id.name()) || !id.name().isEmpty());
    }
}
