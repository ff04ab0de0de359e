// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.region.Value;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Conflict;
import dev.reprise.idempotency.sql.Statement.Insert;
import dev.reprise.idempotency.sql.Statement.PartitionPart;
import dev.reprise.idempotency.sql.Statement.WriteMode;
import dev.reprise.idempotency.sql.TableSchema;
import dev.reprise.idempotency.sql.TableSchema.RowResolution;

/** INSERT to effects. */
final class InsertEffects {
    private final Surroundings around;
    private final Insert insert;
    private final Place place;
    private final String target;
    private final TableSchema schema;
    private final Query query;
    private final Query deep;
    private final List<String> names;
    private final boolean branch;

    /**
     * @param branch whether it is one of several branches of a multi-insert
     */
    InsertEffects(Surroundings around, Insert insert, Place place, boolean branch) {
        this.around = around;
        this.insert = insert;
        this.place = place;
        this.branch = branch;
        this.target = around.table(insert.target());
        this.schema = around.schema(target);
        this.query = around.shallow().inline(insert.source());
        this.deep = around.deep(insert.source());
        this.names = names();
    }

    private List<String> names() {
        if (!insert.columns().isEmpty()) {
            return insert.columns();
        }
        Set<String> fixed = insert.partition().stream().filter(p -> p.value().isPresent()).map(PartitionPart::key)
                .collect(Collectors.toSet());
        return schema.columns().stream().filter(column -> !fixed.contains(column)).toList();
    }

    /** @return the effects of the statement: one */
    Effect effect() {
        EffectBuilder builder = kind();
        Taints taints = new Taints(around.clockParameters());
        partitionTaints(taints);
        taints.query(query);
        builder.reads(Reads.of(query)).query(deep, names).taints(tainted(taints))
                .trait(Trait.TEMPORARY, around.isTemporary(insert.target()))
                .trait(Trait.GENERATES_KEYS, generatesKeys());
        return builder.build();
    }

    /** A clock that only fills nulls of the table itself has nothing to fill the second time. */
    private List<Judgement> tainted(Taints taints) {
        boolean absorbing = insert.mode() == WriteMode.OVERWRITE && readsTarget()
                && Shapes.judge(deep, target, names).rule() == Rule.SELF_READ_PROJECTION;
        List<Judgement> found = new ArrayList<>(
                absorbing && Absorption.everyClockFillsNulls(query) ? List.of() : taints.found());
        if (insert.mode() == WriteMode.INTO && around.skipsKnownBlocks(target)) {
            found.add(Judgement.conditional(Rule.DELETE_INSERT, Condition.BLOCKS,
                    "a replicated table skips the rows when "
                            + "it has taken the same block before, also after their deletion: they would be missing"));
        }
        return List.copyOf(found);
    }

    private boolean readsTarget() {
        return Reads.of(deep).stream().anyMatch(read -> read.table().equals(target));
    }

    private void partitionTaints(Taints taints) {
        for (PartitionPart part : insert.partition()) {
            part.value().ifPresent(taints::region);
        }
        List<PartitionPart> dynamic = insert.partition().stream().filter(p -> p.value().isEmpty()).toList();
        if (!dynamic.isEmpty()) {
            Outputs outputs = Outputs.of(query);
            for (int i = 0; i < dynamic.size(); i++) {
                int position = outputs.columns().size() - dynamic.size() + i;
                if (position >= 0 && outputs.positional()) {
                    taints.region(outputs.columns().get(position).expr());
                }
            }
        }
    }

    private boolean generatesKeys() {
        boolean named = !insert.columns().isEmpty() || !schema.columns().isEmpty();
        return named && !schema.generated().isEmpty()
                && insert.columns().stream().noneMatch(schema.generated()::contains) && !insert.columns().isEmpty();
    }

    private EffectBuilder kind() {
        if (insert.replaceWhere().isPresent()) {
            Region region = Region.of(Predicates.exact(insert.replaceWhere().get(), column -> true));
            return new EffectBuilder(target, Kind.OVERWRITE,
                    Judgement.safe(Rule.DELETE_INSERT, "replaces exactly the rows of its predicate"), place)
                    .region(region).onItself(self()).trait(Trait.CONVERGES, !readsTarget());
        }
        return switch (insert.mode()) {
            case OVERWRITE -> overwrite();
            case REPLACE -> keyed(replace());
            case IGNORE -> keyed(ignored());
            case INTO -> insert.conflict().map(conflict -> keyed(conflict(conflict))).orElseGet(this::into);
        };
    }

    private EffectBuilder keyed(Judgement again) {
        // An update by key reaches rows wherever they lie; rows that are only inserted lie where the query says.
        boolean updates = insert.mode() == WriteMode.REPLACE
                || insert.conflict().filter(Conflict.DoUpdate.class::isInstance).isPresent();
        boolean appends = again.safety() == Safety.UNSAFE && again.rule() != Rule.RELATIVE_UPSERT;
        Judgement judged = readsTarget() ? again.worse(ofItself(updates)) : again;
        return new EffectBuilder(target, appends ? Kind.APPEND : Kind.KEYED, judged, place)
                .region(updates && !appends ? Region.ALL : region());
    }

    /** Rows that are computed from the table itself, or chosen by it, are others once they have been written. */
    private Judgement ofItself(boolean updates) {
        if (otherPartition() || Guards.of(deep, target, names) == Guards.Guard.ANTI_JOIN) {
            return Judgement.safe(Rule.APPEND_GUARDED, "what it reads of " + target + " is not what it writes");
        }
        Judgement shape = Shapes.judge(deep, target, names);
        if (updates && shape.safety() == Safety.SAFE) {
            return Judgement.safe(Rule.UPSERT, "what it computes from " + target + " is the same when computed again");
        }
        boolean alone = Outputs.only(deep).filter(table -> around.table(table.name()).equals(target)).isPresent();
        return updates && alone && shape.safety() == Safety.UNSAFE
                ? Judgement.unsafe(Rule.RELATIVE_UPSERT, "computes new values from those that " + target
                        + " holds: a second run computes from the values of the first")
                : Judgement.unknown(Rule.RELATIVE_UPSERT, "what is written depends on what " + target
                        + " holds, in a way whose repetition cannot be judged");
    }

    private Judgement self() {
        if (!readsTarget()) {
            return Judgement.safe(Rule.OVERWRITE, "overwrites " + target);
        }
        Region written = region();
        List<Proof> apart = Reads.of(deep).stream().filter(read -> read.table().equals(target))
                .map(read -> read.region().disjoint(written)).toList();
        if (apart.stream().allMatch(proof -> proof == Proof.YES)) {
            return Judgement.safe(Rule.SELF_READ_OTHER_PARTITION, "reads another partition of " + target);
        }
        Judgement judged = Shapes.judge(deep, target, names);
        boolean open = judged.safety() == Safety.UNSAFE && !apart.contains(Proof.NO);
        return open
                ? Judgement.unknown(judged.rule(), "reads " + target
                        + ", and whether the partitions that are read are among those that are written cannot be proved")
                : judged;
    }

    private boolean otherPartition() {
        Region written = region();
        return Reads.of(deep).stream().filter(read -> read.table().equals(target))
                .allMatch(read -> read.region().disjoint(written) == Proof.YES);
    }

    // ---- regions

    private Region region() {
        List<Atom> atoms = new ArrayList<>();
        boolean partial = false;
        for (PartitionPart part : insert.partition()) {
            Optional<Value> value = part.value().flatMap(Value::of);
            value.ifPresent(v -> atoms.add(Atom.equal(part.key(), v)));
            partial |= part.value().isPresent() && value.isEmpty();
        }
        NamedPartitions.of(around.dialect(), insert.partition()).ifPresent(atoms::add);
        return new Region(atoms, partial).and(written().atoms());
    }

    /** What is known of the inserted rows, by target column. */
    private Region written() {
        Outputs outputs = Outputs.of(deep);
        Map<String, List<Atom>> known = new HashMap<>(outputs.passed());
        boolean unnamed = false;
        List<String> positions = new ArrayList<>(names);
        if (insert.columns().isEmpty()) {
            insert.partition().stream().filter(p -> p.value().isEmpty()).map(PartitionPart::key)
                    .filter(key -> !positions.contains(key)).forEach(positions::add);
        }
        boolean byPosition = outputs.positional() && positions.size() == outputs.columns().size();
        List<Optional<String>> targets = new ArrayList<>();
        for (int i = 0; i < outputs.columns().size(); i++) {
            Outputs.Column column = outputs.columns().get(i);
            Optional<String> name = byPosition ? Optional.of(positions.get(i)) : column.name();
            targets.add(name);
            if (name.isPresent()) {
                known.put(name.get(), column.atoms());
            } else {
                // A constant that goes into a column whose name is not known may be what a predicate asks for.
                unnamed |= !column.star() && !column.atoms().isEmpty();
            }
        }
        List<Atom> atoms = new ArrayList<>();
        known.forEach((name, list) -> list.forEach(atom -> atoms.add(atom.on(name))));
        atoms.addAll(Carried.of(deep, outputs.columns(), targets));
        return new Region(List.copyOf(atoms), unnamed);
    }

    /** Where the rows of an append lie: what could be named, and whether there is more that could not. */
    private Region appendedRegion() {
        Region named = region();
        return new Region(named.atoms(), named.partial() || written().partial());
    }

    private Region partitionOnly() {
        List<Atom> atoms = new ArrayList<>();
        for (PartitionPart part : insert.partition()) {
            // A computed partition is one of many, and which one is not known.
            part.value().ifPresent(value -> atoms.add(Value.of(value).map(v -> Atom.equal(part.key(), v))
                    .orElseGet(() -> new Atom(value.text(), Atom.Kind.OPAQUE, List.of()))));
        }
        NamedPartitions.of(around.dialect(), insert.partition()).ifPresent(atoms::add);
        return Region.of(atoms);
    }

    // ---- OVERWRITE

    private EffectBuilder overwrite() {
        boolean dynamic = insert.partition().stream().anyMatch(p -> p.value().isEmpty())
                && around.dialect() != Dialect.DORIS;
        if (insert.ifNotExists()) {
            return new EffectBuilder(target, Kind.KEYED,
                    Judgement.safe(Rule.FROZEN_BY_IF_NOT_EXISTS,
                            "an existing partition is left as it is: a rerun repairs nothing"),
                    place)
                    .region(partitionOnly());
        }
        boolean replacesAll = around.dialect() == Dialect.SPARK
                && !around.setting("partitionoverwritemode").equals("dynamic")
                && around.setting("hive.exec.dynamic.partition").isEmpty();
        boolean settingDynamic = insert.partition().isEmpty() && around.dialect() == Dialect.SPARK
                && around.setting("partitionoverwritemode").equals("dynamic");
        if (dynamic && !replacesAll || settingDynamic) {
            return dynamic();
        }
        Rule rule = dynamic ? Rule.STATIC_MODE_WIPES : Rule.OVERWRITE;
        return new EffectBuilder(target, Kind.OVERWRITE, Judgement.safe(rule, rule.title()), place)
                .region(partitionOnly()).onItself(self())
                .trait(Trait.DEDUPES, readsTarget() && Shapes.dedupes(deep, target))
                .trait(Trait.CONVERGES, !readsTarget() || otherPartition());
    }

    private EffectBuilder dynamic() {
        return new EffectBuilder(target, Kind.DYNAMIC,
                Judgement.conditional(Rule.DYNAMIC_OVERWRITE, Condition.SAME_SET,
                        "replaces only the partitions that occur in the result: one that no longer occurs keeps its old rows"),
                place).region(region()).onItself(self());
    }

    // ---- INTO

    private EffectBuilder into() {
        if (around.setting("insert_existing_partitions_behavior").equals("overwrite")) {
            Judgement again = new Judgement(Safety.CONDITIONAL, Rule.OVERWRITE_BY_SETTING,
                    "a session setting turns this INSERT into an overwrite of the partitions that it meets",
                    List.of(Condition.CONFIG, Condition.SAME_SET));
            return new EffectBuilder(target, Kind.DYNAMIC, again, place).region(region()).onItself(self());
        }
        if (insert.label().isPresent()) {
            return new EffectBuilder(target, Kind.KEYED,
                    Judgement.conditional(Rule.LOAD_LABEL, Condition.LABEL,
                            "the engine refuses a second load under the same label"),
                    place)
                    .region(region());
        }
        boolean changelog = around.dialect() == Dialect.FLINK && !schema.keys().isEmpty();
        Optional<RowResolution> model = changelog ? Optional.of(RowResolution.UPSERT) : schema.model();
        if (model.isPresent() && model.get() != RowResolution.DUPLICATE
                && model.get() != RowResolution.DUPLICATE_BLOCKS_SKIPPED) {
            return keyedTable(model.get());
        }
        Guards.Guard guard = Guards.of(deep, target, names);
        if (guard != Guards.Guard.NONE) {
            boolean anti = guard == Guards.Guard.ANTI_JOIN;
            return new EffectBuilder(target, Kind.KEYED, Judgement.safe(Rule.APPEND_GUARDED,
                    anti
                            ? "leaves out what " + target + " already holds"
                            : "starts above the highest value that " + target + " holds"),
                    place).region(region())
                    .trait(Trait.COARSE_GUARD, !anti);
        }
        return new EffectBuilder(target, Kind.APPEND, appended(), place).region(appendedRegion()).onItself(self())
                .trait(Trait.CONVERGES, !readsTarget());
    }

    private Judgement appended() {
        Set<String> inserted = Set.copyOf(names);
        boolean blocked = schema.keys().stream().anyMatch(key -> key.stream().noneMatch(schema.generated()::contains)
                && (inserted.isEmpty() || inserted.containsAll(key)));
        if (blocked && schema.model().isEmpty() && around.dialect().enforcesKeys()) {
            return Judgement.unsafe(Rule.KEY_BLOCKS,
                    "the rows are there already: the unique key of " + target + " makes the second run fail");
        }
        if (generatesKeys()) {
            return Judgement.unsafe(Rule.GENERATED_KEY, "appends to " + target
                    + ", whose key is generated: nothing can conflict, every run adds its rows again");
        }
        return branch
                ? Judgement.unsafe(Rule.BRANCH_APPENDS,
                        "a branch appends to " + target + ": a second run adds its rows again")
                : Judgement.unsafe(Rule.APPEND, "appends to " + target + ": a second run adds its rows again");
    }

    private EffectBuilder keyedTable(RowResolution model) {
        return switch (model) {
            case UPSERT -> new EffectBuilder(target, Kind.KEYED, ofKeyedTable(
                    Judgement.safe(Rule.KEYED_TABLE, target + " keeps one row per key: an INSERT is an upsert")), place)
                    .region(region());
            case EVENTUAL -> new EffectBuilder(target, Kind.KEYED,
                    ofKeyedTable(Judgement.conditional(Rule.EVENTUAL_DEDUPE, Condition.ENGINE,
                            target + " removes older rows of a key some time later")),
                    place).region(region());
            case SUMMING -> new EffectBuilder(target, Kind.APPEND,
                    Judgement.unsafe(Rule.RELATIVE_UPSERT,
                            target + " adds up rows of the same key: a second run counts twice"),
                    place)
                    .region(region());
            case DUPLICATE, DUPLICATE_BLOCKS_SKIPPED ->
                throw new IllegalStateException("a duplicate table has no keys to resolve by: " + target);
        };
    }

    private Judgement ofKeyedTable(Judgement again) {
        return readsTarget() ? again.worse(ofItself(true)) : again;
    }

    // ---- keys

    private boolean keyKnown() {
        return schema.keys().stream().anyMatch(this::real);
    }

    /** A key that the engine generates cannot be met again. */
    private boolean real(Set<String> key) {
        Set<String> inserted = Set.copyOf(names);
        return key.stream()
                .noneMatch(column -> schema.generated().contains(column) && !insert.columns().contains(column))
                && (inserted.isEmpty() || inserted.containsAll(key));
    }

    private boolean noKey() {
        return schema.knownKeys() && !keyKnown();
    }

    private Judgement replace() {
        if (insert.conflict().isPresent()) {
            return Judgement.safe(Rule.UPSERT, "replaces rows by a key that the statement names");
        }
        if (noKey()) {
            return Judgement.unsafe(schema.generated().isEmpty() ? Rule.REPLACE : Rule.GENERATED_KEY,
                    "REPLACE finds no unique key to replace by: it appends");
        }
        if (keyKnown()) {
            boolean surrogate = schema.generated().stream().anyMatch(column -> !insert.columns().contains(column));
            return surrogate
                    ? Judgement.unsafe(Rule.GENERATED_KEY,
                            "REPLACE deletes and inserts: the generated key is another one after each run")
                    : Judgement.safe(Rule.REPLACE, "replaces rows by the unique key of " + target);
        }
        return Judgement.conditional(Rule.REPLACE, Condition.KEY,
                "REPLACE replaces by a unique key, and appends where there is none");
    }

    private Judgement ignored() {
        if (noKey()) {
            return Judgement.unsafe(schema.generated().isEmpty() ? Rule.DO_NOTHING : Rule.GENERATED_KEY,
                    "without a unique key nothing is ignored: it appends");
        }
        return keyKnown()
                ? Judgement.safe(Rule.DO_NOTHING, "rows whose key is there are left alone")
                : Judgement.conditional(Rule.DO_NOTHING, Condition.KEY,
                        "ignores rows whose unique key is there, and appends where there is no key");
    }

    private Judgement conflict(Conflict conflict) {
        return switch (conflict) {
            case Conflict.DoNothing(var columns) when columns.isEmpty() -> ignored();
            case Conflict.DoNothing(var columns) -> generatedConflict(columns)
                    .orElse(Judgement.safe(Rule.DO_NOTHING, "rows whose key is there are left alone"));
            case Conflict.DoUpdate(var columns, var assignments, var where) ->
                generatedConflict(columns).orElseGet(() -> updated(columns, assignments, where));
        };
    }

    /** A conflict on a column that the insert does not fill never happens when the engine generates it. */
    private Optional<Judgement> generatedConflict(List<String> columns) {
        boolean generated = !columns.isEmpty() && !insert.columns().isEmpty()
                && columns.stream().anyMatch(schema.generated()::contains)
                && columns.stream().noneMatch(insert.columns()::contains);
        return generated
                ? Optional.of(Judgement.unsafe(Rule.GENERATED_KEY,
                        "the conflict is on a generated key, which is new on each run: it appends"))
                : Optional.empty();
    }

    private Judgement updated(List<String> keys, List<Assignment> assignments, Optional<Expr> where) {
        String scope = insert.target().substring(insert.target().lastIndexOf('.') + 1);
        Judgement judgement = Upserts.judge(assignments, where, scope, inserted(), Rule.RELATIVE_UPSERT);
        if (judgement.safety() != Safety.SAFE) {
            return judgement;
        }
        if (!keys.isEmpty() || keyKnown()) {
            return judgement;
        }
        return noKey()
                ? Judgement.unsafe(Rule.DO_NOTHING, "without a unique key nothing conflicts: it appends")
                : Judgement.conditional(Rule.UPSERT, Condition.KEY,
                        "updates by a unique key, and appends where there is none");
    }

    /** @return what is inserted, by target column; a {@code *} entry when not every column can be told */
    private Map<String, Expr> inserted() {
        Map<String, Expr> values = new HashMap<>();
        List<Outputs.Column> columns = Outputs.of(query).columns();
        boolean single = !(query.body() instanceof Query.Values rows) || rows.rows().size() == 1;
        for (int i = 0; i < columns.size(); i++) {
            Outputs.Column column = columns.get(i);
            Optional<String> name = names.size() == columns.size() ? Optional.of(names.get(i)) : column.name();
            String key = name.orElse("*");
            values.put(key, single ? Upserts.foreign(column.expr()) : new Expr.Column(Optional.of("excluded"), key));
        }
        return values;
    }
}
