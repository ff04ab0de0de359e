// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.CreateTable;
import dev.reprise.idempotency.sql.Statement.Drop;
import dev.reprise.idempotency.sql.Statement.Guard;

/**
 * A T-SQL condition that asks the catalog for one table.
 *
 * @param table its name without the schema
 * @param present whether the condition holds when the table is there
 */
record ExistenceTest(String table, boolean present) {
    private static final Set<String> CATALOGS = Set.of("sys.tables", "sys.objects", "sysobjects", "sys.sysobjects",
            "information_schema.tables");
    private static final Set<String> NAMES = Set.of("name", "table_name");

    /** @return the test, if the condition is one and nothing else */
    static Optional<ExistenceTest> of(Expr condition) {
        if (!(condition instanceof Expr.Call(var name, var arguments)) || arguments.isEmpty()) {
            return Optional.empty();
        }
        Expr first = arguments.getFirst();
        return switch (name) {
            case "not" -> of(first).map(test -> new ExistenceTest(test.table(), !test.present()));
            case "is null" -> byId(first).map(table -> new ExistenceTest(table, false));
            case "exists" -> first instanceof Expr.Subquery(var query) && query.body() instanceof Select select
                    ? listed(select).map(table -> new ExistenceTest(table, true))
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** The same statement as IF [NOT] EXISTS, if it is about the table that was asked for. */
    Optional<Statement> guarding(Statement statement) {
        return switch (statement) {
            case Drop drop when present && names(drop.name()) ->
                Optional.of(new Drop(drop.kind(), drop.name(), true));
            case CreateTable create when !present && names(create.target()) && create.query().isEmpty() ->
                Optional.of(new CreateTable(create.target(), Guard.IF_NOT_EXISTS, create.temporary(),
                        create.onCommitDrop(), create.schema(), create.query()));
            default -> Optional.empty();
        };
    }

    private boolean names(String target) {
        return last(target).equals(table);
    }

    private static Optional<String> byId(Expr expr) {
        return expr instanceof Expr.Call(var function, var arguments) && function.equals("object_id")
                && arguments.getFirst() instanceof Expr.Literal literal
                        ? Optional.of(last(literal.value().toLowerCase(java.util.Locale.ROOT)))
                        : Optional.empty();
    }

    /** The name that a query of the catalog asks for. */
    private static Optional<String> listed(Select select) {
        boolean catalog = select.from().size() == 1 && select.from().getFirst() instanceof Table table
                && CATALOGS.contains(table.name());
        List<Expr> conditions = select.where().map(Expr::conjuncts).orElse(List.of());
        return !catalog ? Optional.empty() : conditions.stream().flatMap(each -> asked(each).stream()).findFirst();
    }

    private static Optional<String> asked(Expr condition) {
        if (!(condition instanceof Expr.Call(var name, var sides)) || !name.equals("=") || sides.size() != 2
                || !(sides.getFirst() instanceof Expr.Column column)) {
            return Optional.empty();
        }
        if (column.name().equals("object_id")) {
            return byId(sides.get(1));
        }
        return NAMES.contains(column.name()) && sides.get(1) instanceof Expr.Literal literal
                ? Optional.of(last(literal.value().toLowerCase(java.util.Locale.ROOT)))
                : Optional.empty();
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replaceAll("[\\[\\]\"]", "");
    }
}
