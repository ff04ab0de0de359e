// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Guard;
import dev.reprise.idempotency.sql.Statement.Transaction;
import dev.reprise.idempotency.sql.TableSchema;

/**
 * Reads one statement of any dialect. It knows the forms whose effect the analysis can judge; whatever else stands there
 * ends in {@link Unreadable}, never in a partial reading.
 */
final class StatementReader {
    private final TokenCursor in;
    private final Dialect dialect;
    private final QueryReader queries;
    private final ChangeReader changes;
    private final DefinitionReader definitions;
    private final TransferReader transfers;

    StatementReader(List<Token> tokens, Dialect dialect) {
        this.in = new TokenCursor(tokens);
        this.dialect = dialect;
        this.queries = new QueryReader(in, dialect, this::changing);
        this.changes = new ChangeReader(in, queries);
        this.definitions = new DefinitionReader(in, queries);
        this.transfers = new TransferReader(in, queries);
    }

    /** @return the statements that the text stands for: DROP TABLE a, b is two */
    List<Statement> read() {
        List<Statement> statements = statement();
        if (!in.atEnd()) {
            throw in.fail("the statement goes on where it should end");
        }
        return queries.runsScript()
                ? statements.stream().flatMap(StatementReader::targets)
                        .<Statement>map(target -> new Statement.Opaque("a script transforms the rows", target)).toList()
                : statements;
    }

    private static Stream<Optional<String>> targets(Statement statement) {
        return switch (statement) {
            case Statement.Insert insert -> Stream.of(Optional.of(insert.target()));
            case Statement.MultiInsert multi -> multi.branches().stream().map(branch -> Optional.of(branch.target()));
            case Statement.CreateTable create -> Stream.of(Optional.of(create.target()));
            default -> Stream.of(Optional.empty());
        };
    }

    /**
     * T-SQL: {@code IF OBJECT_ID('t') IS NOT NULL DROP TABLE t}, {@code IF NOT EXISTS (SELECT 1 FROM sys.tables WHERE name =
     * 't') CREATE TABLE t (...)}: what other engines write as IF [NOT] EXISTS.
     */
    private Optional<Statement> guarded() {
        int start = in.position();
        in.expect("if");
        try {
            Optional<ExistenceTest> test = ExistenceTest.of(queries.expressions().expr());
            boolean block = in.accept("begin");
            List<Statement> guarded = test.isEmpty()
                    ? List.of()
                    : in.is("drop", "table") ? definitions.drop() : in.is("create") ? definitions.create() : List.of();
            in.acceptOneOf(";");
            if (guarded.size() == 1 && (!block || in.accept("end"))) {
                Optional<Statement> one = test.flatMap(known -> known.guarding(guarded.getFirst()));
                if (one.isPresent()) {
                    return one;
                }
            }
        } catch (Unreadable ignored) {
            // Another IF: procedural code.
        }
        in.back(start);
        return Optional.empty();
    }

    private Statement changing() {
        return changes.change(in.peek().text()).orElseThrow(() -> in.fail("expected a statement"));
    }

    private List<Statement> statement() {
        Token head = in.peek();
        if (head.is("(") || head.is("select") || head.is("values")) {
            return List.of(selection());
        }
        if (head.is("with")) {
            return afterWith();
        }
        if (head.kind() != Kind.WORD) {
            throw in.fail("expected a statement");
        }
        if (dialect == Dialect.SPARK && in.is("replace", "table")) {
            return List.of(definitions.replaceTable());
        }
        Optional<Statement> change = changes.change(head.text());
        if (change.isPresent()) {
            return List.of(change.get());
        }
        if (head.is("if")) {
            Optional<Statement> guarded = guarded();
            if (guarded.isPresent()) {
                return List.of(guarded.get());
            }
        }
        return switch (head.text()) {
            case "from" -> new InsertReader(in, queries).multiInsert();
            case "create" -> definitions.create();
            case "drop" -> definitions.drop();
            case "alter" -> new AlterReader(in, queries, dialect).alter();
            case "truncate" -> definitions.truncate();
            case "rename" -> List.of(definitions.renameTables());
            case "exchange" -> List.of(definitions.exchangeTables());
            case "load", "copy", "unload", "export", "bulk" -> List.of(transfers.transfer());
            case "set" -> List.of(setting());
            case "use" -> use();
            case "begin", "start", "commit", "end", "rollback", "abort" -> List.of(transaction());
            case "explain" -> List.of(explain());
            case "show", "desc", "describe", "analyze", "analyse", "comment", "grant", "revoke", "list",
                    "add", "vacuum", "optimize",
                    "refresh", "invalidate", "msck", "cluster", "reindex", "pragma", "checkpoint", "lock", "unlock",
                    "reset", "uncache",
                    "help", "whoami", "print", "prompt", "compute", "flush", "setproject", "discard", "savepoint",
                    "release", "go", "quit", "exit",
                    "purge" -> {
                in.rest();
                yield List.of(new Statement.ReadOnly(Optional.empty()));
            }
            case "cache" -> List.of(cache());
            case "declare" -> dialect == Dialect.BIGQUERY ? declaredWords() : declared();
            case "call", "exec", "execute", "do", "prepare", "deallocate", "if", "while", "for", "loop",
                    "return", "delimiter",
                    "kill", "let", "raise", "signal", "waitfor" -> {
                in.rest();
                yield List.of(new Statement.Opaque(
                        "'" + head.text().toUpperCase(java.util.Locale.ROOT) + "' runs code that is not visible here"));
            }
            default -> {
                if (head.text().startsWith("@")) {
                    yield List.of(variable());
                }
                throw in.fail("expected a statement");
            }
        };
    }

    private Statement selection() {
        Query query = queries.query();
        if (in.accept("into")) {
            // The INTO of T-SQL and PostgreSQL stands inside the block; QueryReader stops in front of it.
            return selectInto(query);
        }
        return new Statement.ReadOnly(Optional.of(query));
    }

    private Statement selectInto(Query head) {
        if (in.isOneOf(0, List.of("outfile", "dumpfile"))) {
            in.next();
            String path = in.next().text();
            return new Statement.Export(path, Statement.ExportMode.FAILS, transfers.continued(head));
        }
        if (in.peek().text().startsWith("@") || in.is("strict")) {
            in.rest();
            return new Statement.ReadOnly(Optional.of(head));
        }
        boolean temporary = in.acceptOneOf("temp", "temporary");
        in.accept("table");
        String target = in.name();
        return new Statement.CreateTable(target, Guard.NONE, temporary || target.startsWith("#"), false,
                TableSchema.UNKNOWN,
                Optional.of(transfers.continued(head)));
    }

    private List<Statement> afterWith() {
        int start = in.position();
        List<Query.Cte> ctes = queries.with();
        Token head = in.peek();
        if (head.is("select") || head.is("(") || head.is("values")) {
            in.back(start);
            return List.of(selection());
        }
        if (head.is("from")) {
            return new InsertReader(in, queries).multiInsert().stream()
                    .map(statement -> changes.withCtes(statement, ctes)).toList();
        }
        Statement change = changes.change(head.text()).orElseThrow(() -> in.fail("expected a statement"));
        return List.of(changes.withCtes(change, ctes));
    }

    private Statement setting() {
        in.expect("set");
        in.acceptOneOf("session", "local", "global");
        if (in.accept("transaction") || in.is("role") || in.is("names")) {
            in.rest();
            return new Statement.ReadOnly(Optional.empty());
        }
        StringBuilder name = new StringBuilder();
        int end = in.peek().start();
        while (!in.atEnd() && !in.is("=") && !in.is(":=") && !in.is("to") && in.peek().start() == end) {
            end = in.peek().end();
            name.append(in.next().text());
        }
        boolean given = in.is("=") || in.is(":=") || in.is("to");
        if (!given && !in.atEnd()) {
            // SET NOCOUNT ON; anything longer is not a setting.
            Token value = in.next();
            if (!in.atEnd() || value.kind() == Kind.SYMBOL) {
                throw in.fail("expected = after the name of a setting");
            }
            return new Statement.SetOption(name.toString(), Optional.empty());
        }
        if (in.atEnd()) {
            return new Statement.SetOption(name.toString(), Optional.empty());
        }
        in.next();
        Expr value = value();
        return new Statement.SetOption(name.toString(), Optional.of(value));
    }

    /** Settings hold free text in Hive and MaxCompute; an expression is read where there is one. */
    private Expr value() {
        int start = in.position();
        try {
            Expr value = queries.expressions().expr();
            if (in.atEnd()) {
                return value;
            }
        } catch (Unreadable ignored) {
            // Free text: taken as it stands.
        }
        in.back(start);
        StringBuilder text = new StringBuilder("'");
        in.rest().forEach(token -> text.append(token.text()));
        return new Expr.Literal(text.append('\'').toString());
    }

    /** BigQuery: DECLARE a, b DATE DEFAULT x; the words have been marked as variables. */
    private List<Statement> declaredWords() {
        in.expect("declare");
        List<String> names = new ArrayList<>();
        do {
            names.add(in.next().text());
        } while (in.accept(","));
        while (!in.atEnd() && !in.is("default")) {
            in.next();
        }
        Optional<Expr> value = in.accept("default") ? Optional.of(queries.expressions().expr()) : Optional.empty();
        return names.stream().<Statement>map(name -> new Statement.SetOption(name, value)).toList();
    }

    /** T-SQL: DECLARE @day DATE = '2026-01-01', @n INT; anything else that is declared is code, or a table of the session. */
    private List<Statement> declared() {
        int start = in.position();
        in.expect("declare");
        List<Statement> variables = new ArrayList<>();
        boolean plain = dialect == Dialect.TSQL;
        do {
            plain &= in.peek().text().startsWith("@") && !in.isOneOf(1, List.of("table", "cursor"))
                    && !in.isOneOf(2, List.of("table", "cursor"));
            String name = in.next().text();
            while (plain && !in.atEnd() && !in.is("=") && !in.is(",")) {
                if (in.next().is("(")) {
                    in.skipParenthesis();
                }
            }
            boolean given = plain && in.accept("=");
            Optional<Expr> value = given ? Optional.of(queries.expressions().expr()) : Optional.empty();
            variables.add(new Statement.SetOption(name, value));
        } while (plain && in.accept(","));
        if (plain && in.atEnd()) {
            return List.copyOf(variables);
        }
        in.back(start);
        in.rest();
        return List.of(new Statement.Opaque("'DECLARE' runs code that is not visible here"));
    }

    private List<Statement> use() {
        in.expect("use");
        while (in.peek(1).kind() == Kind.WORD && !in.peek(1).is(".")) {
            in.next();
        }
        String name = in.atEnd() ? "" : in.name();
        in.rest();
        return List.of(new Statement.UseDatabase(name));
    }

    private Statement transaction() {
        String head = in.next().text();
        boolean plain = in.atEnd();
        boolean begins = head.equals("begin") || head.equals("start");
        if (!plain && begins && !in.isOneOf(0,
                List.of("transaction", "tran", "work", "deferred", "immediate", "exclusive", "isolation", "read"))) {
            in.rest();
            return new Statement.Opaque("a block of procedural code");
        }
        in.acceptOneOf("work", "transaction");
        if (in.accept("to")) {
            in.rest();
            return new Statement.Opaque("'ROLLBACK TO' undoes a part of what stands before it");
        }
        in.rest();
        if (begins) {
            return Transaction.BEGIN;
        }
        return head.equals("rollback") || head.equals("abort") ? Transaction.ROLLBACK : Transaction.COMMIT;
    }

    /** EXPLAIN ANALYZE runs what it explains. */
    private Statement explain() {
        in.expect("explain");
        boolean runs = in.isOneOf(0, List.of("analyze", "analyse", "(", "profile"));
        in.rest();
        return runs
                ? new Statement.Opaque("'EXPLAIN ANALYZE' runs what it explains")
                : new Statement.ReadOnly(Optional.empty());
    }

    private Statement cache() {
        in.expect("cache");
        in.accept("lazy");
        in.accept("table");
        String name = in.name();
        if (in.accept("options")) {
            in.expect("(");
            in.skipParenthesis();
        }
        in.accept("as");
        Optional<Query> query = queries.starts() ? Optional.of(queries.query()) : Optional.empty();
        return query.isEmpty()
                ? new Statement.ReadOnly(Optional.empty())
                : new Statement.CreateObject("view", name, Guard.OR_REPLACE, true, query);
    }

    private Statement variable() {
        String name = in.next().text();
        if (dialect == Dialect.ODPS) {
            while (!in.is(":=") && !in.atEnd()) {
                in.next();
            }
        }
        in.expect(":=");
        in.accept("cache", "on");
        if (queries.starts()) {
            return new Statement.Assign(name, queries.query());
        }
        Expr value = queries.expressions().expr();
        return new Statement.SetOption(name, Optional.of(value));
    }
}
