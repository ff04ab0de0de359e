// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.Set;

import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Select;

/** Whether the clock only fills what is null: a table that is filled once has nothing left to fill. */
final class Absorption {
    private static final Set<String> FILLS = Set.of("coalesce", "nvl", "ifnull", "isnull");

    private Absorption() {}

    static boolean everyClockFillsNulls(Query query) {
        return query.body() instanceof Select select && select.items().stream().allMatch(item -> fills(item.expr()))
                && Sources.of(select).conditions().stream().allMatch(condition -> Taints.kinds(condition).isEmpty());
    }

    static boolean fills(Expr expr) {
        if (Taints.kinds(expr).isEmpty() || Taints.kinds(expr).equals(java.util.List.of(Volatile.ORDER))) {
            return true;
        }
        Expr normal = Algebra.simplify(expr);
        return normal instanceof Expr.Call call && FILLS.contains(call.name())
                && Taints.kinds(call.arguments().getFirst()).isEmpty()
                && !(call.arguments().getFirst() instanceof Expr.Literal);
    }
}
