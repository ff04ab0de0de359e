// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.reprise.idempotency.analyse.CatalogOp.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.region.Value;
import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Change;
import dev.reprise.idempotency.sql.Statement.Guard;
import dev.reprise.idempotency.sql.Statement.PartitionPart;
import dev.reprise.idempotency.sql.TableSchema;

/** Statements to meanings. Every kind of statement has its case here; the larger ones have a class of their own. */
final class EffectReader {
    private static final Set<String> SIDE_EFFECTS = Set.of("pg_notify", "dblink_exec", "lo_import", "pg_advisory_lock",
            "pg_terminate_backend",
            "set_config", "pg_sleep", "load_extension", "writefile", "pg_logical_emit_message", "lo_unlink",
            "pg_create_restore_point", "http_post");
    private final Surroundings around;
    private final List<Effect> effects = new ArrayList<>();
    private final List<CatalogOp> catalog = new ArrayList<>();
    private final Place place;

    private EffectReader(Surroundings around, Place place) {
        this.around = around;
        this.place = place;
    }

    static Meaning read(Statement statement, Surroundings around, Place place) {
        EffectReader reader = new EffectReader(around, place);
        boolean commits = false;
        try {
            commits = reader.statement(statement);
        } catch (TooComplex tooComplex) {
            reader.opaque("", tooComplex.reason());
        }
        return new Meaning(List.copyOf(reader.effects), List.copyOf(reader.catalog), commits, place);
    }

    private boolean statement(Statement statement) {
        switch (statement) {
            case Statement.Insert insert -> insert(insert, false);
            case Statement.MultiInsert multi -> inserts(multi);
            case Statement.Update update -> {
                need(update.target());
                effects.add(new UpdateEffects(around, place).update(update));
                around.unstaged(around.table(update.target()));
            }
            case Statement.Delete delete -> {
                need(delete.target());
                effects.add(new DeleteEffects(around, place).delete(delete));
                around.unstaged(around.table(delete.target()));
                around.deletedFrom(around.table(delete.target()));
            }
            case Statement.Merge merge -> {
                need(merge.target());
                effects.add(new MergeEffects(around, merge, place).effect());
                around.unstaged(around.table(merge.target()));
            }
            case Statement.Truncate truncate -> truncate(truncate);
            case Statement.CreateTable create -> create(create);
            case Statement.CreateObject create -> createObject(create);
            case Statement.Drop drop -> drop(drop);
            case Statement.Alter alter -> alter(alter);
            case Statement.Rename rename ->
                rename.pairs().forEach(pair -> rename(pair.from(), pair.to(), rename.pairs().size() > 1));
            case Statement.Load load -> load(load);
            case Statement.Export export -> export(export);
            case Statement.ReadOnly readOnly -> readOnly.query().ifPresent(this::select);
            case Statement.SetOption option -> around.set(option.name(), option.value());
            case Statement.UseDatabase _ -> {
                // Names mean the same table throughout: the reader of the script has seen to that.
            }
            case Statement.Assign assign -> around.view(assign.name(), assign.query());
            case Statement.Opaque opaque -> opaque(opaque.target().map(around::table).orElse(""), opaque.reason());
            case Statement.Unread unread -> unread(unread);
            case Statement.Transaction _ -> {}
        }
        return switch (statement) {
            case Statement.Truncate _,Statement.CreateTable _,Statement.CreateObject _,Statement.Drop _,Statement.Alter _,Statement.Rename _ ->
                true;
            default -> false;
        };
    }

    private void opaque(String target, String reason) {
        effects.add(
                new EffectBuilder(target, Effect.Kind.OPAQUE, Judgement.unknown(Rule.OPAQUE, reason), place).build());
    }

    private void unread(Statement.Unread unread) {
        effects.add(new EffectBuilder(unread.target().map(around::table).orElse(""), Effect.Kind.OPAQUE,
                Judgement.unknown(Rule.NOT_UNDERSTOOD, unread.reason()), place).build());
    }

    private void op(Kind kind, String name, boolean guarded, Rule rule) {
        catalog.add(new CatalogOp(kind, name, "", guarded, rule, place));
    }

    private void need(String table) {
        op(Kind.NEED, around.table(table), false, Rule.SWAP_NOT_ATOMIC);
    }

    private void needs(List<Read> reads) {
        reads.stream().map(Read::table).filter(table -> !table.startsWith("@")).distinct()
                .forEach(table -> op(Kind.NEED, table, false, Rule.SWAP_NOT_ATOMIC));
    }

    // ---- rows

    private void inserts(Statement.MultiInsert multi) {
        multi.branches().forEach(branch -> insert(branch, !multi.atomic()));
        Set<String> targets = multi.branches().stream().map(branch -> around.table(branch.target()))
                .collect(Collectors.toSet());
        boolean readsTarget = effects.stream().flatMap(effect -> effect.reads().stream())
                .anyMatch(read -> targets.contains(read.table()));
        if (multi.atomic() && readsTarget) {
            // All branches see the tables as they were before any of them: no order of single inserts says that.
            effects.clear();
            targets.stream().sorted().forEach(target -> opaque(target, "INSERT ALL reads a table that it writes to"));
        }
    }

    private void insert(Statement.Insert insert, boolean branch) {
        String target = around.table(insert.target());
        Effect effect = new InsertEffects(around, insert, place, branch).effect();
        needs(effect.reads());
        need(insert.target());
        partition(insert.partition())
                .ifPresent(part -> op(Kind.CREATE, target + "/" + part, true, Rule.ADD_PARTITION_GUARDED));
        effects.add(effect);
        for (Query.Cte cte : insert.source().ctes()) {
            cte.action().ifPresent(action -> moved(cte.name(), action));
        }
        boolean whole = effect.kind() == Effect.Kind.OVERWRITE && effect.region().whole()
                || around.justEmptied(target) && effect.kind() == Effect.Kind.APPEND;
        if (whole && effect.query().isPresent() && effect.query().get().body() instanceof Query.Select) {
            around.staged(target, effect.query().get());
        } else {
            around.unstaged(target);
        }
        around.filled(target);
    }

    /** WITH d AS (DELETE ... RETURNING *) INSERT ...: the rows go from one table to the other in one step. */
    private void moved(String name, Statement action) {
        EffectReader inner = new EffectReader(around, place);
        inner.statement(action);
        catalog.addAll(inner.catalog);
        Effect insert = effects.removeLast();
        List<Read> reads = new ArrayList<>();
        for (Read read : insert.reads()) {
            if (read.table().equals(name)) {
                inner.effects.forEach(effect -> reads
                        .add(new Read(effect.target(), effect.region(), Optional.empty(), read.driving())));
            } else {
                reads.add(read);
            }
        }
        catalog.removeIf(op -> op.name().equals(name));
        effects.add(new Effect(insert.target(), insert.kind(), insert.region(), List.copyOf(reads), insert.again(),
                insert.onItself(), insert.columns(), insert.sets(),
                insert.query(), insert.keyReset(), insert.names(), insert.traits(), insert.taints(), insert.place()));
        effects.addAll(inner.effects);
    }

    private static Optional<String> partition(List<PartitionPart> parts) {
        boolean fixed = !parts.isEmpty() && parts.stream().allMatch(part -> part.value().isPresent());
        return fixed ? Optional.of(text(parts)) : Optional.empty();
    }

    private static String text(List<PartitionPart> parts) {
        return parts.stream().map(part -> part.key() + "=" + part.value().map(Expr::text).orElse("*")).sorted()
                .collect(Collectors.joining("/"));
    }

    private Region region(List<PartitionPart> parts) {
        Optional<Atom> named = NamedPartitions.of(around.dialect(), parts);
        if (named.isPresent()) {
            return Region.of(List.of(named.get()));
        }
        List<Atom> atoms = new ArrayList<>();
        boolean partial = false;
        for (PartitionPart part : parts) {
            Optional<Value> value = part.value().flatMap(Value::of);
            if (value.isPresent()) {
                atoms.add(Atom.equal(part.key(), value.get()));
            } else if (part.value().isPresent()) {
                atoms.add(new Atom(part.value().get().text(), Atom.Kind.OPAQUE, List.of()));
            } else {
                partial = true;
            }
        }
        return new Region(atoms, partial);
    }

    private void select(Query query) {
        Query inlined = around.shallow().inline(query);
        for (Query.Cte cte : query.ctes()) {
            cte.action().ifPresent(this::statement);
        }
        if (sideEffect(inlined)) {
            effects.add(new EffectBuilder("", Effect.Kind.APPEND,
                    Judgement.unsafe(Rule.GENERATED_KEY, "a SELECT that takes the next value of a sequence"), place)
                    .build());
        }
        Optional<String> called = called(inlined);
        called.ifPresent(name -> opaque("", "SELECT calls " + name + ", whose effects are not visible here"));
    }

    private static boolean sideEffect(Query query) {
        return query.body() instanceof Select select
                && select.items().stream().anyMatch(item -> Taints.kinds(item.expr()).contains(Volatile.SEQUENCE)
                        && !item.expr().text().startsWith("currval") && !item.expr().text().startsWith("lastval"));
    }

    /** A SELECT without FROM that only calls a function is how a procedure is called, and one from a function alone. */
    private Optional<String> called(Query query) {
        if (!(query.body() instanceof Select select)) {
            return Optional.empty();
        }
        boolean functionsAct = around.dialect() == Dialect.POSTGRES || around.dialect() == Dialect.ANSI;
        if (functionsAct && select.from().size() == 1
                && select.from().getFirst() instanceof Query.Generated(var call, _)
                && call instanceof Expr.Call function && !ROWS.matcher(function.name()).matches()) {
            return Optional.of(function.name());
        }
        if (functionsAct && select.from().isEmpty() && select.items().size() == 1
                && select.items().getFirst().expr() instanceof Expr.Call function
                && function.name().matches("[a-z][a-z0-9]*") && !WORDS.contains(function.name())
                && !Volatile.is(function)) {
            return Optional.of(function.name());
        }
        for (Query.Item item : select.items()) {
            if (item.expr() instanceof Expr.Call call
                    && (SIDE_EFFECTS.contains(call.name()) || select.from().isEmpty() && call.name().contains(".")
                            || select.from().isEmpty() && select.items().size() == 1
                                    && call.name().matches("[a-z]\\w*_\\w+") && !PURE.contains(call.name())
                                    && !Volatile.is(call))) {
                return Optional.of(call.name());
            }
        }
        return Optional.empty();
    }

    /** Functions that make rows and change nothing. */
    private static final Pattern ROWS = Pattern.compile(
            "(pg_catalog\\.)?(generate_\\w+|unnest|explode|posexplode|flatten|table|values|range|sequence|json\\w*|string_\\w+"
                    + "|regexp_\\w+|xmltable|read_\\w+|pg_(stat|ls|get|show|available|lock|database|tablespace|table|relation|total)\\w*)");
    /** Functions of one word, and operators that are read as such, that change nothing. */
    private static final Set<String> WORDS = Set.of("now", "version", "user", "count", "sum", "max", "min", "avg",
            "coalesce", "upper", "lower", "length", "concat", "md5", "random", "round", "abs", "greatest", "least",
            "substr", "substring", "trim", "ltrim", "rtrim", "extract", "date", "age", "nullif", "case", "if", "not",
            "and", "or", "in", "exists", "between", "like", "ilike", "row", "array", "interval", "mod", "div", "any",
            "all", "some", "year", "month", "day", "hour", "minute", "second", "left", "right", "lpad", "rpad",
            "replace", "reverse", "repeat", "sqrt", "power", "ceil", "ceiling", "floor", "sign", "trunc", "exp", "ln",
            "log", "format", "position", "strpos", "ascii", "chr", "initcap", "split", "nvl", "ifnull", "decode",
            "database", "schema", "uuid", "rand", "sha1", "sha2", "sha256", "hex", "char", "cast", "convert",
            "localtime", "localtimestamp", "timestamp", "time", "getdate", "sysdate", "today", "getutcdate",
            "setval", "nextval", "currval", "lastval", "isnull", "iif", "choose", "len", "datediff", "dateadd",
            "datepart", "timezone");
    private static final Set<String> PURE = Set.of("row_count", "last_insert_id", "found_rows", "date_format",
            "date_add", "date_sub", "to_char", "to_date",
            "current_setting", "pg_size_pretty", "pg_total_relation_size", "pg_relation_size", "unix_timestamp",
            "from_unixtime", "connection_id", "date_trunc",
            "array_length", "json_object", "current_schema", "pg_typeof", "generate_series", "get_json_object",
            "str_to_date", "months_between", "add_months",
            "last_day", "regexp_replace", "regexp_extract", "to_timestamp", "current_database", "sqlite_version",
            "max_pt", "group_concat", "json_extract");

    // ---- definitions

    private void truncate(Statement.Truncate truncate) {
        need(truncate.target());
        String target = around.table(truncate.target());
        effects.add(new EffectBuilder(target, Effect.Kind.RESET,
                Judgement.safe(Rule.EMPTY_AND_FILL, "empties the region"), place)
                .region(region(truncate.partition())).taints(tainted(truncate.partition(), Optional.empty()))
                .trait(Trait.TEMPORARY, around.isTemporary(truncate.target()))
                .trait(Trait.CATALOG, true).build());
        around.emptied(target, truncate.partition().isEmpty());
    }

    private void create(Statement.CreateTable create) {
        String target = create.temporary() ? create.target() : around.table(create.target());
        if (create.temporary()) {
            around.temporary(create.target());
        }
        around.define(target, create.schema());
        if (create.onCommitDrop()) {
            around.droppedAtCommit(target);
        }
        Optional<Query> query = create.query().map(q -> around.shallow().inline(q));
        Optional<Query> deep = create.query().map(q -> around.deep(q));
        List<Read> reads = query.map(Reads::of).orElse(List.of());
        needs(reads);
        if (around.dialect() == Dialect.FLINK) {
            around.namedInSession(target); // unless a persistent catalog is chosen
        }
        switch (create.guard()) {
            case NONE ->
                op(Kind.CREATE, target, false, create.temporary() ? Rule.SESSION_TABLE : Rule.CREATE_UNGUARDED);
            case IF_NOT_EXISTS -> op(Kind.CREATE, target, true, Rule.CREATE_GUARDED);
            case OR_REPLACE -> op(Kind.REPLACE, target, true, Rule.CREATE_OR_REPLACE);
        }
        if (create.guard() == Guard.IF_NOT_EXISTS) {
            if (query.isPresent()) {
                effects.add(
                        new EffectBuilder(target, Effect.Kind.KEYED,
                                Judgement.safe(Rule.FROZEN_CTAS,
                                        "an existing table is left as it is: a rerun repairs nothing"),
                                place)
                                .reads(reads).trait(Trait.TEMPORARY, create.temporary())
                                .taints(tainted(query.get(), create.temporary())).build());
                deep.ifPresent(q -> around.staged(target, q));
            } else {
                effects.add(noted(target, Rule.CREATE_GUARDED));
            }
            return;
        }
        if (query.isEmpty() && around.schema(target).external()) {
            // The files that lie there become its rows.
            effects.add(noted(target, Rule.CREATE_UNGUARDED));
            return;
        }
        Rule rule = create.guard() == Guard.OR_REPLACE ? Rule.CREATE_OR_REPLACE : Rule.DROP_CREATE;
        EffectBuilder builder = new EffectBuilder(target, Effect.Kind.OVERWRITE, Judgement.safe(rule, rule.title()),
                place).reads(reads)
                .trait(Trait.TEMPORARY, create.temporary()).trait(Trait.CATALOG, query.isEmpty())
                .trait(Trait.CONVERGES, query.isPresent());
        deep.ifPresent(q -> {
            builder.query(q, create.schema().columns()).taints(tainted(query.orElseThrow(), false));
            boolean itself = Reads.of(q).stream().anyMatch(read -> read.table().equals(target));
            builder.onItself(itself
                    ? Shapes.judge(q, target, create.schema().columns())
                    : Judgement.safe(Rule.CREATE_OR_REPLACE, "replaces " + target));
            builder.trait(Trait.DEDUPES, itself && Shapes.dedupes(q, target)).trait(Trait.CONVERGES, !itself);
            around.staged(target, q);
        });
        if (query.isEmpty()) {
            around.emptied(target, true);
        }
        effects.add(builder.build());
    }

    private List<Judgement> tainted(List<PartitionPart> partition, Optional<Expr> predicate) {
        Taints taints = new Taints(around.clockParameters());
        partition.forEach(part -> part.value().ifPresent(taints::region));
        predicate.ifPresent(taints::filter);
        return taints.found();
    }

    private List<Judgement> tainted(Query query, boolean ignored) {
        Taints taints = new Taints(around.clockParameters());
        if (!ignored) {
            taints.query(query);
        }
        return taints.found();
    }

    /** A statement that does nothing to any content, and is named for its rule. */
    private Effect noted(String target, Rule rule) {
        return new EffectBuilder(target, Effect.Kind.NOTE, Judgement.safe(rule, rule.title()), place)
                .trait(Trait.CATALOG, true).build();
    }

    private void createObject(Statement.CreateObject create) {
        String name = create.kind().equals("view") ? around.table(create.name()) : create.kind() + " " + create.name();
        String key = create.kind().equals("index") && create.name().contains(".") ? around.table(create.name()) : name;
        if (create.temporary()) {
            around.temporary(create.name());
        }
        switch (create.guard()) {
            case NONE -> op(Kind.CREATE, key, false, create.temporary() ? Rule.SESSION_TABLE : Rule.CREATE_UNGUARDED);
            case IF_NOT_EXISTS -> op(Kind.CREATE, key, true, Rule.CREATE_GUARDED);
            case OR_REPLACE -> op(Kind.REPLACE, key, true, Rule.CREATE_OR_REPLACE);
        }
        create.query().ifPresent(query -> around.view(create.name(), query));
        effects.add(noted(name, create.guard() == Guard.OR_REPLACE ? Rule.CREATE_OR_REPLACE : Rule.CREATE_GUARDED));
    }

    private void drop(Statement.Drop drop) {
        boolean holdsRows = drop.kind().equals("table");
        String name = holdsRows || drop.kind().equals("view")
                || drop.kind().equals("index") && drop.name().contains(".")
                        ? around.table(drop.name())
                        : drop.kind() + " " + drop.name();
        op(Kind.DROP, name, drop.ifExists(), drop.ifExists() ? Rule.DROP_GUARDED : Rule.DROP_UNGUARDED);
        if (holdsRows && !around.schema(name).external()) {
            effects.add(new EffectBuilder(name, Effect.Kind.RESET, Judgement.safe(Rule.DROP_GUARDED, "drops the table"),
                    place).trait(Trait.CATALOG, true)
                    .trait(Trait.TEMPORARY, around.isTemporary(drop.name())).build());
        } else {
            effects.add(noted(name, Rule.DROP_GUARDED));
        }
        around.unstaged(name);
    }

    private void rename(String from, String to, boolean atomic) {
        String source = around.table(from);
        String target = from.contains(".") && !to.contains(".")
                ? source.substring(0, source.lastIndexOf('.') + 1) + to
                : around.table(to);
        catalog.add(new CatalogOp(Kind.RENAME, source, target, false, Rule.SWAP_NOT_ATOMIC, place));
        effects.add(new EffectBuilder(target, Effect.Kind.MOVE,
                Judgement.safe(atomic ? Rule.SWAP_ATOMIC : Rule.SWAP_NOT_ATOMIC, "takes the rows of " + source), place)
                .reads(List.of(new Read(source, Region.ALL, Optional.empty(), true))).trait(Trait.CATALOG, true)
                .build());
        around.unstaged(source);
        around.unstaged(target);
    }

    private void alter(Statement.Alter alter) {
        if (!alter.target().startsWith("view ") && !alter.target().startsWith("index ")) {
            need(alter.target());
        }
        String target = around.table(alter.target());
        for (Change change : alter.changes()) {
            switch (change) {
                case Change.AddPartition(var partition, var guarded) -> {
                    op(Kind.CREATE, target + "/" + text(partition), guarded,
                            guarded ? Rule.ADD_PARTITION_GUARDED : Rule.ADD_PARTITION_UNGUARDED);
                    effects.add(noted(target, Rule.ADD_PARTITION_GUARDED));
                }
                case Change.DropPartition drop -> dropPartition(target, drop);
                case Change.AddMember(var kind, var name, var guarded) -> {
                    op(Kind.CREATE, target + "." + kind + " " + name, guarded, Rule.ADD_COLUMN_UNGUARDED);
                    effects.add(noted(target, Rule.CREATE_GUARDED));
                }
                case Change.DropMember(var kind, var name, var guarded) -> {
                    op(Kind.DROP, target + "." + kind + " " + name, guarded, Rule.DROP_UNGUARDED);
                    effects.add(noted(target, Rule.DROP_GUARDED));
                }
                case Change.RenameTo(var name) -> rename(alter.target(), name, false);
                case Change.RenameMember(var from, var to) -> {
                    catalog.add(new CatalogOp(Kind.RENAME, target + "." + from, target + "." + to, false,
                            Rule.SWAP_NOT_ATOMIC, place));
                    effects.add(noted(target, Rule.SWAP_NOT_ATOMIC));
                }
                case Change.Exchange(var other) -> exchange(target, around.table(other));
                case Change.SetProperty _ -> effects.add(noted(target, Rule.READ_ONLY));
            }
        }
    }

    private void exchange(String target, String other) {
        op(Kind.NEED, other, false, Rule.SWAP_NOT_ATOMIC);
        effects.add(new EffectBuilder(target, Effect.Kind.EXCHANGE,
                Judgement.unsafe(Rule.SWAP_NOT_ATOMIC,
                        "exchanges contents with " + other + ": a second run exchanges them back"),
                place)
                .reads(List.of(new Read(other, Region.ALL, Optional.empty(), true))).trait(Trait.CATALOG, true)
                .build());
        around.unstaged(target);
        around.unstaged(other);
    }

    private void dropPartition(String target, Change.DropPartition drop) {
        boolean exact = !drop.partition().isEmpty();
        // ClickHouse drops a partition that is not there without complaint.
        boolean guarded = drop.ifExists() || around.dialect() == Dialect.CLICKHOUSE;
        if (exact) {
            op(Kind.DROP, target + "/" + text(drop.partition()), guarded,
                    guarded ? Rule.DROP_PARTITION_GUARDED : Rule.DROP_PARTITION_UNGUARDED);
        }
        Region region = exact
                ? region(drop.partition())
                : Region.of(drop.predicate().map(p -> Predicates.exact(p, column -> true)).orElse(List.of()));
        boolean external = around.schema(target).external();
        Judgement again = external
                ? Judgement.safe(Rule.EXTERNAL_PARTITION_DROP, "the files of an external table stay")
                : Judgement.safe(Rule.DROP_PARTITION_GUARDED, "drops the partition");
        if (external) {
            effects.add(noted(target, Rule.EXTERNAL_PARTITION_DROP));
        } else {
            effects.add(new EffectBuilder(target, Effect.Kind.RESET, again, place).region(region)
                    .taints(tainted(drop.partition(), drop.predicate())).trait(Trait.CATALOG, true).build());
        }
        around.unstaged(target);
    }

    // ---- files

    private void load(Statement.Load load) {
        need(load.target());
        String target = around.table(load.target());
        TableSchema schema = around.schema(target);
        partition(load.partition())
                .ifPresent(part -> op(Kind.CREATE, target + "/" + part, true, Rule.ADD_PARTITION_GUARDED));
        EffectBuilder builder;
        if (load.consumesInput()) {
            builder = new EffectBuilder(target, Effect.Kind.APPEND,
                    Judgement.unsafe(Rule.LOAD_CONSUMES, "the load moves its files away: a second run finds none"),
                    place);
        } else if (load.remembersFiles()) {
            builder = new EffectBuilder(target, Effect.Kind.APPEND,
                    Judgement.conditional(Rule.LOAD_HISTORY, Condition.LOADHISTORY,
                            "files that were loaded before are skipped, as long as the engine remembers them"),
                    place)
                    .trait(Trait.REMEMBERS, true);
        } else {
            builder = switch (load.mode()) {
                case APPEND -> new EffectBuilder(target, Effect.Kind.APPEND,
                        Judgement.unsafe(Rule.LOAD_APPENDS,
                                "loads into " + target + ": a second run adds the rows again"),
                        place)
                        .trait(Trait.CONVERGES, true);
                case OVERWRITE -> new EffectBuilder(target, Effect.Kind.OVERWRITE,
                        Judgement.safe(Rule.OVERWRITE, "overwrites the region from files"), place)
                        .trait(Trait.CONVERGES, true);
                case REPLACE_BY_KEY, IGNORE_BY_KEY ->
                    new EffectBuilder(target, Effect.Kind.KEYED, loadedByKey(load, schema), place);
            };
        }
        effects.add(builder.region(region(load.partition())).build());
        around.unstaged(target);
    }

    private static Judgement loadedByKey(Statement.Load load, TableSchema schema) {
        boolean real = schema.keys().stream().anyMatch(key -> key.stream().noneMatch(schema.generated()::contains));
        Rule rule = load.mode() == Statement.LoadMode.REPLACE_BY_KEY ? Rule.REPLACE : Rule.DO_NOTHING;
        if (real) {
            return Judgement.safe(rule, "loads by the unique key of the table");
        }
        return schema.knownKeys()
                ? Judgement.unsafe(rule, "there is no unique key: the load appends")
                : Judgement.conditional(rule, Condition.KEY,
                        "resolves rows by a unique key, and appends where there is none");
    }

    private void export(Statement.Export export) {
        Query query = around.shallow().inline(export.source());
        List<Read> reads = Reads.of(query);
        needs(reads);
        Taints taints = new Taints(around.clockParameters());
        taints.query(query);
        taints.region(new Expr.Literal(export.path()));
        Judgement again = switch (export.mode()) {
            case REPLACES -> Judgement.conditional(Rule.EXTERNAL_PATH, Condition.EXTERNAL,
                    "replaces the files under " + export.path());
            case ADDS -> Judgement.unsafe(Rule.EXTERNAL_PATH,
                    "adds files under " + export.path() + ": a second run adds them again");
            case FAILS ->
                Judgement.unsafe(Rule.EXTERNAL_PATH, "fails when files are there already under " + export.path());
        };
        Effect.Kind kind = export.mode() == Statement.ExportMode.REPLACES ? Effect.Kind.KEYED : Effect.Kind.APPEND;
        effects.add(new EffectBuilder("file:" + export.path(), kind, again, place).reads(reads).taints(taints.found())
                .trait(Trait.RESIDUE, export.mode() != Statement.ExportMode.REPLACES).trait(Trait.CONVERGES, true)
                .build());
    }
}
