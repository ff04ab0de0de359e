// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Export;
import dev.reprise.idempotency.sql.Statement.ExportMode;
import dev.reprise.idempotency.sql.Statement.Load;
import dev.reprise.idempotency.sql.Statement.LoadMode;
import dev.reprise.idempotency.sql.Statement.PartitionPart;

/** Reads bulk transfer: LOAD, COPY, UNLOAD, EXPORT. */
final class TransferReader {
    private final TokenCursor in;
    private final QueryReader queries;
    private final ClauseReader clauses;

    TransferReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.clauses = new ClauseReader(in, queries);
    }

    Statement transfer() {
        return switch (in.peek().text()) {
            case "load" -> load();
            case "copy" -> copy();
            case "unload" -> unload();
            case "bulk" -> bulk();
            default -> export();
        };
    }

    /** The rest of a SELECT whose INTO has been read: the select list is in {@code head}, the sources follow. */
    Query continued(Query head) {
        if (!in.is("from") || !(head.body() instanceof Query.Select select)) {
            in.rest();
            return head;
        }
        List<Query.Source> from = queries.from();
        Optional<Expr> where = in.accept("where") ? Optional.of(queries.expressions().expr()) : Optional.empty();
        List<Expr> groupBy = in.accept("group", "by") ? queries.expressions().list() : List.of();
        List<Expr> orderBy = in.accept("order", "by") ? queries.expressions().list() : List.of();
        return new Query(head.ctes(),
                new Query.Select(select.distinct(), select.items(), from, where, groupBy, Optional.empty()), orderBy,
                head.limit());
    }

    private Statement load() {
        in.expect("load");
        if (in.accept("data")) {
            boolean local = in.accept("local");
            if (in.accept("inpath")) {
                in.next();
                LoadMode mode = in.accept("overwrite") ? LoadMode.OVERWRITE : LoadMode.APPEND;
                in.expect("into");
                in.accept("table");
                String target = in.name();
                List<PartitionPart> partition = in.is("partition") ? clauses.partition() : List.of();
                in.rest();
                return new Load(target, mode, partition, !local, false);
            }
            if (in.isOneOf(0, List.of("infile", "low_priority", "concurrent"))) {
                return infile();
            }
        }
        if (in.isOneOf(0, List.of("label"))) {
            throw in.fail("a broker load is not read");
        }
        LoadMode mode = in.accept("overwrite") ? LoadMode.OVERWRITE : LoadMode.APPEND;
        in.accept("into");
        in.accept("table");
        String target = in.name();
        List<PartitionPart> partition = in.is("partition") ? clauses.partition() : List.of();
        while (!in.atEnd() && !in.is("from")) {
            in.next();
        }
        in.expect("from");
        in.rest();
        return new Load(target, mode, partition, false, false);
    }

    /** T-SQL: BULK INSERT t FROM 'file'. */
    private Statement bulk() {
        in.expect("bulk", "insert");
        String target = in.name();
        in.expect("from");
        in.rest();
        return new Load(target, LoadMode.APPEND, List.of(), false, false);
    }

    private Statement infile() {
        in.acceptOneOf("low_priority", "concurrent");
        in.accept("local");
        in.expect("infile");
        in.next();
        LoadMode mode = in.accept("replace")
                ? LoadMode.REPLACE_BY_KEY
                : in.accept("ignore") ? LoadMode.IGNORE_BY_KEY : LoadMode.APPEND;
        in.expect("into");
        in.expect("table");
        String target = in.name();
        in.rest();
        return new Load(target, mode, List.of(), false, false);
    }

    private Statement copy() {
        in.expect("copy");
        if (in.accept("into")) {
            return copyInto();
        }
        if (in.accept("(")) {
            Query query = queries.query();
            in.expect(")");
            return copyTo(query);
        }
        String target = in.name();
        if (in.accept("(")) {
            in.skipParenthesis();
        }
        if (in.accept("from")) {
            in.rest();
            return new Load(target, LoadMode.APPEND, List.of(), false, false);
        }
        return copyTo(tableQuery(target));
    }

    private Statement copyTo(Query query) {
        in.expect("to");
        String path = in.next().text();
        in.rest();
        return path.equals("stdout")
                ? new Statement.ReadOnly(Optional.of(query))
                : new Export(path, ExportMode.REPLACES, query);
    }

    /** Snowflake and Databricks: files already loaded are remembered and skipped, unless forced. */
    private Statement copyInto() {
        Token first = in.peek();
        if (first.text().startsWith("@") || first.kind() == Kind.STRING) {
            in.next();
            while (!in.atEnd() && !in.is("from")) {
                in.next();
            }
            in.expect("from");
            Query query;
            if (in.accept("(")) {
                query = queries.query();
                in.expect(")");
            } else {
                query = tableQuery(in.name());
            }
            boolean replaces = option("overwrite");
            return new Export(first.text(), replaces ? ExportMode.REPLACES : ExportMode.FAILS, query);
        }
        String target = in.name();
        if (in.accept("(")) {
            in.skipParenthesis();
        }
        in.expect("from");
        boolean forced = option("force");
        return new Load(target, LoadMode.APPEND, List.of(), false, !forced);
    }

    private boolean option(String name) {
        List<Token> rest = in.rest();
        for (int i = 0; i + 2 < rest.size(); i++) {
            boolean named = rest.get(i).is(name)
                    || rest.get(i).kind() == Kind.STRING && rest.get(i).text().equals("'" + name + "'");
            if (named && rest.get(i + 1).is("=")) {
                return rest.get(i + 2).text().replace("'", "").equalsIgnoreCase("true");
            }
        }
        return false;
    }

    private Statement unload() {
        in.expect("unload");
        if (in.accept("from")) {
            Query query;
            if (in.accept("(")) {
                query = queries.query();
                in.expect(")");
            } else {
                query = tableQuery(in.name());
                if (in.is("partition")) {
                    clauses.partition();
                }
            }
            in.expect("into");
            in.expect("location");
            String path = in.next().text();
            in.rest();
            return new Export(path, ExportMode.ADDS, query);
        }
        in.expect("(");
        in.skipParenthesis();
        in.expect("to");
        String path = in.next().text();
        boolean replaces = in.rest().stream().anyMatch(token -> token.is("allowoverwrite") || token.is("cleanpath"));
        return new Export(path, replaces ? ExportMode.REPLACES : ExportMode.FAILS,
                Query.of(new Query.Values(List.of())));
    }

    private Statement export() {
        in.expect("export");
        if (in.accept("table")) {
            String name = in.name();
            in.rest();
            return new Export("export of " + name, ExportMode.FAILS, tableQuery(name));
        }
        if (in.accept("data")) { // BigQuery
            boolean replaces = false;
            List<Token> options = new ArrayList<>();
            while (!in.atEnd() && !in.is("as")) {
                options.add(in.next());
            }
            in.expect("as");
            for (int i = 0; i + 2 < options.size(); i++) {
                replaces |= options.get(i).is("overwrite") && options.get(i + 2).is("true");
            }
            return new Export("export", replaces ? ExportMode.REPLACES : ExportMode.FAILS, queries.query());
        }
        throw in.fail("EXPORT is not read");
    }

    /** @return all rows of a table */
    static Query tableQuery(String name) {
        return Query
                .of(new Query.Select(false, List.of(new Query.Item(new Expr.Star(Optional.empty()), Optional.empty())),
                        List.of(new Query.Table(name, Optional.empty(), false)), Optional.empty(), List.of(),
                        Optional.empty()));
    }
}
