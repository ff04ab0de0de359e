// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Update;

/** UPDATE to an effect. */
final class UpdateEffects {
    private final Surroundings around;
    private final Place place;

    UpdateEffects(Surroundings around, Place place) {
        this.around = around;
        this.place = place;
    }

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
        boolean joinsItself = Sources.of(from, Optional.empty()).leaves().stream()
                .anyMatch(leaf -> !leaf.scope().equals(update.scope())
                        && Reads.of(List.of(leaf.source()), Optional.empty()).stream()
                                .anyMatch(read -> read.table().equals(target)));
        if (readsItself || joinsItself) {
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
        return assigned.entrySet().stream().anyMatch(e -> leavesTheCondition(condition, e.getKey(), e.getValue()));
    }

    /** A CASE of constants, none of which the condition asks for. */
    private static boolean leavesTheCondition(Expr condition, String column, Expr value) {
        Set<Expr.Literal> results = Algebra.results(value);
        return !results.isEmpty() && results.stream().allMatch(result -> Expr.conjuncts(condition).stream()
                .anyMatch(conjunct -> Algebra
                        .condition(Algebra.substitute(conjunct, Map.of(column, result))) == Proof.NO));
    }

    static List<Read> reads(String scope, String target, List<Source> from, Optional<Expr> where,
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
}
