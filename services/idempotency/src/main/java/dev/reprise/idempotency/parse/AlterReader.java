// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Change;
import dev.reprise.idempotency.sql.Statement.Guard;
import dev.reprise.idempotency.sql.Statement.PartitionPart;

/** Reads ALTER. */
final class AlterReader {
    private static final List<String> COLUMN_CLAUSES = List.of("type", "comment", "set", "drop", "first", "after");
    private static final List<String> ONCE = List.of("rename", "add", "drop", "swap", "remove", "attach", "detach");
    private final TokenCursor in;
    private final QueryReader queries;
    private final Dialect dialect;

    AlterReader(TokenCursor in, QueryReader queries, Dialect dialect) {
        this.in = in;
        this.queries = queries;
        this.dialect = dialect;
    }

    List<Statement> alter() {
        in.expect("alter");
        while (in.isOneOf(0, DefinitionReader.MODIFIERS)) {
            in.next();
        }
        String kind = in.namePart();
        if (!kind.equals("table")) {
            return List.of(alterObject(kind));
        }
        boolean ifExists = in.accept("if", "exists");
        in.accept("only");
        String target = in.name();
        in.skipCluster();
        if (ifExists && in.is("rename", "to")) {
            throw in.fail("a rename that may find nothing is not read");
        }
        if (in.is("partition")) {
            return List.of(alterPartition(target));
        }
        if (in.accept("update", "statistics")) {
            in.rest();
            return List.of(new Statement.Alter(target, List.of(new Change.SetProperty("statistics"))));
        }
        if (in.isOneOf(0, List.of("delete", "update"))) {
            return List.of(mutation(target));
        }
        if (in.accept("truncate", "partition")) {
            return List.of(new Statement.Truncate(target, truncated()));
        }
        if (in.isOneOf(0, List.of("replace", "attach")) && in.isOneOf(1, List.of("partition"))
                && dialect != Dialect.POSTGRES) {
            return List.of(copied(target));
        }
        List<Change> changes = new ArrayList<>();
        do {
            changes.addAll(change());
        } while (in.accept(",")
                || in.is("partition") && !changes.isEmpty() && changes.getLast() instanceof Change.AddPartition);
        return List.of(new Statement.Alter(target, List.copyOf(changes)));
    }

    /** MySQL, Oracle: ALTER TABLE t TRUNCATE PARTITION p1, p2. */
    private List<PartitionPart> truncated() {
        List<PartitionPart> parts = new ArrayList<>();
        do {
            parts.add(new PartitionPart(in.namePart(), Optional.empty()));
        } while (in.accept(","));
        while (in.acceptOneOf("drop", "reuse", "storage", "update", "global", "indexes")) {
            // Space and indexes are no rows.
        }
        return parts.equals(List.of(new PartitionPart("all", Optional.empty()))) ? List.of() : List.copyOf(parts);
    }

    /** ClickHouse: ALTER TABLE t REPLACE PARTITION p FROM s, and ATTACH, which leaves what is there. */
    private Statement copied(String target) {
        boolean replaces = in.next().is("replace");
        in.expect("partition");
        List<PartitionPart> partition = clickHousePartition();
        if (!in.accept("from")) {
            throw in.fail("where the partition comes from is not visible here: expected FROM");
        }
        Query.Table source = new Query.Table(in.name(), Optional.empty(), false);
        List<Expr> same = partition.stream()
                .<Expr>map(part -> Expr.call("=", new Expr.Column(Optional.empty(), part.key()),
                        part.value().orElseThrow()))
                .toList();
        Query rows = Query.of(new Query.Select(false,
                List.of(new Query.Item(new Expr.Star(Optional.empty()), Optional.empty())), List.of(source),
                same.stream().findFirst(), List.of(), Optional.empty()));
        return new Statement.Insert(target, replaces ? Statement.WriteMode.OVERWRITE : Statement.WriteMode.INTO,
                List.of(), partition, false, rows, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** A partition of ClickHouse by the value of its expression or by its id; empty for the whole table. */
    private List<PartitionPart> clickHousePartition() {
        if (in.accept("all") || in.accept("tuple", "(", ")")) {
            return List.of();
        }
        String key = in.accept("id") ? "partition id" : "partition";
        return List.of(new PartitionPart(key, Optional.of(queries.expressions().expr())));
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
        for (int ahead = 0; in.peek(ahead).kind() != Kind.END; ahead++) {
            if (in.isOneOf(ahead, ONCE)) {
                throw in.fail("ALTER " + kind.toUpperCase(Locale.ROOT) + " ... "
                        + in.peek(ahead).text().toUpperCase(Locale.ROOT) + " is not read");
            }
        }
        in.rest();
        return new Statement.ReadOnly(Optional.empty());
    }

    /** ClickHouse: ALTER TABLE t DELETE WHERE ..., ALTER TABLE t UPDATE a = b WHERE ... */
    private Statement mutation(String target) {
        String scope = target.substring(target.lastIndexOf('.') + 1);
        if (in.accept("delete")) {
            return new Statement.Delete(target, scope, List.of(), Optional.of(mutated()), false);
        }
        in.expect("update");
        List<Statement.Assignment> assignments = new ClauseReader(in, queries).assignments();
        return new Statement.Update(target, scope, assignments, List.of(), Optional.of(mutated()), false);
    }

    private Expr mutated() {
        Optional<Expr> within = Optional.empty();
        if (in.accept("in", "partition")) {
            within = clickHousePartition().stream().findFirst().map(part -> Expr.call("=",
                    new Expr.Column(Optional.empty(), part.key()), part.value().orElseThrow()));
        }
        in.expect("where");
        Expr where = queries.expressions().expr();
        if (in.accept("settings")) {
            in.rest();
        }
        return within.<Expr>map(partition -> Expr.call("and", partition, where)).orElse(where);
    }

    private Statement alterPartition(String target) {
        List<PartitionPart> parts = partition();
        if (in.accept("rename", "to")) {
            List<PartitionPart> to = partition();
            return new Statement.Alter(target, List.of(new Change.RenameMember(text(parts), text(to))));
        }
        if (!in.acceptOneOf("set", "change", "touch", "concatenate", "compact", "enable", "disable", "lifecycle")
                && !in.accept("merge", "smallfiles")) {
            throw in.fail("this change of a partition is not read");
        }
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
            case "attach" -> {
                in.expect("partition");
                String child = in.name();
                in.rest(); // FOR VALUES ...
                yield List.of(new Change.AddMember("partition", child, false));
            }
            case "detach" -> {
                in.expect("partition");
                if (dialect == Dialect.CLICKHOUSE) { // without complaint where it is not there
                    yield List.of(dropped(clickHousePartition(), true));
                }
                String child = in.name();
                in.acceptOneOf("concurrently", "finalize");
                yield List.of(new Change.DropMember("partition", child, false));
            }
            case "merge" -> {
                if (in.is("partition") || in.is("if", "exists")) {
                    throw in.fail("a merge of partitions moves their rows, and is not read");
                }
                in.rest();
                yield List.of(new Change.SetProperty(verb));
            }
            case "replace" -> { // Hive: the whole list of columns is set
                if (in.accept("with", "table")) {
                    yield List.of(new Change.Exchange(swapped()));
                }
                in.expect("columns");
                in.rest();
                yield List.of(new Change.SetProperty("columns"));
            }
            case "change" -> List.of(changeColumn());
            case "set", "modify", "alter", "comment", "enable", "disable", "owner", "unset", "touch",
                    "convert", "engine",
                    "auto_increment", "validate", "cluster", "changeowner", "lifecycle", "recover", "force", "replica",
                    "inherit",
                    "compact", "concatenate", "clustered", "skewed", "into", "not" -> {
                in.rest();
                yield List.of(new Change.SetProperty(verb));
            }
            default -> throw in.fail("ALTER TABLE ... " + verb.toUpperCase(Locale.ROOT) + " is not read");
        };
    }

    /** Doris: REPLACE WITH TABLE swaps, unless its properties say otherwise. */
    private String swapped() {
        String other = in.name();
        List<Token> properties = in.rest();
        if (properties.stream().anyMatch(token -> token.text().equals("'false'"))) {
            throw in.fail("REPLACE WITH TABLE that drops the other table is not read");
        }
        return other;
    }

    /** CHANGE a b INT renames; CHANGE a a INT and the clauses of Spark set a property of the column. */
    private Change changeColumn() {
        in.accept("column");
        String from = in.namePart();
        boolean clause = in.isOneOf(0, COLUMN_CLAUSES);
        String to = clause || in.atEnd() ? from : in.namePart();
        in.rest();
        return to.equals(from) ? new Change.SetProperty("change") : new Change.RenameMember(from, to);
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
        if (!in.is("partition", "(")) { // Doris: by name
            in.next();
            boolean named = in.accept("if", "not", "exists") || guarded;
            PartitionPart part = new PartitionPart(in.namePart(), Optional.empty());
            in.rest(); // VALUES ...
            return List.of(new Change.AddPartition(List.of(part), named));
        }
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

    private Change dropPartition(boolean before) {
        in.expect("partition");
        boolean guarded = in.accept("if", "exists") || before;
        if (dialect == Dialect.CLICKHOUSE && !in.is("(")) {
            return dropped(clickHousePartition(), guarded);
        }
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

    private static Change dropped(List<PartitionPart> partition, boolean guarded) {
        return new Change.DropPartition(partition, Optional.empty(), guarded);
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

    private List<PartitionPart> partition() {
        return new ClauseReader(in, queries).partition();
    }
}
