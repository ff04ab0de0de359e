// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Statement.Assignment;

/**
 * Whether "insert, or update where the key is there" gives the same when done again: the update must be absolute, and on a
 * row just inserted it must change nothing.
 */
final class Upserts {
    private Upserts() {}

    /**
     * @param assignments of the update
     * @param where further condition of the update
     * @param scope the target's name in the statement
     * @param inserted inserted values by target column; empty when nothing is inserted
     * @param relative the rule for an update that adds to what is there
     * @return the judgement, keys aside
     */
    static Judgement judge(List<Assignment> assignments, Optional<Expr> where, String scope, Map<String, Expr> inserted,
            Rule relative) {
        Map<String, Expr> update = new HashMap<>();
        for (Assignment assignment : assignments) {
            update.put(assignment.column(), owned(resolved(assignment.value(), inserted), scope));
        }
        if (where.isPresent() && disabled(where.get(), update, scope, inserted)) {
            return Judgement.safe(Rule.SELF_DISABLING, "updates only where something differs, and makes it equal");
        }
        Proof proof = Algebra.idempotent(update);
        if (proof != Proof.YES) {
            return proof == Proof.NO
                    ? Judgement.unsafe(relative, "the update adds to what is there: a second run adds again")
                    : Judgement.unknown(relative,
                            "the update uses the old value in a way whose repetition cannot be judged");
        }
        return fresh(update, inserted, relative);
    }

    /** What the second run does to a row that the first one inserted. */
    private static Judgement fresh(Map<String, Expr> update, Map<String, Expr> inserted, Rule relative) {
        if (inserted.isEmpty()) {
            return Judgement.safe(Rule.UPSERT, "writes absolute values by key");
        }
        Map<String, Expr> row = new HashMap<>();
        inserted.forEach((column, value) -> row.put(column, value));
        for (Map.Entry<String, Expr> entry : update.entrySet()) {
            Expr unlisted = inserted.containsKey("*")
                    ? new Expr.Column(Optional.of("excluded"), entry.getKey())
                    : new Expr.Literal("null");
            Expr before = inserted.getOrDefault(entry.getKey(), unlisted);
            Expr after = Algebra.simplify(Algebra.substitute(entry.getValue(), row));
            boolean same = plain(after).equals(plain(Algebra.simplify(before)));
            if (same) {
                continue;
            }
            if (Taints.kinds(after).contains(Volatile.CLOCK) || Taints.kinds(before).contains(Volatile.CLOCK)) {
                return Judgement.conditional(Rule.CLOCK_VALUE, Condition.CLOCK_VALUE,
                        "column " + entry.getKey() + " is filled from the wall clock");
            }
            if (!inserted.containsKey(entry.getKey()) && inserted.containsKey("*")) {
                continue; // the column's inserted value is not visible here
            }
            return Judgement.unsafe(relative,
                    "a row that the first run inserts gets another value of " + entry.getKey() + " from the second");
        }
        return Judgement.safe(Rule.UPSERT, "writes absolute values by key");
    }

    /** @return the expression with its unqualified columns marked as columns of the source, not of the target */
    static Expr foreign(Expr expr) {
        return switch (expr) {
            case Expr.Column(var qualifier, var name) ->
                qualifier.isEmpty() ? new Expr.Column(Optional.of("excluded"), name) : expr;
            case Expr.Call(var name, var arguments) ->
                new Expr.Call(name, arguments.stream().map(Upserts::foreign).toList());
            case Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> expr;
        };
    }

    private static String plain(Expr expr) {
        return dev.reprise.idempotency.region.Predicates.unqualified(expr).text();
    }

    /** EXCLUDED.c and VALUES(c) are what would have been inserted. */
    private static Expr resolved(Expr expr, Map<String, Expr> inserted) {
        return switch (expr) {
            case Expr.Column(var qualifier, var name) ->
                qualifier.filter(q -> q.equals("excluded") || q.equals("new") || q.equals("vals")).isPresent()
                        ? inserted.getOrDefault(name, expr)
                        : expr;
            case Expr.Call(var name, var arguments) ->
                name.equals("values") && arguments.size() == 1 && arguments.getFirst() instanceof Expr.Column column
                        ? inserted.getOrDefault(column.name(), new Expr.Column(Optional.of("excluded"), column.name()))
                        : new Expr.Call(name, arguments.stream().map(a -> resolved(a, inserted)).toList());
            case Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> expr;
        };
    }

    /** Columns of the target's row; an unqualified column in an update means the target. */
    static Expr owned(Expr expr, String scope) {
        return switch (expr) {
            case Expr.Column(var qualifier, var name) ->
                qualifier.isEmpty() || qualifier.get().equals(scope)
                        ? new Expr.Column(Optional.of(Algebra.OWN), name)
                        : expr;
            case Expr.Call(var name, var arguments) ->
                new Expr.Call(name, arguments.stream().map(a -> owned(a, scope)).toList());
            case Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> expr;
        };
    }

    /**
     * A condition that compares a column with exactly what the update sets it to: {@code t.v <> s.v} with {@code v = s.v},
     * {@code s.ver > t.ver} with {@code ver = s.ver}. After the update it is false.
     */
    private static boolean disabled(Expr where, Map<String, Expr> update, String scope, Map<String, Expr> inserted) {
        return Expr.conjuncts(where).stream()
                .anyMatch(condition -> falsified(owned(resolved(condition, inserted), scope), update));
    }

    /**
     * @param condition over the row's own columns
     * @param update new values by column
     * @return whether the condition is false for a row to which the update has just been applied
     */
    static boolean falsified(Expr condition, Map<String, Expr> update) {
        if (!(condition instanceof Expr.Call(var name, var sides))) {
            return false;
        }
        if (name.equals("or")) {
            return sides.stream().allMatch(side -> falsified(side, update));
        }
        if (name.equals("and")) {
            return sides.stream().anyMatch(side -> falsified(side, update));
        }
        Expr after = Algebra.simplify(Algebra.substitute(condition, update));
        if (!(after instanceof Expr.Call(var operator, var operands))) {
            return false;
        }
        boolean equalSides = operands.size() == 2 && operands.get(0).text().equals(operands.get(1).text());
        return equalSides && (operator.equals("<>") || operator.equals("<") || operator.equals(">")
                || operator.equals("is distinct"));
    }
}
