// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.PartitionPart;

/** Reads the clauses that several statements share. */
final class ClauseReader {
    private final TokenCursor in;
    private final QueryReader queries;
    private final ExprReader expressions;

    ClauseReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.expressions = queries.expressions();
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

    List<String> columns() {
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

    String column() {
        String name = in.name();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    Optional<Expr> where() {
        return in.accept("where") ? Optional.of(expressions.expr()) : Optional.empty();
    }

    /** T-SQL's OUTPUT up to where {@code ended} says: handing rows back changes nothing, keeping them in a table does. */
    void output(BooleanSupplier ended) {
        if (!in.accept("output")) {
            return;
        }
        while (!in.atEnd() && !ended.getAsBoolean()) {
            boolean kept = in.next().is("into") && !in.peek().text().startsWith("@");
            if (kept) {
                throw in.fail("OUTPUT INTO writes to a second table");
            }
        }
    }

    void returning() {
        if (in.accept("returning")) {
            while (!in.atEnd() && !in.is(")")) {
                Token token = in.next();
                if (token.is("(")) {
                    in.skipParenthesis();
                }
            }
        }
    }
}
