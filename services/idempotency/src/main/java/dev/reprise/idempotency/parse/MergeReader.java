// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;
import dev.reprise.idempotency.sql.Query.Source;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.idempotency.sql.Statement.Assignment;
import dev.reprise.idempotency.sql.Statement.Branch;
import dev.reprise.idempotency.sql.Statement.BranchAction;
import dev.reprise.idempotency.sql.Statement.Conflict;
import dev.reprise.idempotency.sql.Statement.Insert;
import dev.reprise.idempotency.sql.Statement.Match;
import dev.reprise.idempotency.sql.Statement.WriteMode;

/** Reads MERGE. */
final class MergeReader {
    private final TokenCursor in;
    private final QueryReader queries;
    private final ExprReader expressions;
    private final ClauseReader clauses;

    MergeReader(TokenCursor in, QueryReader queries) {
        this.in = in;
        this.queries = queries;
        this.expressions = queries.expressions();
        this.clauses = new ClauseReader(in, queries);
    }

    Statement merge() {
        in.expect("merge");
        in.accept("into");
        String target = in.name();
        Optional<String> alias = queries.alias();
        if (in.accept("with", "(")) {
            in.skipParenthesis();
        }
        String scope = alias.orElse(target.substring(target.lastIndexOf('.') + 1));
        if (in.accept("key")) {
            return mergeKey(target);
        }
        in.expect("using");
        Source source = queries.source();
        in.expect("on");
        Expr on = expressions.expr();
        List<Branch> branches = new ArrayList<>();
        while (in.is("when")) {
            branches.addAll(branch());
        }
        if (branches.isEmpty()) {
            throw in.fail("expected WHEN");
        }
        clauses.output(() -> false);
        clauses.returning();
        return new Statement.Merge(target, scope, source, on, List.copyOf(branches));
    }

    /** H2: MERGE INTO t KEY (id) VALUES (...): replaces by key. */
    private Statement mergeKey(String target) {
        in.expect("(");
        List<String> keys = new ArrayList<>();
        do {
            keys.add(in.name());
        } while (in.accept(","));
        in.expect(")");
        List<String> columns = clauses.columns();
        Query source = in.accept("values") ? Query.of(queries.values()) : queries.query();
        return new Insert(target, WriteMode.REPLACE, columns, List.of(), false, source,
                Optional.of(new Conflict.DoUpdate(List.copyOf(keys), List.of(), Optional.empty())), Optional.empty(),
                Optional.empty());
    }

    private List<Branch> branch() {
        in.expect("when");
        boolean not = in.accept("not");
        in.expect("matched");
        Match match = not ? Match.NOT_MATCHED : Match.MATCHED;
        if (in.accept("by", "source")) {
            match = Match.NOT_MATCHED_BY_SOURCE;
        } else {
            in.accept("by", "target");
        }
        Optional<Expr> condition = in.accept("and") ? Optional.of(expressions.expr()) : Optional.empty();
        in.expect("then");
        if (in.accept("do", "nothing")) {
            return List.of(new Branch(match, condition, new BranchAction.Nothing()));
        }
        if (in.accept("delete")) {
            return List.of(new Branch(match, condition, new BranchAction.DeleteRow()));
        }
        if (in.accept("update")) {
            return updateBranch(match, condition);
        }
        in.expect("insert");
        return List.of(insertBranch(match, condition));
    }

    private List<Branch> updateBranch(Match match, Optional<Expr> given) {
        Optional<Expr> condition = given;
        in.expect("set");
        boolean all = in.accept("*");
        List<Assignment> assignments = all ? List.of() : clauses.assignments();
        // Oracle: a filter after the action, and a DELETE of what the update has just made.
        condition = and(condition, clauses.where());
        List<Branch> branches = new ArrayList<>();
        branches.add(new Branch(match, condition, new BranchAction.UpdateRow(assignments, all)));
        if (in.accept("delete")) {
            branches.addFirst(new Branch(match, and(condition, clauses.where()), new BranchAction.DeleteRow()));
        }
        return branches;
    }

    private Branch insertBranch(Match match, Optional<Expr> condition) {
        if (in.accept("*") || in.accept("row")) {
            return new Branch(match, condition, new BranchAction.InsertRow(List.of(), List.of(), true));
        }
        List<String> columns = clauses.columns();
        in.expect("values");
        in.expect("(");
        if (in.accept("*")) {
            in.expect(")");
            return new Branch(match, condition, new BranchAction.InsertRow(List.of(), List.of(), true));
        }
        List<Expr> values = expressions.list();
        in.expect(")");
        return new Branch(match, and(condition, clauses.where()), new BranchAction.InsertRow(columns, values, false));
    }

    private static Optional<Expr> and(Optional<Expr> a, Optional<Expr> b) {
        return a.isPresent() && b.isPresent() ? Optional.of(Expr.call("and", a.get(), b.get())) : a.isPresent() ? a : b;
    }
}
