// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Body;
import dev.reprise.idempotency.sql.Query.Cte;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Generated;
import dev.reprise.idempotency.sql.Query.Item;
import dev.reprise.idempotency.sql.Query.Join;
import dev.reprise.idempotency.sql.Query.JoinKind;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetKind;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Query.Values;
import dev.reprise.idempotency.sql.Statement;

/** Reads queries: select blocks, set operations, common table expressions, sources and joins. */
final class QueryReader {
    /** Words that cannot be an alias without AS, because a clause may start with them here. */
    private static final Set<String> CLAUSES = Set.of("from", "where", "group", "having", "order", "limit", "union",
            "except", "intersect", "minus", "on", "using", "join", "inner", "left", "right", "full", "cross", "natural",
            "straight_join", "lateral", "window", "qualify", "sort", "cluster", "distribute", "insert", "select", "set",
            "when", "values", "fetch", "offset", "for", "into", "tablesample", "partition", "as", "and", "or",
            "returning",
            "outer", "anti", "semi", "with", "pivot",
            "unpivot", "overwrite", "apply", "start", "connect", "then", "not", "replace", "do", "output", "option",
            "use", "force", "ignore");
    /** What may follow a query in parentheses inside of others. */
    private static final List<String> AFTER_QUERY = List.of(")", "union", "except", "intersect", "minus", "order",
            "sort", "cluster", "distribute", "limit", "offset", "fetch", "for");
    private static final Set<String> CLICKHOUSE_CLAUSES = Set.of("final", "sample", "settings", "format", "prewhere",
            "global", "any", "all", "asof");
    private final boolean clickhouse;
    private final TokenCursor in;
    private final ExprReader expressions;
    private final Supplier<Statement> action;
    private boolean runsScript;

    /**
     * @param in tokens
     * @param dialect of the text
     * @param action reads a data-changing statement inside WITH
     */
    QueryReader(TokenCursor in, Dialect dialect, Supplier<Statement> action) {
        this.clickhouse = dialect == Dialect.CLICKHOUSE;
        this.in = in;
        this.action = action;
        this.expressions = new ExprReader(in, this::query);
    }

    ExprReader expressions() {
        return expressions;
    }

    /** @return whether a query starts here, possibly in parentheses */
    boolean starts() {
        int ahead = 0;
        while (in.peek(ahead).is("(")) {
            ahead++;
        }
        return in.isOneOf(ahead, List.of("select", "with", "values")) || ahead == 0 && in.is("table")
                || ahead > 0 && in.isOneOf(ahead, List.of("from"));
    }

    Query query() {
        in.enter();
        List<Cte> ctes = with();
        Query result = setOperations();
        in.leave();
        List<Cte> all = new ArrayList<>(ctes);
        all.addAll(result.ctes());
        return new Query(List.copyOf(all), result.body(), result.orderBy(), result.limit());
    }

    List<Cte> with() {
        if (!in.accept("with")) {
            return List.of();
        }
        in.accept("recursive");
        List<Cte> ctes = new ArrayList<>();
        do {
            String name = in.namePart();
            if (in.accept("(")) {
                in.skipParenthesis();
            }
            in.expect("as");
            if (in.accept("not", "materialized") || in.accept("materialized")) {
                // A hint to the planner only.
            }
            in.expect("(");
            if (in.isOneOf(0, List.of("insert", "update", "delete", "merge"))) {
                ctes.add(new Cte(name, Optional.empty(), Optional.of(action.get())));
            } else {
                ctes.add(new Cte(name, Optional.of(query()), Optional.empty()));
            }
            in.expect(")");
        } while (in.accept(","));
        return List.copyOf(ctes);
    }

    private Query setOperations() {
        Query left = term();
        while (in.isOneOf(0, List.of("union", "except", "intersect", "minus"))) {
            String word = in.next().text();
            boolean all = in.accept("all");
            if (!all) {
                in.accept("distinct");
            }
            in.accept("by", "name");
            SetKind kind = switch (word) {
                case "union" -> all ? SetKind.UNION_ALL : SetKind.UNION;
                case "intersect" -> SetKind.INTERSECT;
                default -> SetKind.EXCEPT;
            };
            left = Query.of(new SetOperation(kind, left, term()));
        }
        return tail(left);
    }

    Query tail(Query query) {
        List<Expr> order = query.orderBy();
        Optional<Expr> limit = query.limit();
        while (true) {
            if (in.accept("order", "by")) {
                order = expressions.list();
            } else if (in.accept("sort", "by") || in.accept("cluster", "by") || in.accept("distribute", "by")) {
                expressions.list(); // places rows in files, does not choose them
            } else if (in.accept("limit")) {
                limit = Optional.of(in.accept("all") ? new Expr.Literal("all") : expressions.expr());
                if (in.accept(",")) {
                    limit = Optional.of(expressions.expr());
                }
                if (limit.get().text().equals("all")) {
                    limit = Optional.empty();
                }
            } else if (in.accept("offset")) {
                Expr offset = expressions.expr();
                in.acceptOneOf("row", "rows");
                limit = limit.isPresent() ? limit : Optional.of(offset);
            } else if (in.accept("fetch")) {
                in.acceptOneOf("first", "next");
                limit = Optional.of(in.isOneOf(0, List.of("row", "rows")) ? new Expr.Literal("1") : expressions.expr());
                in.acceptOneOf("row", "rows");
                if (!in.accept("only")) {
                    in.expect("with");
                    in.expect("ties");
                }
            } else if (in.is("for") && in.isOneOf(1, List.of("update", "share", "no", "key"))) {
                in.rest();
            } else {
                return new Query(query.ctes(), query.body(), order, limit);
            }
        }
    }

    private Query term() {
        if (in.accept("(")) {
            in.enter();
            Query inner = query();
            in.expect(")");
            in.leave();
            return inner;
        }
        if (in.accept("values")) {
            Body rows = values();
            if (in.is("as")) {
                aliasWithColumns();
            }
            return Query.of(rows);
        }
        if (in.accept("table")) {
            return Query.of(new Select(false, List.of(new Item(new Expr.Star(Optional.empty()), Optional.empty())),
                    List.of(new Table(in.name(), Optional.empty(), false)), Optional.empty(), List.of(),
                    Optional.empty()));
        }
        if (in.is("from")) {
            List<Source> from = from();
            return select(Optional.of(from));
        }
        return select(Optional.empty());
    }

    Body values() {
        List<List<Expr>> rows = new ArrayList<>();
        do {
            if (in.accept("row") || in.is("(")) {
                in.expect("(");
                rows.add(in.is(")") ? List.of() : expressions.list());
                in.expect(")");
            } else {
                rows.add(List.of(expressions.expr()));
            }
        } while (in.accept(",") || in.is("("));
        return new Values(List.copyOf(rows));
    }

    /** Reads a select block; {@code given} are the sources of a FROM that was written first. */
    Query select(Optional<List<Source>> given) {
        if (!in.isOneOf(0, List.of("map", "reduce")) || !transforms()) {
            in.expect("select");
        }
        Optional<Expr> limit = Optional.empty();
        boolean distinct = false;
        while (true) {
            if (in.accept("distinct")) {
                distinct = true;
                if (in.accept("on")) {
                    in.expect("(");
                    expressions.list();
                    in.expect(")");
                }
            } else if (in.accept("top")) {
                limit = Optional.of(in.accept("(") ? closed(expressions.expr()) : new Expr.Literal(in.next().text()));
                in.accept("percent");
                in.accept("with", "ties");
            } else if (in.is("all", ".")
                    || !in.acceptOneOf("all", "straight_join", "sql_calc_found_rows", "high_priority")) {
                break;
            }
        }
        List<Item> items = transforms() ? transformed() : items();
        List<Source> from = given.isPresent() ? given.get() : in.is("from") ? from() : List.of();
        from = given.isPresent() ? lateralViews(from) : from;
        Optional<Expr> where = in.accept("prewhere") ? Optional.of(expressions.expr()) : Optional.empty();
        if (in.accept("where")) {
            Expr condition = expressions.expr();
            where = Optional.of(where.isPresent() ? Expr.call("and", where.get(), condition) : condition);
        }
        List<Expr> groupBy = in.accept("group", "by") ? groupBy() : List.of();
        Optional<Expr> having = in.accept("having") ? Optional.of(expressions.expr()) : Optional.empty();
        if (in.accept("window")) {
            do {
                in.namePart();
                in.expect("as");
                in.expect("(");
                in.skipParenthesis();
            } while (in.accept(","));
        }
        if (in.accept("qualify")) {
            Expr condition = expressions.expr();
            having = Optional.of(having.isPresent() ? Expr.call("and", having.get(), condition) : condition);
        }
        return new Query(List.of(), new Select(distinct, items, from, where, groupBy, having), List.of(), limit);
    }

    /** Hive and Spark: TRANSFORM (...), MAP ... or REDUCE ... with a program behind USING. */
    private boolean transforms() {
        boolean word = in.is("transform", "(") || in.isOneOf(0, List.of("map", "reduce"))
                && List.of(Kind.WORD, Kind.NAME, Kind.STRING, Kind.NUMBER).contains(in.peek(1).kind());
        for (int i = 1; word && in.peek(i).kind() != Kind.END && !in.peek(i).is("from"); i++) {
            if (in.peek(i).is("using") && in.peek(i + 1).kind() == Kind.STRING) {
                return true;
            }
        }
        return false;
    }

    /** What the program makes of the rows is not visible here: the statement as a whole is opaque. */
    private List<Item> transformed() {
        runsScript = true;
        String word = in.next().text();
        boolean closed = word.equals("transform") && in.accept("(");
        List<Item> arguments = items();
        if (closed) {
            in.expect(")");
        }
        rowFormat();
        in.expect("using");
        Expr program = new Expr.Literal(in.next().text());
        if (in.accept("as")) {
            if (in.accept("(")) {
                in.skipParenthesis();
            } else {
                do {
                    in.namePart();
                    while (in.peek().kind() == Kind.WORD && !in.isOneOf(0, List.of("row", "recordreader"))
                            && !CLAUSES.contains(in.peek().text())) {
                        in.next(); // the type of the column
                    }
                } while (in.accept(","));
            }
        }
        rowFormat();
        List<Expr> values = new ArrayList<>(List.of(program));
        arguments.forEach(argument -> values.add(argument.expr()));
        return List.of(new Item(new Expr.Call("transform", List.copyOf(values)), Optional.empty()));
    }

    private void rowFormat() {
        if (in.is("row", "format") || in.isOneOf(0, List.of("recordwriter", "recordreader"))) {
            while (!in.atEnd() && !in.isOneOf(0, List.of("using", "as", "from", "insert", "where", ")"))) {
                if (in.next().is("(")) {
                    in.skipParenthesis();
                }
            }
        }
    }

    /** @return whether a program outside the text makes rows in one of the queries read so far */
    boolean runsScript() {
        return runsScript;
    }

    private Expr closed(Expr inner) {
        in.expect(")");
        return inner;
    }

    private List<Expr> groupBy() {
        if (in.accept("all")) {
            return List.of(new Expr.Star(Optional.empty()));
        }
        List<Expr> keys = expressions.list();
        if (in.accept("grouping", "sets")) {
            in.expect("(");
            in.skipParenthesis();
        }
        if (in.is("with") && in.isOneOf(1, List.of("rollup", "cube", "totals"))) {
            in.next();
            in.next();
        }
        return keys;
    }

    private List<Item> items() {
        List<Item> items = new ArrayList<>();
        do {
            if (in.is("from") && !items.isEmpty()) {
                break; // a trailing comma
            }
            Expr expr = expressions.expr();
            items.add(new Item(expr, alias()));
        } while (in.accept(","));
        return List.copyOf(items);
    }

    Optional<String> alias() {
        if (in.accept("as")) {
            if (in.accept("(")) {
                in.skipParenthesis();
                return Optional.empty();
            }
            Token token = in.peek();
            if (token.kind() == Kind.STRING) {
                return Optional.of(unquoted(in.next().text()));
            }
            return Optional.of(in.namePart());
        }
        Token token = in.peek();
        boolean free = token.kind() == Kind.NAME || token.kind() == Kind.WORD && !CLAUSES.contains(token.text());
        boolean own = clickhouse && CLICKHOUSE_CLAUSES.contains(token.text()) || transforms();
        return free && !own ? Optional.of(in.next().text()) : Optional.empty();
    }

    private static String unquoted(String text) {
        return text.substring(1, text.length() - 1).toLowerCase(java.util.Locale.ROOT);
    }

    List<Source> from() {
        in.expect("from");
        return sources();
    }

    List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        do {
            sources.add(source());
        } while (in.accept(","));
        return List.copyOf(sources);
    }

    private List<Source> lateralViews(List<Source> from) {
        List<Source> all = new ArrayList<>(from);
        while (in.is("lateral", "view")) {
            all.add(lateralView());
        }
        return List.copyOf(all);
    }

    Source source() {
        in.enter();
        Source left = single();
        while (true) {
            if (in.is("lateral", "view")) {
                left = new Join(left, lateralView(), JoinKind.CROSS, Optional.empty());
            } else {
                Optional<JoinKind> kind = joinKind();
                if (kind.isEmpty()) {
                    in.leave();
                    return left;
                }
                left = join(left, kind.get());
            }
        }
    }

    private Source join(Source left, JoinKind kind) {
        Source right = single();
        if (in.accept("on")) {
            return new Join(left, right, kind, Optional.of(expressions.expr()));
        }
        if (in.accept("using")) {
            in.expect("(");
            List<Expr> equalities = new ArrayList<>();
            for (Expr column : expressions.list()) {
                if (column instanceof Expr.Column(var _, var name)) {
                    equalities.add(Expr.call("=", new Expr.Column(scopeOf(left), name),
                            new Expr.Column(scopeOf(right), name)));
                }
            }
            in.expect(")");
            return new Join(left, right, kind, Optional.of(new Expr.Call("and", List.copyOf(equalities))));
        }
        return new Join(left, right, kind, Optional.empty());
    }

    static Optional<String> scopeOf(Source source) {
        return switch (source) {
            case Table table -> Optional.of(table.scope());
            case Derived derived -> derived.alias();
            case Generated generated -> generated.alias();
            case Join join -> scopeOf(join.left());
        };
    }

    private Optional<JoinKind> joinKind() {
        int start = in.position();
        JoinKind kind = JoinKind.INNER;
        boolean seen = false;
        while (in.isOneOf(0,
                List.of("inner", "left", "right", "full", "cross", "natural", "outer", "semi", "anti", "straight_join",
                        "asof",
                        "global", "any", "all"))) {
            seen = true;
            kind = switch (in.next().text()) {
                case "left" -> JoinKind.LEFT;
                case "right" -> JoinKind.RIGHT;
                case "full" -> JoinKind.FULL;
                case "cross" -> JoinKind.CROSS;
                case "semi" -> JoinKind.SEMI;
                case "anti" -> JoinKind.ANTI;
                default -> kind;
            };
        }
        if (in.accept("join")) {
            return Optional.of(kind);
        }
        if (seen && in.accept("apply")) {
            return Optional.of(JoinKind.CROSS);
        }
        if (seen && in.position() > 0 && in.peek(-1).is("straight_join")) {
            return Optional.of(JoinKind.INNER);
        }
        in.back(start);
        return Optional.empty();
    }

    private Source lateralView() {
        in.expect("lateral", "view");
        in.accept("outer");
        Expr call = expressions.expr();
        Optional<String> alias = in.is("as") ? Optional.empty() : alias();
        if (in.accept("as")) {
            do {
                in.namePart();
            } while (in.accept(","));
        }
        return new Generated(call, alias);
    }

    private Source single() {
        boolean lateral = in.is("lateral") && !in.is("lateral", "view") && in.accept("lateral");
        if (in.is("(")) {
            return parenthesised();
        }
        if (in.is("unnest", "(") || in.is("table", "(") || lateral && !in.is("(")) {
            Expr call = expressions.expr();
            if (in.accept("with")) {
                in.acceptOneOf("ordinality", "offset");
            }
            return new Generated(call, aliasWithColumns());
        }
        if (in.is("values")) {
            in.next();
            return new Derived(Query.of(values()), aliasWithColumns());
        }
        in.accept("only");
        String name = in.name();
        if (in.is("(") && !in.is("(", "nolock")) {
            in.next();
            List<Expr> arguments = in.is(")") ? List.of() : expressions.list();
            in.expect(")");
            return new Generated(new Expr.Call(name, arguments), aliasWithColumns());
        }
        return tableTail(name);
    }

    private Source tableTail(String name) {
        boolean sampled = false;
        if (in.is("partition", "(")) {
            in.next();
            in.next();
            in.skipParenthesis();
        }
        if (in.accept("for", "system_time", "as", "of") || in.accept("for", "timestamp", "as", "of")
                || in.accept("version", "as", "of")
                || in.accept("timestamp", "as", "of")) {
            expressions.expr();
        }
        sampled |= sample();
        Optional<String> alias = aliasWithColumns();
        in.accept("final");
        sampled |= sample();
        if (in.accept("with", "(")) {
            in.skipParenthesis(); // T-SQL table hints
        }
        while (in.isOneOf(0, List.of("use", "force", "ignore")) && in.isOneOf(1, List.of("index", "key"))) {
            in.next();
            in.next();
            in.expect("(");
            in.skipParenthesis();
        }
        if (in.isOneOf(0, List.of("pivot", "unpivot"))) {
            throw in.fail("PIVOT is not read");
        }
        return new Table(name, alias, sampled);
    }

    private boolean sample() {
        if (!in.acceptOneOf("tablesample", "sample")) {
            return false;
        }
        while (in.peek().kind() == Kind.WORD && !in.is("as")) {
            in.next();
        }
        if (in.accept("(")) {
            in.skipParenthesis();
        } else if (in.peek().kind() == Kind.NUMBER) {
            in.next();
        }
        if (in.accept("repeatable") && in.accept("(")) {
            in.skipParenthesis();
            return false; // seeded
        }
        return true;
    }

    private Source parenthesised() {
        in.expect("(");
        in.enter();
        Source inner = starts() && !joinsInside() || in.is("from") ? new Derived(query(), Optional.empty()) : source();
        in.expect(")");
        in.leave();
        Optional<String> alias = aliasWithColumns();
        return switch (inner) {
            case Derived derived -> new Derived(derived.query(), alias);
            case Table table -> alias.isPresent() ? new Table(table.name(), alias, table.sampled()) : table;
            case Generated _,Join _ -> inner;
        };
    }

    /** ((SELECT ...) a JOIN b ...) starts like a query in two parentheses. */
    private boolean joinsInside() {
        if (!in.is("(")) {
            return false;
        }
        int open = 0;
        for (int i = 0; in.peek(i).kind() != Kind.END; i++) {
            open += in.peek(i).is("(") ? 1 : in.peek(i).is(")") ? -1 : 0;
            if (open == 0) {
                return in.peek(i + 1).kind() != Kind.END && !in.isOneOf(i + 1, AFTER_QUERY);
            }
        }
        return false;
    }

    private Optional<String> aliasWithColumns() {
        Optional<String> alias = alias();
        if (alias.isPresent() && in.is("(")) {
            in.next();
            in.skipParenthesis();
        }
        return alias;
    }
}
