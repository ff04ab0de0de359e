// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Insert;
import dev.reprise.idempotency.sql.Statement.WriteMode;

/** Reads INSERT ALL and INSERT FIRST of Oracle and Snowflake: one query, whose rows go to several tables in one step. */
final class MultiTableReader {
    /**
     * One INTO.
     *
     * @param values what is written of each row, empty for the row as it is
     * @param when which rows; empty for all, and for ELSE, of which no more is known
     */
    private record Destination(String table, List<String> columns, List<Expr> values, Optional<Expr> when) {}

    private final TokenCursor in;
    private final QueryReader queries;
    private final ClauseReader clauses;

    MultiTableReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.clauses = new ClauseReader(in, queries);
    }

    /** Reads from ALL or FIRST on. */
    Statement inserts(WriteMode mode) {
        in.next();
        List<Destination> destinations = new ArrayList<>();
        Optional<Expr> when = Optional.empty();
        while (!queries.starts()) {
            if (in.accept("when")) {
                when = Optional.of(queries.expressions().expr());
                in.expect("then");
            } else if (in.accept("else")) {
                when = Optional.empty();
            } else {
                in.expect("into");
                destinations.add(destination(when));
            }
        }
        Query rows = queries.query();
        return new Statement.MultiInsert(
                destinations.stream().map(destination -> insert(destination, mode, rows)).toList(), true);
    }

    private Destination destination(Optional<Expr> when) {
        String table = in.name();
        List<String> columns = clauses.columns();
        List<Expr> values = List.of();
        if (in.accept("values")) {
            in.expect("(");
            values = queries.expressions().list();
            in.expect(")");
        }
        return new Destination(table, columns, values, when);
    }

    private static Insert insert(Destination destination, WriteMode mode, Query rows) {
        List<Expr> written = destination.values().isEmpty()
                ? List.of(new Expr.Star(Optional.empty()))
                : destination.values();
        Query source = destination.values().isEmpty() && destination.when().isEmpty()
                ? rows
                : Query.of(new Query.Select(false,
                        written.stream().map(value -> new Query.Item(value, Optional.empty())).toList(),
                        List.of(new Query.Derived(rows, Optional.empty())), destination.when(), List.of(),
                        Optional.empty()));
        return new Insert(destination.table(), mode, destination.columns(), List.of(), false, source, Optional.empty(),
                Optional.empty(), Optional.empty());
    }
}
