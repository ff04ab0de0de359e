// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.sql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An expression. Operators are calls of their symbol ({@code +}, {@code and}, {@code is null}), so that substitution and
 * comparison need one case only. Names are lower case and without quotes.
 */
public sealed interface Expr {
    /** A column, with the alias or table before the dot. */
    record Column(Optional<String> qualifier, String name) implements Expr {}

    /** A constant: a number, or a string with its quotes. */
    record Literal(String text) implements Expr {
        /** @return the constant without its quotes */
        public String value() {
            return text.length() > 1 && text.startsWith("'") ? text.substring(1, text.length() - 1) : text;
        }

        /** @return whether the constant was written in quotes */
        public boolean quoted() {
            return text.startsWith("'");
        }
    }

    /** A value that the scheduler or the caller fills in: constant for one instance. */
    record Parameter(String text) implements Expr {}

    /** A function call or an operator with its operands. */
    record Call(String name, List<Expr> arguments) implements Expr {}

    /** A window function. */
    record Windowed(Call call, List<Expr> partitionBy, List<Expr> orderBy) implements Expr {}

    /** A query as a value, or under {@code exists} and {@code in}. */
    record Subquery(Query query) implements Expr {}

    /** All columns, of one source or of all. */
    record Star(Optional<String> qualifier) implements Expr {}

    /** @return the expressions directly below this one; a subquery has none */
    default List<Expr> children() {
        return switch (this) {
            case Call call -> call.arguments();
            case Windowed window -> java.util.stream.Stream
                    .of(List.<Expr>of(window.call()), window.partitionBy(), window.orderBy()).flatMap(List::stream)
                    .toList();
            case Column _,Literal _,Parameter _,Subquery _,Star _ -> List.of();
        };
    }

    /** @return a canonical text: equal texts mean equal expressions */
    default String text() {
        return switch (this) {
            case Column column -> column.qualifier().map(q -> q + ".").orElse("") + column.name();
            case Literal literal -> literal.text();
            case Parameter parameter -> parameter.text();
            case Call call -> call.name() + "(" + join(call.arguments()) + ")";
            case Windowed window -> window.call().text() + " over(" + join(window.partitionBy()) + ";"
                    + join(window.orderBy()) + ")";
            case Subquery subquery -> "(" + subquery.query().text() + ")";
            case Star star -> star.qualifier().map(q -> q + ".").orElse("") + "*";
        };
    }

    private static String join(List<Expr> parts) {
        return parts.stream().map(Expr::text).collect(Collectors.joining(","));
    }

    /**
     * @param name lower-case function name or operator symbol
     * @param arguments operands in order
     * @return the call
     */
    static Call call(String name, Expr... arguments) {
        return new Call(name, List.of(arguments));
    }

    /**
     * @param condition an expression that may be a conjunction
     * @return its conjuncts in order
     */
    static List<Expr> conjuncts(Expr condition) {
        return condition instanceof Call(var name, var arguments) && name.equals("and")
                ? arguments.stream().flatMap(argument -> conjuncts(argument).stream()).toList()
                : List.of(condition);
    }
}
