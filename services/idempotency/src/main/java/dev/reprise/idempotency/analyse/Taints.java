// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Derived;
import dev.reprise.idempotency.sql.Query.Generated;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.SetOperation;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Query.Table;
import dev.reprise.idempotency.sql.Query.Values;

/** What in a query is not a function of the stored data: clock, chance, sequences, the order of rows, the host's clock. */
final class Taints {
    private static final Pattern RENDERED_CLOCK = Pattern.compile(
            "\\{\\{[^}]*(?:datetime\\.(?:now|today|utcnow)|date\\.today|\\bnow\\(|time\\.time|run_started_at)[^}]*\\}\\}");
    private final Set<String> hostClock;
    private final Set<Judgement> found = new LinkedHashSet<>();

    /** @param hostClock parameters that the host's clock fills */
    Taints(Set<String> hostClock) {
        this.hostClock = hostClock;
    }

    /** @return what was found, without doubles */
    List<Judgement> found() {
        return List.copyOf(found);
    }

    void value(Expr expr) {
        walk(expr, true);
    }

    void filter(Expr expr) {
        walk(expr, false);
    }

    /** A value that decides which region is written. */
    void region(Expr expr) {
        if (host(expr)) {
            found.add(Judgement.conditional(Rule.HOST_CLOCK, Condition.CLOCK_REGION,
                    "the region is chosen by the clock of the host: another day writes another region"));
        } else if (any(expr, Volatile.CLOCK)) {
            found.add(Judgement.conditional(Rule.CLOCK_REGION, Condition.CLOCK_REGION,
                    "the region is chosen by the wall clock: a rerun on another day writes another region and leaves this one"));
        } else if (any(expr, Volatile.RANDOM)) {
            found.add(Judgement.conditional(Rule.RANDOM, Condition.DET, "the region is chosen at random"));
        }
    }

    /** A template that calls the clock of whoever renders it, or a parameter that a shell fills from it. */
    private boolean host(Expr expr) {
        return RENDERED_CLOCK.matcher(expr.text()).find()
                || hostClock.stream().anyMatch(name -> mentions(expr.text(), name));
    }

    private static boolean mentions(String text, String name) {
        return text.contains("$" + name) || text.contains("${" + name + "}") || text.equals(name)
                || text.contains("${hivevar:" + name + "}")
                || text.contains("${hiveconf:" + name + "}");
    }

    private static boolean any(Expr expr, Volatile kind) {
        return expr instanceof Expr.Call call && kind.made(call)
                || expr.children().stream().anyMatch(child -> any(child, kind));
    }

    private void walk(Expr expr, boolean value) {
        switch (expr) {
            case Expr.Call call -> call(call, value);
            case Expr.Windowed window -> {
                if (window.orderBy().isEmpty() && !Shapes.aggregate(window.call())
                        && !Set.of("count", "ntile").contains(window.call().name())
                        || any(window.orderBy(), Volatile.RANDOM)) {
                    found.add(undetermined("a window numbers rows without an order"));
                }
                window.call().arguments().forEach(argument -> walk(argument, value));
            }
            case Expr.Subquery(var query) -> query(query);
            case Expr.Literal _,Expr.Parameter _ -> hosted(expr);
            case Expr.Column _,Expr.Star _ -> {}
        }
    }

    private static boolean any(List<Expr> exprs, Volatile kind) {
        return exprs.stream().anyMatch(expr -> any(expr, kind));
    }

    private void hosted(Expr expr) {
        if (host(expr)) {
            found.add(Judgement.conditional(Rule.HOST_CLOCK, Condition.CLOCK_REGION,
                    "a parameter comes from the clock of the host, not from the scheduler"));
        }
    }

    private void call(Expr.Call call, boolean value) {
        if (Volatile.CLOCK.made(call)) {
            found.add(value
                    ? Judgement.conditional(Rule.CLOCK_VALUE, Condition.CLOCK_VALUE,
                            "a value comes from the wall clock (" + call.name() + ")")
                    : Judgement.conditional(Rule.CLOCK_PREDICATE, Condition.UPSTREAM,
                            "a filter follows the wall clock (" + call.name() + ")"));
        } else if (Volatile.RANDOM.made(call)) {
            found.add(Judgement.conditional(Rule.RANDOM, Condition.DET,
                    "a value or a choice is random (" + call.name() + ")"));
        } else if (Volatile.SEQUENCE.made(call)) {
            found.add(Judgement.conditional(Rule.GENERATED_KEY, Condition.SURROGATE,
                    "a sequence gives other numbers on each run"));
        } else if (Volatile.ORDER.made(call) && value) {
            found.add(undetermined(call.name() + " depends on the order of rows"));
        }
        for (Expr argument : call.arguments()) {
            if (call.name().equals("exists") && argument instanceof Expr.Subquery(var query)) {
                query(new Query(query.ctes(), query.body(), List.of(), java.util.Optional.empty())); // a LIMIT chooses nothing here
            } else {
                walk(argument, value);
            }
        }
    }

    private static Judgement undetermined(String message) {
        return Judgement.conditional(Rule.ORDER_DEPENDENT, Condition.DET, message);
    }

    void query(Query query) {
        switch (query.body()) {
            case Select select -> select(select);
            case SetOperation operation -> {
                query(operation.left());
                query(operation.right());
            }
            case Values values -> values.rows().forEach(row -> row.forEach(this::value));
        }
        query.orderBy().forEach(order -> walk(order, true));
        boolean one = query.limit().filter(l -> l.text().equals("0")).isPresent() || query.body() instanceof Values;
        if (query.limit().isPresent() && query.orderBy().isEmpty() && !one && !singleRow(query)) {
            found.add(undetermined("LIMIT without ORDER BY: which rows are taken is not determined"));
        }
    }

    /** An aggregate without groups is one row: a LIMIT chooses nothing. */
    private static boolean singleRow(Query query) {
        return query.body() instanceof Select select && select.groupBy().isEmpty()
                && (select.from().isEmpty() || select.items().stream()
                        .allMatch(i -> i.expr() instanceof Expr.Call call && Shapes.aggregate(call)));
    }

    private void select(Select select) {
        select.items().forEach(item -> value(item.expr()));
        Sources sources = Sources.of(select);
        sources.conditions().forEach(this::filter);
        sources.leaves().forEach(leaf -> leaf.on().forEach(this::filter));
        select.having().ifPresent(this::filter);
        select.groupBy().forEach(key -> walk(key, true));
        select.from().forEach(this::source);
    }

    void source(Source source) {
        switch (source) {
            case Table table -> {
                if (table.sampled()) {
                    found.add(Judgement.conditional(Rule.RANDOM, Condition.DET,
                            "a sample of " + table.name() + " is another one on each run"));
                }
            }
            case Derived derived -> query(derived.query());
            case Generated generated -> generated.call().children().forEach(this::value);
            case Query.Join join -> {
                source(join.left());
                source(join.right());
            }
        }
    }

    /** @return the kinds of volatile calls in an expression, for callers that judge them themselves */
    static List<Volatile> kinds(Expr expr) {
        List<Volatile> kinds = new ArrayList<>();
        for (Volatile kind : Volatile.values()) {
            if (any(expr, kind)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
