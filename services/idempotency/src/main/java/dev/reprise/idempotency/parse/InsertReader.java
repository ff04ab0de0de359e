// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Conflict;
import dev.reprise.idempotency.sql.Statement.Insert;
import dev.reprise.idempotency.sql.Statement.PartitionPart;
import dev.reprise.idempotency.sql.Statement.WriteMode;

/** Reads INSERT, REPLACE and the multi-insert of Hive. */
final class InsertReader {
    private final TokenCursor in;
    private final QueryReader queries;
    private final ExprReader expressions;
    private final ClauseReader clauses;
    private List<String> setColumns = List.of();

    InsertReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.expressions = queries.expressions();
        this.clauses = new ClauseReader(in, queries);
    }

    Statement insert() {
        String verb = in.next().text();
        while (in.acceptOneOf("low_priority", "delayed", "high_priority")) {
            // How the server schedules it says nothing about its effect.
        }
        WriteMode mode = verb.equals("replace") || verb.equals("upsert") ? WriteMode.REPLACE : WriteMode.INTO;
        if (in.accept("or")) {
            mode = switch (in.next().text()) {
                case "replace" -> WriteMode.REPLACE;
                case "ignore" -> WriteMode.IGNORE;
                case "overwrite" -> WriteMode.OVERWRITE;
                default -> WriteMode.INTO;
            };
        } else if (in.accept("ignore")) {
            mode = WriteMode.IGNORE;
        }
        if (in.accept("overwrite")) {
            mode = WriteMode.OVERWRITE;
        }
        if (in.isOneOf(0, List.of("all", "first")) && in.isOneOf(1, List.of("into", "when"))) {
            return new MultiTableReader(in, queries).inserts(mode);
        }
        in.accept("into");
        boolean local = in.is("local", "directory") && in.accept("local");
        if (in.is("directory") && (in.peek(1).kind() == Kind.STRING || in.peek(1).kind() == Kind.PARAMETER) || local) {
            in.expect("directory");
            return directory(queries::query);
        }
        return target(mode, Optional.empty());
    }

    private Statement directory(Supplier<Query> rows) {
        String path = in.next().text();
        while (!in.atEnd() && !queries.starts() && !in.is("from")) {
            in.next(); // row format and storage
        }
        return new Statement.Export(path, Statement.ExportMode.REPLACES, rows.get());
    }

    private Insert target(WriteMode written, Optional<List<Source>> from) {
        WriteMode mode = written;
        if (in.is("table") && !in.is("table", "(")) {
            in.next();
        }
        String target = in.name();
        List<PartitionPart> partition = in.is("partition") ? clauses.partition() : List.of();
        boolean ifNotExists = in.accept("if", "not", "exists");
        Optional<String> label = Optional.empty();
        if (in.accept("with", "label")) {
            label = Optional.of(in.next().text());
        }
        if (in.is("as") && in.peek(2).kind() != Kind.END && !in.isOneOf(1, List.of("select"))) {
            queries.alias();
        }
        List<String> columns = clauses.columns();
        partition = partition.isEmpty() && in.is("partition") ? clauses.partition() : partition;
        ifNotExists |= in.accept("if", "not", "exists");
        in.accept("by", "name");
        if (in.accept("overriding")) {
            in.next();
            in.expect("value");
        }
        Optional<Expr> replaceWhere = Optional.empty();
        if (in.accept("replace", "where")) {
            replaceWhere = Optional.of(expressions.expr());
        }
        clauses.output(queries::starts);
        if (in.accept("settings")) {
            while (!in.atEnd() && !queries.starts()) {
                in.next();
            }
        }
        Query source = from.isPresent() ? fromFirst(from.get()) : rows();
        if (in.accept("as")) {
            in.namePart();
        }
        Optional<Conflict> conflict = conflict();
        clauses.returning();
        List<String> named = columns.equals(List.of("\0set")) ? setColumns : columns;
        return new Insert(target, mode, named, partition, ifNotExists, source, conflict, replaceWhere, label);
    }

    private Query rows() {
        if (in.accept("default", "values")) {
            return Query.of(new Query.Values(List.of(List.of())));
        }
        if (in.accept("set")) {
            List<Assignment> assignments = clauses.assignments();
            setColumns = assignments.stream().map(Assignment::column).toList();
            return Query.of(new Query.Values(List.of(assignments.stream().map(Assignment::value).toList())));
        }
        if (in.accept("values") || in.accept("value")) {
            return Query.of(queries.values());
        }
        if (in.is("exec") || in.is("execute")) {
            throw in.fail("the rows come from a procedure");
        }
        if (in.is("format") || in.is("from", "infile")) {
            in.rest(); // ClickHouse: rows in another format, here or in a file
            return Query.of(new Query.Values(List.of(List.of(new Expr.Parameter("rows in another format")))));
        }
        return queries.query();
    }

    private Query fromFirst(List<Source> from) {
        return queries.tail(queries.select(Optional.of(from)));
    }

    private Optional<Conflict> conflict() {
        if (in.accept("on", "duplicate", "key", "update")) {
            return Optional.of(new Conflict.DoUpdate(List.of(), clauses.assignments(), Optional.empty()));
        }
        if (!in.accept("on", "conflict")) {
            return Optional.empty();
        }
        List<String> keys = new ArrayList<>();
        if (in.accept("on", "constraint")) {
            keys.add("constraint " + in.namePart());
        } else if (in.accept("(")) {
            do {
                Expr key = expressions.expr();
                keys.add(key instanceof Expr.Column column ? column.name() : key.text());
            } while (in.accept(","));
            in.expect(")");
            if (in.accept("where")) {
                expressions.expr();
            }
        }
        in.expect("do");
        if (in.accept("nothing")) {
            return Optional.of(new Conflict.DoNothing(List.copyOf(keys)));
        }
        in.expect("update");
        in.expect("set");
        List<Assignment> assignments = clauses.assignments();
        Optional<Expr> where = in.accept("where") ? Optional.of(expressions.expr()) : Optional.empty();
        return Optional.of(new Conflict.DoUpdate(List.copyOf(keys), assignments, where));
    }

    /** Reads FROM sources INSERT ... INSERT ...; directories among the targets are statements of their own. */
    List<Statement> multiInsert() {
        int start = in.position();
        List<Source> from = new ArrayList<>(queries.from());
        if (in.is("select")) {
            in.back(start);
            return List.of(new Statement.ReadOnly(Optional.of(queries.query())));
        }
        List<Statement> directories = new ArrayList<>();
        List<Insert> branches = new ArrayList<>();
        do {
            in.expect("insert");
            WriteMode mode = in.accept("overwrite") ? WriteMode.OVERWRITE : WriteMode.INTO;
            in.accept("into");
            if (in.accept("local", "directory") || in.is("directory") && !in.is("directory", "select")) {
                in.accept("directory");
                directories.add(directory(() -> fromFirst(from)));
            } else {
                branches.add(target(mode, Optional.of(List.copyOf(from))));
            }
        } while (in.is("insert"));
        if (!branches.isEmpty()) {
            // The directories come first: they read the sources as they are before any branch.
            directories
                    .add(branches.size() == 1
                            ? branches.getFirst()
                            : new Statement.MultiInsert(List.copyOf(branches), false));
        }
        return List.copyOf(directories);
    }
}
