// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Cte;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Branch;
import dev.reprise.idempotency.sql.Statement.BranchAction;
import dev.reprise.idempotency.sql.Statement.Conflict;
import dev.reprise.idempotency.sql.Statement.Insert;
import dev.reprise.idempotency.sql.Statement.Match;
import dev.reprise.idempotency.sql.Statement.PartitionPart;
import dev.reprise.idempotency.sql.Statement.WriteMode;

/** Reads the statements that change rows: INSERT, REPLACE, UPDATE, DELETE, MERGE. */
final class ChangeReader {
    private final TokenCursor in;
    private final QueryReader queries;
    private final ExprReader expressions;

    ChangeReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.expressions = queries.expressions();
    }

    /** @return the statement that the word starts, or empty when it starts none of these */
    Optional<Statement> change(String head) {
        return switch (head) {
            case "insert", "replace", "upsert" -> Optional.of(insert());
            case "update" -> Optional.of(update());
            case "delete" -> Optional.of(delete());
            case "merge" -> Optional.of(merge());
            default -> Optional.empty();
        };
    }

    /** @return the statement with named subqueries in front of its own */
    Statement withCtes(Statement statement, List<Cte> ctes) {
        return switch (statement) {
            case Insert insert -> withCtes(insert, ctes);
            case Statement.MultiInsert multi ->
                new Statement.MultiInsert(multi.branches().stream().map(branch -> withCtes(branch, ctes)).toList());
            case Statement.Update update -> new Statement.Update(update.target(), update.scope(), update.assignments(),
                    update.from().stream().map(source -> inlined(source, ctes)).toList(),
                    update.where().map(w -> inlined(w, ctes)),
                    update.limited());
            case Statement.Delete delete -> new Statement.Delete(delete.target(), delete.scope(),
                    delete.using().stream().map(source -> inlined(source, ctes)).toList(),
                    delete.where().map(w -> inlined(w, ctes)),
                    delete.limited());
            case Statement.Merge merge ->
                new Statement.Merge(merge.target(), merge.scope(), inlined(merge.source(), ctes), merge.on(),
                        merge.branches());
            default -> throw in.fail("WITH before this statement is not read");
        };
    }

    private static Insert withCtes(Insert insert, List<Cte> ctes) {
        Query source = insert.source();
        List<Cte> all = new ArrayList<>(ctes);
        all.addAll(source.ctes());
        return new Insert(insert.target(), insert.mode(), insert.columns(), insert.partition(), insert.ifNotExists(),
                new Query(List.copyOf(all), source.body(), source.orderBy(), source.limit()), insert.conflict(),
                insert.replaceWhere(),
                insert.label());
    }

    /** A named subquery outside of a query is put where its name stands. */
    private static Source inlined(Source source, List<Cte> ctes) {
        return switch (source) {
            case Query.Table table -> ctes.stream()
                    .filter(cte -> cte.name().equals(table.name()) && cte.query().isPresent()).findFirst()
                    .<Source>map(cte -> new Query.Derived(named(cte, ctes), Optional.of(table.scope()))).orElse(table);
            case Query.Join join ->
                new Query.Join(inlined(join.left(), ctes), inlined(join.right(), ctes), join.kind(), join.on());
            case Query.Derived derived -> new Query.Derived(withCtes(derived.query(), ctes), derived.alias());
            case Query.Generated generated -> generated;
        };
    }

    private static Query named(Cte cte, List<Cte> ctes) {
        return withCtes(cte.query().orElseThrow(), ctes.subList(0, ctes.indexOf(cte)));
    }

    private static Query withCtes(Query query, List<Cte> ctes) {
        List<Cte> all = new ArrayList<>(ctes);
        all.addAll(query.ctes());
        return new Query(List.copyOf(all), query.body(), query.orderBy(), query.limit());
    }

    private static Expr inlined(Expr expr, List<Cte> ctes) {
        return switch (expr) {
            case Expr.Subquery(var query) -> new Expr.Subquery(withCtes(query, ctes));
            case Expr.Call(var name, var arguments) ->
                new Expr.Call(name, arguments.stream().map(argument -> inlined(argument, ctes)).toList());
            case Expr.Column _,Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Windowed _ -> expr;
        };
    }

    // ---- INSERT

    private Statement insert() {
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
        } else if (in.isOneOf(0, List.of("all", "first"))) {
            in.rest();
            return new Statement.Opaque("INSERT ALL writes to several tables at once");
        }
        if (in.accept("overwrite")) {
            mode = WriteMode.OVERWRITE;
            in.accept("into");
        } else {
            in.accept("into");
        }
        boolean local = in.is("local", "directory") && in.accept("local");
        if (in.is("directory") && (in.peek(1).kind() == Kind.STRING || in.peek(1).kind() == Kind.PARAMETER) || local) {
            return directory();
        }
        return target(mode, Optional.empty());
    }

    private Statement directory() {
        in.expect("directory");
        String path = in.next().text();
        while (!in.atEnd() && !queries.starts() && !in.is("from")) {
            in.next(); // row format and storage
        }
        return new Statement.Export(path, Statement.ExportMode.REPLACES, queries.query());
    }

    private Insert target(WriteMode written, Optional<List<Source>> from) {
        WriteMode mode = written;
        if (in.is("table") && !in.is("table", "(")) {
            in.next();
        }
        String target = in.name();
        List<PartitionPart> partition = in.is("partition") ? partition() : List.of();
        boolean ifNotExists = in.accept("if", "not", "exists");
        Optional<String> label = Optional.empty();
        if (in.accept("with", "label")) {
            label = Optional.of(in.next().text());
        }
        if (in.is("as") && in.peek(2).kind() != Kind.END && !in.isOneOf(1, List.of("select"))) {
            queries.alias();
        }
        List<String> columns = columns();
        partition = partition.isEmpty() && in.is("partition") ? partition() : partition;
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
        if (in.accept("output")) {
            while (!in.atEnd() && !queries.starts()) {
                in.next();
            }
        }
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
        returning();
        List<String> named = columns.equals(List.of("\0set")) ? setColumns : columns;
        return new Insert(target, mode, named, partition, ifNotExists, source, conflict, replaceWhere, label);
    }

    private List<String> setColumns = List.of();

    private Query rows() {
        if (in.accept("default", "values")) {
            return Query.of(new Query.Values(List.of(List.of())));
        }
        if (in.accept("set")) {
            List<Assignment> assignments = assignments();
            setColumns = assignments.stream().map(Assignment::column).toList();
            return Query.of(new Query.Values(List.of(assignments.stream().map(Assignment::value).toList())));
        }
        if (in.accept("values") || in.accept("value")) {
            return Query.of(queries.values());
        }
        if (in.is("exec") || in.is("execute")) {
            throw in.fail("the rows come from a procedure");
        }
        if (in.accept("format")) {
            throw in.fail("the rows follow in another format");
        }
        return queries.query();
    }

    private Query fromFirst(List<Source> from) {
        return queries.select(Optional.of(from));
    }

    private List<String> columns() {
        if (in.is("set") || !in.is("(") || queries.starts() || in.isOneOf(1, List.of("from"))) {
            return in.is("set") ? List.of("\0set") : List.of();
        }
        in.next();
        List<String> columns = new ArrayList<>();
        do {
            String name = in.name();
            columns.add(name.substring(name.lastIndexOf('.') + 1));
        } while (in.accept(","));
        in.expect(")");
        return List.copyOf(columns);
    }

    /** Reads PARTITION (key [= value], ...). */
    List<PartitionPart> partition() {
        in.expect("partition");
        in.expect("(");
        List<PartitionPart> parts = new ArrayList<>();
        do {
            String key = in.peek().kind() == Kind.STRING ? in.next().text() : in.name();
            boolean given = in.acceptOneOf("=", "==");
            parts.add(new PartitionPart(key, given ? Optional.of(expressions.expr()) : Optional.empty()));
        } while (in.acceptOneOf(",", "/"));
        in.expect(")");
        return List.copyOf(parts);
    }

    private Optional<Conflict> conflict() {
        if (in.accept("on", "duplicate", "key", "update")) {
            return Optional.of(new Conflict.DoUpdate(List.of(), assignments(), Optional.empty()));
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
        List<Assignment> assignments = assignments();
        Optional<Expr> where = in.accept("where") ? Optional.of(expressions.expr()) : Optional.empty();
        return Optional.of(new Conflict.DoUpdate(List.copyOf(keys), assignments, where));
    }

    /** Reads FROM sources INSERT ... INSERT ... */
    Statement multiInsert() {
        int start = in.position();
        List<Source> from = new ArrayList<>(queries.from());
        if (in.is("select")) {
            in.back(start);
            return new Statement.ReadOnly(Optional.of(queries.query()));
        }
        List<Insert> branches = new ArrayList<>();
        do {
            in.expect("insert");
            WriteMode mode = in.accept("overwrite") ? WriteMode.OVERWRITE : WriteMode.INTO;
            in.accept("into");
            if (in.is("directory") || in.is("local", "directory")) {
                throw in.fail("a directory as one of several targets is not read");
            }
            branches.add(target(mode, Optional.of(List.copyOf(from))));
        } while (in.is("insert"));
        return branches.size() == 1 ? branches.getFirst() : new Statement.MultiInsert(List.copyOf(branches));
    }

    // ---- UPDATE and DELETE

    private Statement update() {
        in.expect("update");
        while (in.acceptOneOf("low_priority", "ignore", "only")) {
            // Modifiers that do not change which rows end with which values.
        }
        boolean limited = top();
        if (in.accept("or")) {
            in.next();
        }
        List<Source> sources = queries.sources();
        in.expect("set");
        List<Assignment> assignments = assignments();
        if (in.accept("output")) {
            while (!in.atEnd() && !in.is("from") && !in.is("where")) {
                in.next();
            }
        }
        List<Source> from = in.is("from") ? queries.from() : List.of();
        Optional<Expr> where = where();
        limited |= limit();
        returning();
        return resolveUpdate(sources, assignments, from, where, limited);
    }

    private Statement resolveUpdate(List<Source> sources, List<Assignment> assignments, List<Source> from,
            Optional<Expr> where,
            boolean limited) {
        Query.Table first = firstTable(sources.getFirst());
        List<Source> others = new ArrayList<>();
        if (sources.getFirst() instanceof Query.Join || sources.size() > 1) {
            others.addAll(sources);
        }
        others.addAll(from);
        // T-SQL: UPDATE a SET ... FROM t a names the target by its alias.
        Optional<Query.Table> aliased = others.stream().flatMap(s -> tables(s).stream())
                .filter(table -> table.alias().isPresent() && table.scope().equals(first.name())).findFirst();
        Query.Table target = aliased.orElse(first);
        return new Statement.Update(target.name(), target.scope(), assignments, List.copyOf(others), where, limited);
    }

    private Query.Table firstTable(Source source) {
        List<Query.Table> tables = tables(source);
        if (tables.isEmpty()) {
            throw in.fail("the target is not a table");
        }
        return tables.getFirst();
    }

    static List<Query.Table> tables(Source source) {
        return switch (source) {
            case Query.Table table -> List.of(table);
            case Query.Join join ->
                java.util.stream.Stream.concat(tables(join.left()).stream(), tables(join.right()).stream()).toList();
            case Query.Derived _,Query.Generated _ -> List.of();
        };
    }

    List<Assignment> assignments() {
        List<Assignment> assignments = new ArrayList<>();
        do {
            if (in.accept("(")) {
                List<String> columns = new ArrayList<>();
                do {
                    columns.add(column());
                } while (in.accept(","));
                in.expect(")");
                in.expect("=");
                in.accept("row");
                Expr value = expressions.expr();
                for (int i = 0; i < columns.size(); i++) {
                    boolean row = value instanceof Expr.Call(var name, var _) && name.equals("row");
                    assignments.add(new Assignment(columns.get(i),
                            row && i < value.children().size()
                                    ? value.children().get(i)
                                    : Expr.call("element " + i, value)));
                }
            } else {
                String column = column();
                if (in.is("[")) {
                    throw in.fail("assignment to an element is not read");
                }
                if (in.isOneOf(0, List.of("+", "-", "*", "/", "|", "&")) && in.peek(1).is("=")) {
                    String operator = in.next().text();
                    in.expect("=");
                    assignments.add(new Assignment(column,
                            Expr.call(operator, new Expr.Column(Optional.empty(), column), expressions.expr())));
                } else {
                    if (!in.accept(":=")) {
                        in.expect("=");
                    }
                    assignments.add(new Assignment(column, expressions.expr()));
                }
            }
        } while (in.accept(","));
        return List.copyOf(assignments);
    }

    private String column() {
        String name = in.name();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private boolean top() {
        if (!in.accept("top")) {
            return false;
        }
        if (in.accept("(")) {
            in.skipParenthesis();
        } else {
            in.next();
        }
        return true;
    }

    private Optional<Expr> where() {
        return in.accept("where") ? Optional.of(expressions.expr()) : Optional.empty();
    }

    private boolean limit() {
        if (in.accept("order", "by")) {
            expressions.list();
        }
        if (!in.accept("limit")) {
            return false;
        }
        expressions.expr();
        return true;
    }

    private void returning() {
        if (in.accept("returning")) {
            while (!in.atEnd() && !in.is(")")) {
                Token token = in.next();
                if (token.is("(")) {
                    in.skipParenthesis();
                }
            }
        }
    }

    private Statement delete() {
        in.expect("delete");
        while (in.acceptOneOf("low_priority", "quick", "ignore")) {
            // Modifiers that do not change which rows are left.
        }
        boolean limited = top();
        Optional<String> named = Optional.empty();
        if (!in.is("from")) {
            named = Optional.of(in.name());
            if (in.accept(",")) {
                throw in.fail("DELETE from several tables is not read");
            }
        }
        List<Source> sources;
        if (in.accept("from")) {
            in.accept("only");
            sources = queries.sources();
        } else {
            Optional<String> alias = queries.alias();
            sources = List.of(new Query.Table(named.orElseThrow(), alias, false));
        }
        if (in.is("partition", "(")) {
            throw in.fail("DELETE FROM a partition by name is not read");
        }
        List<Source> using = new ArrayList<>();
        if (in.accept("using")) {
            using.addAll(queries.sources());
        } else if (in.is("from")) {
            using.addAll(queries.from());
        }
        if (in.accept("output")) {
            while (!in.atEnd() && !in.is("where")) {
                in.next();
            }
        }
        Optional<Expr> where = where();
        limited |= limit();
        returning();
        Query.Table first = firstTable(sources.getFirst());
        if (sources.getFirst() instanceof Query.Join || sources.size() > 1) {
            using.addAll(sources);
        }
        String target = named.orElse(first.name());
        Query.Table resolved = java.util.stream.Stream.concat(sources.stream(), using.stream())
                .flatMap(s -> tables(s).stream())
                .filter(table -> table.scope().equals(target)).findFirst().orElse(first);
        return new Statement.Delete(resolved.name(), resolved.scope(), List.copyOf(using), where, limited);
    }

    // ---- MERGE

    private Statement merge() {
        in.expect("merge");
        in.accept("into");
        String target = in.name();
        Optional<String> alias = queries.alias();
        if (in.accept("with", "(")) {
            in.skipParenthesis();
        }
        String scope = alias.orElse(target.substring(target.lastIndexOf('.') + 1));
        if (in.accept("key")) {
            return mergeKey(target);
        }
        in.expect("using");
        Source source = queries.source();
        in.expect("on");
        Expr on = expressions.expr();
        List<Branch> branches = new ArrayList<>();
        while (in.is("when")) {
            branches.addAll(branch());
        }
        if (branches.isEmpty()) {
            throw in.fail("expected WHEN");
        }
        if (in.accept("output")) {
            in.rest();
        }
        returning();
        return new Statement.Merge(target, scope, source, on, List.copyOf(branches));
    }

    /** H2: MERGE INTO t KEY (id) VALUES (...): replaces by key. */
    private Statement mergeKey(String target) {
        in.expect("(");
        List<String> keys = new ArrayList<>();
        do {
            keys.add(in.name());
        } while (in.accept(","));
        in.expect(")");
        List<String> columns = columns();
        Query source = in.accept("values") ? Query.of(queries.values()) : queries.query();
        return new Insert(target, WriteMode.REPLACE, columns, List.of(), false, source,
                Optional.of(new Conflict.DoUpdate(List.copyOf(keys), List.of(), Optional.empty())), Optional.empty(),
                Optional.empty());
    }

    private List<Branch> branch() {
        in.expect("when");
        boolean not = in.accept("not");
        in.expect("matched");
        Match match = not ? Match.NOT_MATCHED : Match.MATCHED;
        if (in.accept("by", "source")) {
            match = Match.NOT_MATCHED_BY_SOURCE;
        } else {
            in.accept("by", "target");
        }
        Optional<Expr> condition = in.accept("and") ? Optional.of(expressions.expr()) : Optional.empty();
        in.expect("then");
        if (in.accept("do", "nothing")) {
            return List.of(new Branch(match, condition, new BranchAction.Nothing()));
        }
        if (in.accept("delete")) {
            return List.of(new Branch(match, condition, new BranchAction.DeleteRow()));
        }
        if (in.accept("update")) {
            return updateBranch(match, condition);
        }
        in.expect("insert");
        return List.of(insertBranch(match, condition));
    }

    private List<Branch> updateBranch(Match match, Optional<Expr> given) {
        Optional<Expr> condition = given;
        in.expect("set");
        boolean all = in.accept("*");
        List<Assignment> assignments = all ? List.of() : assignments();
        // Oracle: a filter after the action, and a DELETE of what the update has just made.
        condition = and(condition, where());
        List<Branch> branches = new ArrayList<>();
        branches.add(new Branch(match, condition, new BranchAction.UpdateRow(assignments, all)));
        if (in.accept("delete")) {
            branches.addFirst(new Branch(match, and(condition, where()), new BranchAction.DeleteRow()));
        }
        return branches;
    }

    private Branch insertBranch(Match match, Optional<Expr> condition) {
        if (in.accept("*") || in.accept("row")) {
            return new Branch(match, condition, new BranchAction.InsertRow(List.of(), List.of(), true));
        }
        List<String> columns = columns();
        in.expect("values");
        in.expect("(");
        if (in.accept("*")) {
            in.expect(")");
            return new Branch(match, condition, new BranchAction.InsertRow(List.of(), List.of(), true));
        }
        List<Expr> values = expressions.list();
        in.expect(")");
        return new Branch(match, and(condition, where()), new BranchAction.InsertRow(columns, values, false));
    }

    private static Optional<Expr> and(Optional<Expr> a, Optional<Expr> b) {
        return a.isPresent() && b.isPresent() ? Optional.of(Expr.call("and", a.get(), b.get())) : a.isPresent() ? a : b;
    }
}
