// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.sql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A query expression.
 *
 * @param ctes named subqueries, visible in order
 * @param body what it selects
 * @param orderBy sort keys, empty when none
 * @param limit row bound ({@code limit}, {@code top}, {@code fetch first})
 */
public record Query(List<Cte> ctes, Body body, List<Expr> orderBy, Optional<Expr> limit) {
    /** A named subquery; {@code action} is set when it changes data (PostgreSQL). */
    public record Cte(String name, Optional<Query> query, Optional<Statement> action) {}

    /** The part of a query that yields rows. */
    public sealed interface Body {}

    /**
     * One select block.
     *
     * @param distinct whether duplicates are removed
     * @param items what is selected
     * @param from comma-separated sources
     * @param where filter, empty when none
     * @param groupBy grouping keys
     * @param having filter on groups or on window results
     */
    public record Select(boolean distinct, List<Item> items, List<Source> from, Optional<Expr> where,
            List<Expr> groupBy, Optional<Expr> having) implements Body {}

    /** One selected expression; {@code alias} as written. */
    public record Item(Expr expr, Optional<String> alias) {
        /** @return the name under which the value leaves the block */
        public Optional<String> outputName() {
            return alias.isPresent()
                    ? alias
                    : expr instanceof Expr.Column column ? Optional.of(column.name()) : Optional.empty();
        }
    }

    /** How two queries are combined. */
    public enum SetKind {
        UNION, UNION_ALL, EXCEPT, INTERSECT
    }

    /** Two queries combined. */
    public record SetOperation(SetKind kind, Query left, Query right) implements Body {}

    /** Rows written out. */
    public record Values(List<List<Expr>> rows) implements Body {}

    /** Where rows come from. */
    public sealed interface Source {}

    /** A stored table; {@code sampled} when only a random part of it is read. */
    public record Table(String name, Optional<String> alias, boolean sampled) implements Source {
        /** @return the name that qualifies its columns */
        public String scope() {
            return alias.orElse(name.substring(name.lastIndexOf('.') + 1));
        }
    }

    /** A subquery in FROM. */
    public record Derived(Query query, Optional<String> alias) implements Source {}

    /** Rows made by a function: unnest, lateral view, table function. */
    public record Generated(Expr call, Optional<String> alias) implements Source {}

    /** How a join treats rows without partner. */
    public enum JoinKind {
        INNER, LEFT, RIGHT, FULL, CROSS, SEMI, ANTI
    }

    /** Two sources joined; {@code using} turns into equalities in {@code on}. */
    public record Join(Source left, Source right, JoinKind kind, Optional<Expr> on) implements Source {}

    /**
     * @param body rows
     * @return a query without names, order and limit
     */
    public static Query of(Body body) {
        return new Query(List.of(), body, List.of(), Optional.empty());
    }

    /** @return canonical text, for comparison */
    public String text() {
        return ctes.stream().map(cte -> cte.name() + "=" + cte.query().map(Query::text).orElse("!"))
                .collect(Collectors.joining(";")) + textOf(body)
                + orderBy.stream().map(Expr::text).collect(Collectors.joining(",", " order ", ""))
                + limit.map(l -> " limit " + l.text()).orElse("");
    }

    private static String textOf(Body body) {
        return switch (body) {
            case Select s -> "select " + s.distinct()
                    + s.items().stream().map(i -> i.expr().text()).collect(Collectors.joining(",")) + " from "
                    + s.from().stream().map(Query::textOf).collect(Collectors.joining(","))
                    + s.where().map(w -> " where " + w.text()).orElse("")
                    + s.groupBy().stream().map(Expr::text).collect(Collectors.joining(","))
                    + s.having().map(h -> " having " + h.text()).orElse("");
            case SetOperation o -> o.left().text() + " " + o.kind() + " " + o.right().text();
            case Values v -> v.rows().toString();
        };
    }

    private static String textOf(Source source) {
        return switch (source) {
            case Table t -> t.name() + " " + t.scope();
            case Derived d -> "(" + d.query().text() + ")" + d.alias().orElse("");
            case Generated g -> g.call().text();
            case Join j -> textOf(j.left()) + " " + j.kind() + " " + textOf(j.right())
                    + j.on().map(e -> " on " + e.text()).orElse("");
        };
    }
}
