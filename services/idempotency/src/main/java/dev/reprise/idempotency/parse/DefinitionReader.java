// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Change;
import dev.reprise.idempotency.sql.Statement.Guard;
import dev.reprise.idempotency.sql.Statement.PartitionPart;
import dev.reprise.idempotency.sql.TableSchema;
import dev.reprise.idempotency.sql.TableSchema.RowResolution;

/** Reads DDL: CREATE, DROP, ALTER, TRUNCATE, RENAME. */
final class DefinitionReader {
    private static final List<String> MODIFIERS = List.of("temporary", "temp", "external", "transient", "global",
            "local", "unlogged",
            "unique", "materialized", "recursive", "volatile", "multiset", "secure", "fulltext", "spatial", "bitmap",
            "clustered",
            "nonclustered", "foreign", "virtual", "private", "dynamic", "aggregate", "algorithm", "concurrently",
            "iceberg", "hybrid", "streaming",
            "live", "managed", "immutable", "managed", "columnstore", "force", "editionable", "noneditionable",
            "public");
    private final TokenCursor in;
    private final QueryReader queries;

    DefinitionReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
    }

    List<Statement> create() {
        in.expect("create");
        Guard guard = in.accept("or", "replace") || in.accept("or", "alter") ? Guard.OR_REPLACE : Guard.NONE;
        Set<String> modifiers = new HashSet<>();
        while (in.isOneOf(0, MODIFIERS)) {
            String word = in.next().text();
            modifiers.add(word);
            if (word.equals("algorithm")) {
                in.expect("=");
                in.next();
            }
        }
        boolean temporary = modifiers.contains("temporary") || modifiers.contains("temp")
                || modifiers.contains("volatile");
        String kind = in.namePart();
        if (kind.equals("or") && in.is("replace")) {
            throw in.fail("expected what to create");
        }
        if (!kind.equals("table")) {
            return List.of(object(kind, guard, temporary));
        }
        Guard tableGuard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : guard;
        String name = in.name();
        tableGuard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : tableGuard;
        return List.of(table(name, tableGuard, temporary || name.startsWith("#"), modifiers.contains("external")));
    }

    private Statement object(String kind, Guard given, boolean temporary) {
        in.accept("concurrently");
        Guard guard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : given;
        if (kind.equals("view")) {
            String name = in.name();
            guard = in.accept("if", "not", "exists") ? Guard.IF_NOT_EXISTS : guard;
            while (!in.atEnd() && !in.is("as")) {
                if (in.next().is("(")) {
                    in.skipParenthesis();
                }
            }
            if (!in.accept("as")) {
                return new Statement.CreateObject(kind, name, guard, temporary, Optional.empty());
            }
            Query query = queries.query();
            in.rest(); // WITH CHECK OPTION, WITH NO DATA
            return new Statement.CreateObject(kind, name, guard, temporary, Optional.of(query));
        }
        String name = in.atEnd() || in.is("on") ? "" : in.name();
        String owner = "";
        if (kind.equals("index") && in.accept("on")) {
            in.accept("table");
            owner = in.name() + ".";
        }
        in.rest();
        return new Statement.CreateObject(kind, owner + name, guard, temporary, Optional.empty());
    }

    private Statement table(String name, Guard guard, boolean temporary, boolean external) {
        TableSchema schema = TableSchema.UNKNOWN;
        if (in.accept("like") || in.accept("clone") || in.accept("shallow", "clone") || in.accept("deep", "clone")
                || in.accept("copy")) {
            in.name();
            in.rest();
            return new Statement.CreateTable(name, guard, temporary, false, schema, Optional.empty());
        }
        SchemaReader reader = new SchemaReader();
        if (in.is("(") && !(in.isOneOf(1, List.of("select", "with", "like")))) {
            in.next();
            schema = reader.columns(in.skipParenthesis());
        } else if (in.is("(", "like")) {
            in.next();
            in.skipParenthesis();
        }
        boolean onCommitDrop = false;
        List<Token> options = new ArrayList<>();
        while (!in.atEnd()) {
            if (in.is("as")
                    && (in.isOneOf(1, List.of("select", "with", "from", "values", "table")) || in.peek(1).is("("))) {
                in.next();
                break;
            }
            if (in.isOneOf(0, List.of("select", "with")) && queries.starts() && !in.is("with", "(")
                    && in.is("select")) {
                break;
            }
            onCommitDrop |= in.is("on", "commit", "drop");
            options.add(in.next());
        }
        schema = reader.options(schema, options, external);
        Optional<Query> query = in.atEnd() ? Optional.empty() : Optional.of(queries.query());
        if (query.isPresent() && in.accept("with")) {
            in.rest(); // WITH [NO] DATA
        }
        return new Statement.CreateTable(name, guard, temporary, onCommitDrop, schema, query);
    }

    List<Statement> drop() {
        in.expect("drop");
        while (in.isOneOf(0, MODIFIERS)) {
            in.next();
        }
        String kind = in.namePart();
        in.accept("concurrently");
        boolean ifExists = in.accept("if", "exists");
        List<Statement> drops = new ArrayList<>();
        do {
            String name = in.name();
            if (in.is("(")) {
                in.next();
                in.skipParenthesis();
            }
            ifExists |= in.accept("if", "exists");
            if (kind.equals("index") && in.accept("on")) {
                name = in.name() + "." + name;
            }
            drops.add(new Statement.Drop(kind, name, ifExists));
        } while (in.accept(","));
        while (in.acceptOneOf("cascade", "restrict", "purge", "constraints", "force", "sync", "no", "delay")) {
            // How thoroughly it is dropped.
        }
        return List.copyOf(drops);
    }

    List<Statement> truncate() {
        in.expect("truncate");
        in.accept("table");
        boolean ifExists = in.accept("if", "exists");
        in.accept("only");
        List<Statement> statements = new ArrayList<>();
        do {
            String name = in.name();
            List<PartitionPart> partition = in.is("partition") ? partition() : List.of();
            statements.add(new Statement.Truncate(name, partition));
            while (in.is(",") && in.is(",", "partition")) {
                in.next();
                statements.add(new Statement.Truncate(name, partition()));
            }
        } while (in.accept(","));
        while (in.acceptOneOf("restart", "continue", "identity", "cascade", "restrict", "drop", "reuse", "storage",
                "force")) {
            // Sequences are judged where they are drawn from.
        }
        return ifExists ? List.copyOf(statements) : List.copyOf(statements);
    }

    private List<PartitionPart> partition() {
        return new ChangeReader(in, queries).partition();
    }

    Statement renameTables() {
        in.expect("rename");
        in.acceptOneOf("table", "tables");
        List<Statement.Rename.Pair> pairs = new ArrayList<>();
        do {
            String from = in.name();
            in.expect("to");
            pairs.add(new Statement.Rename.Pair(from, in.name()));
        } while (in.accept(","));
        return new Statement.Rename(List.copyOf(pairs));
    }

    // ---- ALTER

    List<Statement> alter() {
        in.expect("alter");
        while (in.isOneOf(0, MODIFIERS)) {
            in.next();
        }
        String kind = in.namePart();
        if (!kind.equals("table")) {
            return List.of(alterObject(kind));
        }
        boolean ifExists = in.accept("if", "exists");
        in.accept("only");
        String target = in.name();
        if (ifExists && in.is("rename", "to")) {
            throw in.fail("a rename that may find nothing is not read");
        }
        if (in.is("partition")) {
            return List.of(alterPartition(target));
        }
        if (in.isOneOf(0, List.of("delete", "update"))) {
            return List.of(mutation(target));
        }
        List<Change> changes = new ArrayList<>();
        do {
            changes.addAll(change());
        } while (in.accept(",")
                || in.is("partition") && !changes.isEmpty() && changes.getLast() instanceof Change.AddPartition);
        return List.of(new Statement.Alter(target, List.copyOf(changes)));
    }

    private Statement alterObject(String kind) {
        if (kind.equals("view") || kind.equals("index") || kind.equals("sequence") || kind.equals("materialized")) {
            in.accept("if", "exists");
            String name = in.name();
            if (in.accept("rename", "to")) {
                return new Statement.Alter(kind + " " + name, List.of(new Change.RenameTo(kind + " " + in.name())));
            }
            if (kind.equals("view") && in.accept("as")) {
                return new Statement.CreateObject(kind, name, Guard.OR_REPLACE, false, Optional.of(queries.query()));
            }
            if (kind.equals("sequence") && in.is("restart")) {
                in.rest();
                return new Statement.Alter(name, List.of(new Change.SetProperty("restart")));
            }
        }
        in.rest();
        return new Statement.ReadOnly(Optional.empty());
    }

    /** ClickHouse: ALTER TABLE t DELETE WHERE ..., ALTER TABLE t UPDATE a = b WHERE ... */
    private Statement mutation(String target) {
        String scope = target.substring(target.lastIndexOf('.') + 1);
        if (in.accept("delete")) {
            in.expect("where");
            return new Statement.Delete(target, scope, List.of(), Optional.of(queries.expressions().expr()), false);
        }
        in.expect("update");
        List<Statement.Assignment> assignments = new ChangeReader(in, queries).assignments();
        in.expect("where");
        return new Statement.Update(target, scope, assignments, List.of(), Optional.of(queries.expressions().expr()),
                false);
    }

    private Statement alterPartition(String target) {
        List<PartitionPart> parts = partition();
        if (in.accept("rename", "to")) {
            List<PartitionPart> to = partition();
            return new Statement.Alter(target, List.of(new Change.RenameMember(text(parts), text(to))));
        }
        in.acceptOneOf("set", "change", "touch", "concatenate", "merge", "compact");
        in.rest();
        return new Statement.Alter(target, List.of(new Change.SetProperty("partition " + text(parts))));
    }

    static String text(List<PartitionPart> parts) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.key()).append('=').append(part.value().map(Expr::text).orElse("*"))
                .append('/'));
        return text.toString();
    }

    private List<Change> change() {
        if (in.is("partition")) {
            return addPartitions(true);
        }
        String verb = in.namePart();
        return switch (verb) {
            case "add" -> add();
            case "drop" -> dropMember();
            case "rename" -> rename();
            case "exchange" -> {
                in.expect("partition");
                if (in.is("(")) {
                    in.next();
                    in.skipParenthesis();
                } else {
                    in.namePart();
                }
                in.expect("with");
                in.expect("table");
                String other = in.name();
                in.rest();
                yield List.of(new Change.Exchange(other));
            }
            case "swap" -> {
                in.expect("with");
                yield List.of(new Change.Exchange(in.name()));
            }
            case "truncate" -> throw in.fail("TRUNCATE PARTITION inside ALTER is not read");
            case "set", "change", "modify", "alter", "comment", "enable", "disable", "owner", "unset", "touch", "merge",
                    "convert", "engine",
                    "auto_increment", "validate", "cluster", "changeowner", "lifecycle", "recover", "force", "replica",
                    "inherit",
                    "compact", "concatenate", "clustered", "not" -> {
                in.rest();
                yield List.of(new Change.SetProperty(verb));
            }
            default -> throw in.fail("ALTER TABLE ... " + verb.toUpperCase(Locale.ROOT) + " is not read");
        };
    }

    private List<Change> add() {
        boolean guarded = in.accept("if", "not", "exists");
        if (in.is("partition")) {
            return addPartitions(guarded);
        }
        if (in.acceptOneOf("column", "columns")) {
            guarded |= in.accept("if", "not", "exists");
            return columns(guarded);
        }
        if (in.isOneOf(0, List.of("constraint", "index", "key", "unique", "primary", "foreign", "fulltext", "check"))) {
            String kind = in.next().text();
            guarded |= in.accept("if", "not", "exists");
            String name = in.is("(") || in.is("key") ? kind : in.namePart();
            in.rest();
            return List.of(new Change.AddMember(kind, name, guarded));
        }
        return columns(guarded);
    }

    private List<Change> columns(boolean guarded) {
        List<Change> changes = new ArrayList<>();
        if (in.accept("(")) {
            for (String name : new SchemaReader().columns(in.skipParenthesis()).columns()) {
                changes.add(new Change.AddMember("column", name, guarded));
            }
            in.acceptOneOf("cascade", "restrict");
            return List.copyOf(changes);
        }
        changes.add(new Change.AddMember("column", in.namePart(), guarded));
        while (!in.atEnd() && !in.is(",")) {
            if (in.next().is("(")) {
                in.skipParenthesis();
            }
        }
        return List.copyOf(changes);
    }

    private List<Change> addPartitions(boolean guarded) {
        List<Change> changes = new ArrayList<>();
        do {
            changes.add(new Change.AddPartition(partition(), guarded));
            if (in.accept("location")) {
                in.next();
            }
        } while (in.is("partition"));
        return List.copyOf(changes);
    }

    private List<Change> dropMember() {
        boolean guarded = in.accept("if", "exists");
        if (in.is("partition")) {
            List<Change> changes = new ArrayList<>();
            do {
                changes.add(dropPartition(guarded));
            } while (in.accept(",") && in.is("partition"));
            while (in.acceptOneOf("purge", "cascade", "ignore", "protection")) {
                // Whether the trash keeps a copy.
            }
            return List.copyOf(changes);
        }
        String kind = in.isOneOf(0, List.of("column", "columns", "constraint", "index", "key", "primary", "foreign"))
                ? in.next().text()
                : "column";
        guarded |= in.accept("if", "exists");
        if (in.accept("(")) {
            in.skipParenthesis();
            in.rest();
            return List.of(new Change.DropMember(kind, "*", guarded));
        }
        String name = in.atEnd() ? kind : in.namePart();
        in.acceptOneOf("cascade", "restrict");
        return List.of(new Change.DropMember(kind, name, guarded));
    }

    private Change dropPartition(boolean guarded) {
        in.expect("partition");
        if (!in.is("(")) {
            String name = in.peek().kind() == Kind.STRING ? in.next().text() : in.namePart();
            return new Change.DropPartition(
                    List.of(new PartitionPart("partition", Optional.of(new Expr.Literal("'" + name + "'")))),
                    Optional.empty(), guarded);
        }
        in.expect("(");
        List<Expr> terms = queries.expressions().list();
        in.expect(")");
        List<PartitionPart> parts = new ArrayList<>();
        for (Expr term : terms) {
            if (term instanceof Expr.Call(var name, var arguments) && name.equals("=")
                    && arguments.getFirst() instanceof Expr.Column column) {
                parts.add(new PartitionPart(column.name(), Optional.of(arguments.get(1))));
            }
        }
        Optional<Expr> predicate = terms.size() == 1
                ? Optional.of(terms.getFirst())
                : Optional.of(new Expr.Call("and", terms));
        return parts.size() == terms.size()
                ? new Change.DropPartition(List.copyOf(parts), Optional.empty(), guarded)
                : new Change.DropPartition(List.of(), predicate, guarded);
    }

    private List<Change> rename() {
        if (in.acceptOneOf("to", "as")) {
            return List.of(new Change.RenameTo(in.name()));
        }
        in.acceptOneOf("column", "constraint", "index", "key", "partition");
        String from = in.namePart();
        if (in.atEnd()) {
            return List.of(new Change.RenameTo(from)); // MySQL: RENAME b
        }
        in.expect("to");
        return List.of(new Change.RenameMember(from, in.namePart()));
    }

    // ---- table definitions

    /** Reads what a definition says of keys, generated columns and the row model. */
    static final class SchemaReader {
        TableSchema columns(List<Token> tokens) {
            List<String> columns = new ArrayList<>();
            List<Set<String>> keys = new ArrayList<>();
            Set<String> generated = new HashSet<>();
            Set<String> notNull = new HashSet<>();
            for (List<Token> part : split(tokens)) {
                if (part.isEmpty()) {
                    continue;
                }
                String first = part.getFirst().text();
                if (part.getFirst().kind() == Kind.WORD && List.of("primary", "unique", "constraint", "key", "index",
                        "foreign", "check", "fulltext", "like", "period",
                        "watermark", "exclude").contains(first)) {
                    if (has(part, "primary", "key") || has(part, "unique")) {
                        keys.add(names(part));
                    }
                    if (has(part, "primary", "key")) {
                        notNull.addAll(names(part));
                    }
                } else {
                    columns.add(first);
                    if (has(part, "primary", "key") || has(part, "unique")) {
                        keys.add(Set.of(first));
                    }
                    if (has(part, "primary", "key") || has(part, "not", "null")) {
                        notNull.add(first);
                    }
                    if (has(part, "auto_increment") || has(part, "autoincrement") || has(part, "identity")
                            || has(part, "serial")
                            || has(part, "bigserial") || has(part, "smallserial") || has(part, "nextval")
                            || has(part, "as", "identity")
                            || has(part, "gen_random_uuid") || has(part, "uuid_generate_v4")) {
                        generated.add(first);
                    }
                }
            }
            return new TableSchema(List.copyOf(columns), List.copyOf(keys), Set.copyOf(generated), Set.copyOf(notNull),
                    !columns.isEmpty(),
                    false, Optional.empty());
        }

        TableSchema options(TableSchema schema, List<Token> options, boolean external) {
            List<Set<String>> keys = new ArrayList<>(schema.keys());
            Optional<RowResolution> model = Optional.empty();
            String text = options.stream().map(Token::text).reduce("", (a, b) -> a + " " + b);
            if (text.contains("replacingmergetree") || text.contains("collapsingmergetree")) {
                model = Optional.of(RowResolution.EVENTUAL);
            } else if (text.contains("summingmergetree") || text.contains("aggregate key")) {
                model = Optional.of(RowResolution.SUMMING);
            } else if (text.contains("mergetree") || text.contains("duplicate key")) {
                model = Optional.of(RowResolution.DUPLICATE);
            } else if (text.contains("unique key") || text.contains("primary key")) {
                model = Optional.of(RowResolution.UPSERT);
            } else if (text.contains("'transactional' = 'true'") && !keys.isEmpty()) {
                model = Optional.of(RowResolution.UPSERT);
            }
            for (int i = 0; i + 2 < options.size(); i++) {
                if ((options.get(i).is("unique") || options.get(i).is("primary")) && options.get(i + 1).is("key")) {
                    keys.add(names(options.subList(i + 2, options.size())));
                }
            }
            List<String> columns = new ArrayList<>(schema.columns());
            for (int i = 0; i + 2 < options.size(); i++) {
                if (options.get(i).is("partitioned") && options.get(i + 1).is("by") && options.get(i + 2).is("(")) {
                    int close = i + 3;
                    for (int open = 1; close < options.size() && open > 0; close++) {
                        open += options.get(close).is("(") ? 1 : options.get(close).is(")") ? -1 : 0;
                    }
                    split(options.subList(i + 3, close - 1)).stream().filter(p -> !p.isEmpty())
                            .map(p -> p.getFirst().text())
                            .filter(c -> !columns.contains(c)).forEach(columns::add);
                }
            }
            return new TableSchema(schema.columns().isEmpty() ? List.of() : List.copyOf(columns), List.copyOf(keys),
                    schema.generated(), schema.notNull(), schema.knownKeys(),
                    external, model);
        }

        private static Set<String> names(List<Token> part) {
            Set<String> names = new HashSet<>();
            boolean inside = false;
            for (Token token : part) {
                if (token.is("(")) {
                    inside = true;
                } else if (token.is(")")) {
                    break;
                } else if (inside && (token.kind() == Kind.WORD || token.kind() == Kind.NAME) && !token.is("asc")
                        && !token.is("desc")) {
                    names.add(token.text());
                }
            }
            return Set.copyOf(names);
        }

        private static boolean has(List<Token> part, String... words) {
            for (int i = 0; i + words.length <= part.size(); i++) {
                boolean all = true;
                for (int j = 0; j < words.length; j++) {
                    all &= part.get(i + j).is(words[j]);
                }
                if (all) {
                    return true;
                }
            }
            return false;
        }

        private static List<List<Token>> split(List<Token> tokens) {
            List<List<Token>> parts = new ArrayList<>();
            int open = 0;
            List<Token> part = new ArrayList<>();
            for (Token token : tokens) {
                open += token.is("(") || token.is("<") ? 1 : token.is(")") || token.is(">") ? -1 : 0;
                if (open == 0 && token.is(",")) {
                    parts.add(part);
                    part = new ArrayList<>();
                } else {
                    part.add(token);
                }
            }
            parts.add(part);
            return parts;
        }
    }
}
