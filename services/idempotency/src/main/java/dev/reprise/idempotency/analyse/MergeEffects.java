// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Statement.Branch;
import dev.reprise.idempotency.sql.Statement.BranchAction.DeleteRow;
import dev.reprise.idempotency.sql.Statement.BranchAction.InsertRow;
import dev.reprise.idempotency.sql.Statement.BranchAction.Nothing;
import dev.reprise.idempotency.sql.Statement.BranchAction.UpdateRow;
import dev.reprise.idempotency.sql.Statement.Match;
import dev.reprise.idempotency.sql.Statement.Merge;

/** MERGE to an effect. */
final class MergeEffects {
    private final Surroundings around;
    private final Merge merge;
    private final Place place;
    private final String target;
    private final Source source;
    private final List<Expr> on;

    MergeEffects(Surroundings around, Merge merge, Place place) {
        this.around = around;
        this.merge = merge;
        this.place = place;
        this.target = around.table(merge.target());
        this.source = around.shallow().inline(merge.source());
        this.on = Expr.conjuncts(merge.on());
    }

    Effect effect() {
        Taints taints = new Taints(around.clockParameters());
        taints.source(source);
        on.forEach(taints::filter);
        merge.branches().forEach(branch -> taint(branch, taints));
        List<Read> reads = new ArrayList<>(Reads.of(List.of(source), Optional.empty()));
        boolean readsTarget = reads.removeIf(read -> read.table().equals(target));
        Optional<Replacement> replacement = readsTarget ? Optional.empty() : Replacement.of(merge, source);
        if (replacement.isPresent()) {
            return replacement.get().effect(target, place).reads(List.copyOf(reads)).taints(taints.found()).build();
        }
        Judgement again = judge();
        Judgement judged = readsTarget && again.safety() != Safety.UNSAFE ? selfSourced(again) : again;
        boolean appends = again.rule() == Rule.MERGE_INSERT_ONLY && again.safety() == Safety.UNSAFE;
        boolean mirror = merge.branches().stream()
                .anyMatch(b -> b.match() == Match.NOT_MATCHED_BY_SOURCE && b.action() instanceof DeleteRow);
        return new EffectBuilder(target, appends ? Kind.APPEND : Kind.KEYED, judged, place).region(region())
                .reads(List.copyOf(reads)).taints(taints.found())
                .trait(Trait.CONVERGES, mirror).build();
    }

    /** Matched rows lie where ON says; inserted ones may lie anywhere. */
    private Region region() {
        if (merge.branches().stream().anyMatch(branch -> branch.action() instanceof InsertRow)) {
            return Region.ALL;
        }
        return Region.of(
                Predicates.atoms(merge.on(), column -> column.qualifier().filter(merge.scope()::equals).isPresent()));
    }

    /** The source is made from the target: an anti-join in it is a guard, anything else is not judged. */
    private static Judgement selfSourced(Judgement again) {
        return again.rule() == Rule.MERGE_INSERT_ONLY
                ? again
                : Judgement.unknown(Rule.RELATIVE_MERGE, "the source of the MERGE is computed from its own target");
    }

    private static void taint(Branch branch, Taints taints) {
        branch.condition().ifPresent(taints::filter);
        switch (branch.action()) {
            case UpdateRow update -> update.assignments().forEach(a -> taints.value(a.value()));
            case InsertRow insert -> insert.values().forEach(taints::value);
            case DeleteRow _,Nothing _ -> {}
        }
    }

    private Judgement judge() {
        List<Branch> inserts = merge.branches().stream().filter(b -> b.action() instanceof InsertRow).toList();
        List<Branch> updates = merge.branches().stream().filter(b -> b.action() instanceof UpdateRow).toList();
        List<Branch> deletes = merge.branches().stream()
                .filter(b -> b.action() instanceof DeleteRow && b.match() == Match.MATCHED).toList();
        Proof never = Predicates.constant(merge.on());
        if (never == Proof.NO) {
            return inserts.isEmpty()
                    ? Judgement.safe(Rule.UPSERT, "matches nothing and inserts nothing")
                    : Judgement.unsafe(Rule.MERGE_INSERT_ONLY, "ON is false: the MERGE is an append in disguise");
        }
        Set<String> keys = Keys.joinedColumns(scopeOf(), on);
        if (keys.isEmpty() && !inserts.isEmpty()) {
            return Judgement.unknown(Rule.SOURCE_NOT_UNIQUE,
                    "the MERGE is matched by something else than equal columns");
        }
        Optional<Judgement> unmatched = inserts.stream().map(this::insertsItsKey).flatMap(Optional::stream).findFirst();
        if (unmatched.isPresent()) {
            return unmatched.get();
        }
        if (steps(updates)) {
            return Judgement.unknown(Rule.RELATIVE_MERGE,
                    "which branch a row takes depends on columns that another branch writes: a second run may take the next branch");
        }
        Judgement worst = deletes.isEmpty() || inserts.isEmpty()
                ? Judgement.safe(Rule.UPSERT, "writes by key")
                : reinserts(deletes, inserts);
        for (Branch update : updates) {
            worst = worst.worse(updated(update, inserts));
        }
        if (worst.safety() != Safety.SAFE) {
            return worst;
        }
        return keyed(inserts, updates, keys);
    }

    private Judgement keyed(List<Branch> inserts, List<Branch> updates, Set<String> keys) {
        if (updates.isEmpty() && inserts.isEmpty()) {
            return Judgement.safe(Rule.DELETE, "deletes what the source names");
        }
        boolean unique = Keys.unique(source, keys, around);
        if (updates.isEmpty()) {
            return Judgement.safe(Rule.MERGE_INSERT_ONLY, "inserts only keys that are not there");
        }
        boolean notNull = inserts.isEmpty() || Keys.notNull(source, keys, around) || targetKeyNotNull();
        if (unique && notNull) {
            return Judgement.safe(Rule.UPSERT, "writes absolute values by key, from a source with one row per key");
        }
        return Judgement.conditional(unique ? Rule.NULLABLE_KEY : Rule.SOURCE_NOT_UNIQUE, Condition.KEY,
                unique
                        ? "rows with a null key never match: each run inserts them again"
                        : "the source is not provably unique on the key: of several rows an arbitrary one wins, or the second run fails");
    }

    /** A branch looks at a column of the target that another branch sets. */
    private boolean steps(List<Branch> updates) {
        List<Branch> matched = merge.branches().stream().filter(b -> b.match() == Match.MATCHED).toList();
        for (Branch branch : matched) {
            Set<String> looked = branch.condition().map(c -> Algebra.ownColumns(Upserts.owned(c, merge.scope())))
                    .orElse(Set.of());
            boolean set = updates.stream().filter(other -> other != branch && other.match() == Match.MATCHED)
                    .anyMatch(other -> other.action() instanceof UpdateRow update
                            && (update.all() && !looked.isEmpty()
                                    || update.assignments().stream().anyMatch(a -> looked.contains(a.column()))));
            if (set) {
                return true;
            }
        }
        return false;
    }

    private boolean targetKeyNotNull() {
        Set<String> columns = Keys.joinedColumns(merge.scope(), on);
        return !columns.isEmpty() && around.schema(target).notNull().containsAll(columns);
    }

    private String scopeOf() {
        return switch (source) {
            case dev.reprise.idempotency.sql.Query.Table table -> table.scope();
            case dev.reprise.idempotency.sql.Query.Derived derived -> derived.alias().orElse("");
            case dev.reprise.idempotency.sql.Query.Generated generated -> generated.alias().orElse("");
            case dev.reprise.idempotency.sql.Query.Join _ -> "";
        };
    }

    /** The row that is inserted must match the next time: its key columns must be what ON compares. */
    private Optional<Judgement> insertsItsKey(Branch branch) {
        if (!(branch.action() instanceof InsertRow insert) || insert.all() || insert.columns().isEmpty()) {
            return Optional.empty();
        }
        for (Expr condition : on) {
            if (condition instanceof Expr.Call(var name, var sides) && name.equals("=") && sides.size() == 2) {
                for (int i = 0; i < 2; i++) {
                    if (sides.get(i) instanceof Expr.Column mine
                            && mine.qualifier().filter(merge.scope()::equals).isPresent()) {
                        int position = insert.columns().indexOf(mine.name());
                        Expr other = sides.get(1 - i);
                        boolean same = position >= 0 && position < insert.values().size()
                                && plain(insert.values().get(position)).equals(plain(other));
                        if (!same) {
                            return Optional.of(position < 0 && around.schema(target).generated().contains(mine.name())
                                    ? Judgement.unsafe(Rule.GENERATED_KEY,
                                            "the inserted row gets a generated key, which never matches")
                                    : Judgement.unsafe(Rule.MERGE_INSERT_ONLY,
                                            "the inserted row does not carry the key that ON compares: it is not matched the next time"));
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String plain(Expr expr) {
        return Predicates.unqualified(expr).text();
    }

    /** What a delete branch removes, the insert branch must leave out. */
    private Judgement reinserts(List<Branch> deletes, List<Branch> inserts) {
        for (Branch delete : deletes) {
            for (Branch insert : inserts) {
                boolean excluded = delete.condition().isPresent() && insert.condition().isPresent()
                        && excludes(delete.condition().get(), insert.condition().get());
                if (!excluded) {
                    return Judgement.unsafe(Rule.CDC_REINSERT,
                            "a row that one run deletes does not match the next time and is inserted again");
                }
            }
        }
        return Judgement.safe(Rule.CDC_REINSERT, "deleted rows are not inserted again");
    }

    private boolean excludes(Expr delete, Expr insert) {
        Region a = Region
                .of(Predicates.atoms(delete, column -> column.qualifier().filter(q -> !q.equals(scopeOf())).isEmpty()));
        Region b = Region
                .of(Predicates.atoms(insert, column -> column.qualifier().filter(q -> !q.equals(scopeOf())).isEmpty()));
        boolean negated = insert instanceof Expr.Call(var name, var inner) && name.equals("not")
                && plain(inner.getFirst()).equals(plain(delete));
        return negated || a.disjoint(b) == Proof.YES;
    }

    private Judgement updated(Branch branch, List<Branch> inserts) {
        if (!(branch.action() instanceof UpdateRow update) || update.all()) {
            return Judgement.safe(Rule.UPSERT, "writes all columns from the source");
        }
        Map<String, Expr> inserted = new HashMap<>();
        for (Branch other : inserts) {
            if (other.action() instanceof InsertRow insert && branch.match() == Match.MATCHED) {
                for (int i = 0; i < insert.columns().size() && i < insert.values().size(); i++) {
                    inserted.put(insert.columns().get(i), insert.values().get(i));
                }
                if (insert.all() || insert.columns().isEmpty()) {
                    inserted.put("*", new Expr.Star(Optional.empty()));
                }
            }
        }
        return Upserts.judge(update.assignments(), branch.condition(), merge.scope(), inserted, Rule.RELATIVE_MERGE);
    }

}
