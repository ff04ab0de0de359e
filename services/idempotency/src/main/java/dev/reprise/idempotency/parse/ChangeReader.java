// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Cte;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Insert;

/** Reads the statements that change rows; UPDATE and DELETE itself, the others by their own readers. */
final class ChangeReader {
    private final TokenCursor in;
    private final QueryReader queries;
    private final ExprReader expressions;
    private final ClauseReader clauses;

    ChangeReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.expressions = queries.expressions();
        this.clauses = new ClauseReader(in, queries);
    }

    /** @return the statement that the word starts, or empty when it starts none of these */
    Optional<Statement> change(String head) {
        return switch (head) {
            case "insert", "replace", "upsert" -> Optional.of(new InsertReader(in, queries).insert());
            case "update" -> Optional.of(update());
            case "delete" -> Optional.of(delete());
            case "merge" -> Optional.of(new MergeReader(in, queries).merge());
            default -> Optional.empty();
        };
    }

    /** @return the statement with named subqueries in front of its own */
    Statement withCtes(Statement statement, List<Cte> ctes) {
        return switch (statement) {
            case Insert insert -> withCtes(insert, ctes);
            case Statement.MultiInsert multi ->
                new Statement.MultiInsert(multi.branches().stream().map(branch -> withCtes(branch, ctes)).toList(),
                        multi.atomic());
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

    private static Query withCtes(Query query, List<Cte> ctes) {
        List<Cte> all = new ArrayList<>(ctes);
        all.addAll(query.ctes());
        return new Query(List.copyOf(all), query.body(), query.orderBy(), query.limit());
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

    private static Expr inlined(Expr expr, List<Cte> ctes) {
        return switch (expr) {
            case Expr.Subquery(var query) -> new Expr.Subquery(withCtes(query, ctes));
            case Expr.Call(var name, var arguments) ->
                new Expr.Call(name, arguments.stream().map(argument -> inlined(argument, ctes)).toList());
            case Expr.Column _,Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Windowed _ -> expr;
        };
    }

    private static Query named(Cte cte, List<Cte> ctes) {
        return withCtes(cte.query().orElseThrow(), ctes.subList(0, ctes.indexOf(cte)));
    }

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
        List<Assignment> assignments = clauses.assignments();
        clauses.output(() -> in.is("from") || in.is("where"));
        List<Source> from = in.is("from") ? queries.from() : List.of();
        Optional<Expr> where = clauses.where();
        limited |= limit();
        clauses.returning();
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
        Optional<Expr> partition = Optional.empty();
        if (in.accept("from")) {
            in.accept("only");
            int start = in.position();
            String table = in.is("(") ? "" : in.name();
            partition = in.is("partition", "(") ? Optional.of(namedPartitions()) : Optional.empty();
            if (partition.isEmpty()) {
                in.back(start);
            }
            sources = partition.isEmpty()
                    ? queries.sources()
                    : List.of(new Query.Table(table, queries.alias(), false));
        } else {
            partition = in.is("partition", "(") ? Optional.of(namedPartitions()) : Optional.empty();
            sources = List.of(new Query.Table(named.orElseThrow(), queries.alias(), false));
        }
        List<Source> using = new ArrayList<>();
        if (in.accept("using")) {
            using.addAll(queries.sources());
        } else if (in.is("from")) {
            using.addAll(queries.from());
        }
        clauses.output(() -> in.is("where"));
        Optional<Expr> where = both(partition, clauses.where());
        limited |= limit();
        clauses.returning();
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

    /** MySQL, Oracle: {@code PARTITION (p1, p2)} behind the table, as a condition on the name of a row's partition. */
    private Expr namedPartitions() {
        List<Expr> terms = new ArrayList<>(List.of(new Expr.Column(Optional.empty(), "partition")));
        for (Statement.PartitionPart part : clauses.partition()) {
            if (part.value().isPresent()) {
                throw in.fail("DELETE FROM a partition by value is not read");
            }
            terms.add(new Expr.Literal("'" + part.key() + "'"));
        }
        return new Expr.Call("in", List.copyOf(terms));
    }

    private static Optional<Expr> both(Optional<Expr> one, Optional<Expr> other) {
        return one.isPresent() && other.isPresent()
                ? Optional.of(Expr.call("and", one.get(), other.get()))
                : one.or(() -> other);
    }
}
