// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
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
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Statement.Delete;

/** DELETE to an effect. */
final class DeleteEffects {
    private final Surroundings around;
    private final Place place;

    DeleteEffects(Surroundings around, Place place) {
        this.around = around;
        this.place = place;
    }

    Effect delete(Delete delete) {
        String target = around.table(delete.target());
        Optional<Expr> where = delete.where().map(w -> around.shallow().inline(w));
        List<Source> using = delete.using().stream().map(source -> around.shallow().inline(source)).toList();
        List<Source> deepUsing = delete.using().stream().map(source -> around.deep().inline(source)).toList();
        Optional<Expr> deepWhere = delete.where().map(w -> around.deep().inline(w));
        Taints taints = new Taints(around.clockParameters());
        where.ifPresent(taints::filter);
        using.forEach(taints::source);
        boolean plain = using.isEmpty() && !delete.limited() && where.filter(w -> !Carried.isFixed(w)).isEmpty();
        if (plain) {
            Region region = Region
                    .of(where.map(w -> Predicates.exact(w, c -> UpdateEffects.mine(c, delete.scope())))
                            .orElse(List.of()));
            return new EffectBuilder(target, Kind.RESET, Judgement.safe(Rule.DELETE, "deletes by a fixed predicate"),
                    place).region(region)
                    .taints(taints.found()).build();
        }
        boolean dedupe = Dedupes.dedupes(delete, target, where, using);
        Judgement again = dedupe
                ? Judgement.safe(Rule.APPEND_DEDUPED, "keeps one row per key")
                : deleted(delete, target, where, using);
        Set<String> columns = new HashSet<>();
        where.ifPresent(w -> columns.addAll(Algebra.ownColumns(Upserts.owned(w, delete.scope()))));
        List<Read> reads = new ArrayList<>(UpdateEffects.reads(delete.scope(), target, using, where, Map.of()));
        List<Atom> atoms = where.map(w -> Predicates.atoms(w, c -> UpdateEffects.mine(c, delete.scope())))
                .orElse(List.of());
        return new EffectBuilder(target, Kind.DELETE, again, place).region(Region.of(atoms)).reads(List.copyOf(reads))
                .keyReset(delete.limited() ? Optional.empty() : KeyReset.of(delete.scope(), deepUsing, deepWhere))
                .taints(taints.found()).trait(Trait.DEDUPES, dedupe)
                .trait(Trait.LOOKS_AT_ITSELF,
                        where.filter(w -> Reads.of(w).stream().anyMatch(read -> read.table().equals(target)))
                                .isPresent())
                .build();
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
}
