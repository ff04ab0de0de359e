// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import dev.reprise.idempotency.parse.Token.Kind;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;

/** Reads expressions by precedence climbing. */
final class ExprReader {
    /** Functions that are written without parentheses. */
    private static final Set<String> NILADIC = Set.of("current_date", "current_timestamp", "current_time",
            "localtime", "localtimestamp", "sysdate", "systimestamp", "current_user", "session_user", "user");
    private static final List<String> COMPARISONS = List.of("=", "==", "<>", "!=", "<", "<=", ">", ">=", "<=>", "!~",
            "~", "~*");
    private static final List<String> LIKES = List.of("like", "rlike", "regexp", "ilike", "similar", "glob");
    /** Chains lean to the left: their length is the depth of the tree. */
    private static final int MAX_CHAIN = 400;
    private final TokenCursor in;
    private final Supplier<Query> query;

    ExprReader(TokenCursor in, Supplier<Query> query) {
        this.in = in;
        this.query = query;
    }

    Expr expr() {
        in.enter();
        Expr left = and();
        List<Expr> parts = new ArrayList<>(List.of(left));
        while (in.acceptOneOf("or", "xor")) {
            parts.add(and());
        }
        in.leave();
        return parts.size() == 1 ? left : new Expr.Call("or", List.copyOf(parts));
    }

    List<Expr> list() {
        List<Expr> list = new ArrayList<>();
        do {
            list.add(expr());
            sortOrder();
        } while (in.accept(","));
        return List.copyOf(list);
    }

    private void sortOrder() {
        if (in.acceptOneOf("asc", "desc")) {
            // The direction changes which row comes first, not what may be said about it.
        }
        if (in.accept("nulls")) {
            in.next();
        }
    }

    private Expr and() {
        Expr left = not();
        List<Expr> parts = new ArrayList<>(List.of(left));
        while (in.acceptOneOf("and", "&&")) {
            parts.add(not());
        }
        return parts.size() == 1 ? left : new Expr.Call("and", List.copyOf(parts));
    }

    private Expr not() {
        if (in.acceptOneOf("not", "!")) {
            in.enter();
            Expr inner = not();
            in.leave();
            return Expr.call("not", inner);
        }
        return predicate();
    }

    private Expr predicate() {
        Expr left = additive();
        while (true) {
            if (in.isOneOf(0, COMPARISONS)) {
                String operator = in.next().text();
                Expr right = in.isOneOf(0, List.of("any", "all", "some")) && in.peek(1).is("(")
                        ? quantified()
                        : additive();
                left = Expr.call(operator.equals("==") ? "=" : operator.equals("!=") ? "<>" : operator, left, right);
            } else if (in.is("is")) {
                left = is(left);
            } else if (in.is("not")
                    && in.isOneOf(1, List.of("in", "between", "like", "rlike", "regexp", "ilike", "similar", "glob"))) {
                in.next();
                left = Expr.call("not", membership(left));
            } else if (in.isOneOf(0, List.of("in", "between")) || in.isOneOf(0, LIKES)) {
                left = membership(left);
            } else if (in.is("collate")) {
                in.next();
                in.name();
            } else {
                return left;
            }
        }
    }

    private Expr quantified() {
        in.next();
        in.expect("(");
        Expr inner = in.isOneOf(0, List.of("select", "with")) ? new Expr.Subquery(query.get()) : expr();
        in.expect(")");
        return Expr.call("any", inner);
    }

    private Expr is(Expr left) {
        in.expect("is");
        boolean negated = in.accept("not");
        Expr result;
        if (in.accept("null")) {
            result = Expr.call("is null", left);
        } else if (in.accept("distinct", "from")) {
            result = Expr.call("is distinct", left, additive());
        } else {
            result = Expr.call("is " + in.next().text(), left);
        }
        return negated ? Expr.call("not", result) : result;
    }

    private Expr membership(Expr left) {
        if (in.accept("between")) {
            Expr low = additive();
            in.expect("and");
            return Expr.call("between", left, low, additive());
        }
        if (in.accept("in")) {
            if (in.is("unnest")) {
                return Expr.call("in", left, additive());
            }
            if (!in.is("(")) {
                return Expr.call("in", left, additive());
            }
            in.next();
            List<Expr> members = new ArrayList<>(List.of(left));
            if (in.isOneOf(0, List.of("select", "with", "from"))) {
                members.add(new Expr.Subquery(query.get()));
            } else {
                members.addAll(list());
            }
            in.expect(")");
            return new Expr.Call("in", List.copyOf(members));
        }
        String operator = in.next().text();
        if (operator.equals("similar")) {
            in.expect("to");
        }
        Expr result = in.isOneOf(0, List.of("any", "all"))
                ? Expr.call(operator, left, quantified())
                : Expr.call(operator, left, additive());
        if (in.accept("escape")) {
            additive();
        }
        return result;
    }

    private Expr additive() {
        Expr left = multiplicative();
        for (int length = 0; in.isOneOf(0, List.of("+", "-", "||", "|", "&", "^", "<<", ">>", "->", "->>")); length++) {
            if (length > MAX_CHAIN) {
                throw in.fail("more than " + MAX_CHAIN + " operands in a row");
            }
            String operator = in.next().text();
            left = Expr.call(operator, left, multiplicative());
        }
        return left;
    }

    private Expr multiplicative() {
        Expr left = unary();
        for (int length = 0; in.isOneOf(0, List.of("*", "/", "%", "div", "mod")); length++) {
            if (length > MAX_CHAIN) {
                throw in.fail("more than " + MAX_CHAIN + " operands in a row");
            }
            String operator = in.next().text();
            left = Expr.call(operator, left, unary());
        }
        return left;
    }

    private Expr unary() {
        if (in.acceptOneOf("-", "+", "~", "prior", "binary")) {
            in.enter();
            Expr inner = unary();
            in.leave();
            return inner instanceof Expr.Literal literal && !literal.quoted()
                    ? new Expr.Literal("-" + literal.text())
                    : Expr.call("negate", inner);
        }
        return postfix(primary());
    }

    private Expr postfix(Expr start) {
        Expr left = start;
        while (true) {
            if (in.accept("::")) {
                left = Expr.call("cast:" + type(), left);
            } else if (in.is("[")) {
                in.next();
                Expr index = in.is("]") ? new Expr.Literal("0") : expr();
                if (in.accept(":") && !in.is("]")) {
                    expr();
                }
                in.expect("]");
                left = Expr.call("[]", left, index);
            } else if (in.is(".") && !(left instanceof Expr.Literal)) {
                in.next();
                left = Expr.call("." + in.namePart(), left);
            } else if (in.accept("at", "time", "zone")) {
                left = Expr.call("at time zone", left, primary());
            } else if (in.is(":") && in.peek(1).kind() != Kind.END) {
                in.next();
                left = Expr.call(":" + in.next().text(), left);
            } else {
                return left;
            }
        }
    }

    private String type() {
        StringBuilder type = new StringBuilder(in.namePart());
        while (in.isOneOf(0, List.of("precision", "varying", "unsigned", "signed", "with", "without", "time", "zone"))
                && !in.is("with", "(")) {
            type.append(' ').append(in.next().text());
        }
        if (in.accept("(")) {
            in.skipParenthesis();
        }
        if (in.is("<")) {
            angle();
        }
        while (in.accept("[", "]")) {
            type.append("[]");
        }
        return type.toString();
    }

    private void angle() {
        int open = 0;
        do {
            Token token = in.next();
            open += token.is("<") ? 1 : token.is(">") ? -1 : token.is(">>") ? -2 : 0;
        } while (open > 0 && !in.atEnd());
    }

    private Expr primary() {
        Token token = in.peek();
        return switch (token.kind()) {
            case STRING -> strings();
            case NUMBER -> new Expr.Literal(in.next().text());
            case PARAMETER -> parameter();
            case NAME, WORD -> word();
            case SYMBOL -> symbol();
            case END -> throw in.fail("expected an expression");
        };
    }

    private Expr strings() {
        String text = in.next().text();
        while (in.peek().kind() == Kind.STRING) {
            String more = in.next().text();
            text = text.substring(0, text.length() - 1) + more.substring(1);
        }
        return new Expr.Literal(text);
    }

    private Expr parameter() {
        if (in.peek(1).is(".") || in.peek(1).is("(")) {
            return reference();
        }
        return new Expr.Parameter(in.next().text());
    }

    private Expr symbol() {
        if (in.accept("*")) {
            exceptColumns();
            return new Expr.Star(Optional.empty());
        }
        if (in.accept("(")) {
            return parenthesis();
        }
        if (in.accept("[")) {
            List<Expr> elements = in.is("]") ? List.of() : list();
            in.expect("]");
            return new Expr.Call("array", elements);
        }
        throw in.fail("expected an expression");
    }

    private Expr parenthesis() {
        in.enter();
        Expr result;
        if (in.isOneOf(0, List.of("select", "with", "values", "from")) || nestedQuery()) {
            result = new Expr.Subquery(query.get());
        } else if (in.is(")")) {
            result = new Expr.Call("row", List.of());
        } else {
            List<Expr> parts = list();
            result = parts.size() == 1 ? parts.getFirst() : new Expr.Call("row", parts);
        }
        in.expect(")");
        in.leave();
        return result;
    }

    /** ((select ...) union ...) starts with more than one parenthesis. */
    private boolean nestedQuery() {
        int ahead = 0;
        while (in.peek(ahead).is("(")) {
            ahead++;
        }
        return ahead > 0 && in.isOneOf(ahead, List.of("select", "with")) && queryFollowsInner(ahead);
    }

    private boolean queryFollowsInner(int ahead) {
        int open = ahead;
        for (int i = ahead; in.peek(i).kind() != Kind.END; i++) {
            open += in.peek(i).is("(") ? 1 : in.peek(i).is(")") ? -1 : 0;
            if (open < ahead) {
                return in.isOneOf(i + 1, List.of("union", "except", "intersect", "minus"));
            }
        }
        return false;
    }

    private Expr word() {
        Token token = in.peek();
        if (token.kind() == Kind.WORD) {
            Optional<Expr> special = special(token);
            if (special.isPresent()) {
                return special.get();
            }
        }
        return reference();
    }

    private Optional<Expr> special(Token token) {
        switch (token.text()) {
            case "case" -> {
                return Optional.of(caseWhen());
            }
            case "cast", "try_cast", "safe_cast", "convert" -> {
                return in.peek(1).is("(") ? Optional.of(cast()) : Optional.empty();
            }
            case "exists" -> {
                if (in.peek(1).is("(") && in.isOneOf(2, List.of("select", "with"))) {
                    in.next();
                    in.next();
                    Expr inner = new Expr.Subquery(query.get());
                    in.expect(")");
                    return Optional.of(Expr.call("exists", inner));
                }
                return Optional.empty();
            }
            case "interval" -> {
                return interval();
            }
            case "null", "true", "false", "default", "unknown" -> {
                if (in.peek(1).is(".")) {
                    return Optional.empty();
                }
                in.next();
                return Optional.of(new Expr.Literal(token.text()));
            }
            case "date", "timestamp", "time", "datetime", "json", "bytes", "numeric" -> {
                if (in.peek(1).kind() == Kind.STRING) {
                    in.next();
                    return Optional.of(new Expr.Literal(in.next().text()));
                }
                return Optional.empty();
            }
            case "array" -> {
                if (in.peek(1).is("[")) {
                    in.next();
                    return Optional.of(symbol());
                }
                return Optional.empty();
            }
            case "next" -> {
                if (in.is("next", "value", "for")) {
                    in.accept("next", "value", "for");
                    return Optional.of(Expr.call("nextval", new Expr.Literal("'" + in.name() + "'")));
                }
                return Optional.empty();
            }
            case "select", "from", "where", "group", "order", "having", "union", "when", "then", "else", "end", "on",
                    "set", "into",
                    "limit", "join" ->
                throw in.fail("expected an expression");
            default -> {
                return Optional.empty();
            }
        }
    }

    private Optional<Expr> interval() {
        Token value = in.peek(1);
        if (value.kind() != Kind.STRING && value.kind() != Kind.NUMBER && value.kind() != Kind.PARAMETER
                && !value.is("(") && !value.is("-")) {
            return Optional.empty();
        }
        in.next();
        Expr amount = unary();
        StringBuilder unit = new StringBuilder();
        while (in.isOneOf(0,
                List.of("year", "years", "quarter", "month", "months", "week", "weeks", "day", "days", "hour", "hours",
                        "minute", "minutes", "second", "seconds", "to"))) {
            unit.append(in.next().text());
        }
        return Optional.of(Expr.call("interval " + unit, amount));
    }

    private Expr caseWhen() {
        in.expect("case");
        in.enter();
        List<Expr> parts = new ArrayList<>();
        boolean simple = !in.is("when");
        if (simple) {
            parts.add(expr());
        }
        while (in.accept("when")) {
            parts.add(expr());
            in.expect("then");
            parts.add(expr());
        }
        parts.add(in.accept("else") ? expr() : new Expr.Literal("null"));
        in.expect("end");
        in.leave();
        return new Expr.Call(simple ? "case of" : "case", List.copyOf(parts));
    }

    private Expr cast() {
        String function = in.next().text();
        in.expect("(");
        Expr value = expr();
        if (in.accept("as")) {
            String type = type();
            while (!in.is(")") && !in.atEnd()) {
                in.next();
            }
            in.expect(")");
            return Expr.call("cast:" + type, value);
        }
        List<Expr> arguments = new ArrayList<>(List.of(value));
        if (in.accept("using")) {
            in.name();
        }
        while (in.accept(",")) {
            arguments.add(expr());
        }
        in.expect(")");
        return new Expr.Call(function, List.copyOf(arguments));
    }

    private Expr reference() {
        Token first = in.peek();
        String part = in.namePart();
        if (first.kind() == Kind.NAME && part.contains("?+.+")) {
            return new Expr.Star(Optional.empty()); // Hive: all columns but the named ones
        }
        StringBuilder qualifier = new StringBuilder();
        while (in.is(".") && !in.peek(1).is("(")) {
            in.next();
            qualifier.append(qualifier.isEmpty() ? "" : ".").append(part);
            if (in.accept("*")) {
                exceptColumns();
                return new Expr.Star(Optional.of(lastPart(qualifier.toString())));
            }
            part = in.namePart();
        }
        if (in.is("(")) {
            return call(qualifier.isEmpty() ? part : qualifier + "." + part);
        }
        if (qualifier.isEmpty() && first.kind() == Kind.WORD) {
            if (NILADIC.contains(part)) {
                return new Expr.Call(part, List.of());
            }
            if (part.startsWith("@") || part.startsWith("${") || part.startsWith("{{")) {
                return new Expr.Parameter(part);
            }
        }
        if (part.equals("nextval") && !qualifier.isEmpty()) {
            return Expr.call("nextval", new Expr.Literal("'" + qualifier + "'"));
        }
        return new Expr.Column(qualifier.isEmpty() ? Optional.empty() : Optional.of(lastPart(qualifier.toString())),
                part);
    }

    private static String lastPart(String dotted) {
        return dotted.substring(dotted.lastIndexOf('.') + 1);
    }

    private void exceptColumns() {
        while (in.isOneOf(0, List.of("except", "exclude", "replace")) && in.peek(1).is("(")) {
            in.next();
            in.next();
            in.skipParenthesis();
        }
    }

    private Expr call(String name) {
        in.enter();
        in.expect("(");
        List<Expr> arguments = new ArrayList<>();
        boolean distinct = in.accept("distinct");
        boolean ordered = false;
        while (!in.is(")")) {
            if (in.isOneOf(0, List.of("both", "leading", "trailing"))) {
                in.next();
            }
            if (in.accept("from") || in.accept("for") || in.accept("using")) {
                continue;
            }
            if (in.accept("order", "by")) {
                list();
                ordered = true;
            } else if (in.accept("separator") || in.acceptOneOf("ignore", "respect")) {
                in.next();
            } else if (in.isOneOf(0, List.of("select", "with"))) {
                arguments.add(new Expr.Subquery(query.get()));
            } else if (in.peek().kind() == Kind.WORD && in.peek(1).is("=>")) {
                in.next();
                in.next();
                arguments.add(expr());
            } else {
                arguments.add(expr());
                if (in.accept("as")) {
                    type();
                }
                if (in.accept("limit")) {
                    expr();
                }
            }
            if (!in.accept(",") && !in.isOneOf(0,
                    List.of(")", "from", "for", "order", "separator", "using", "ignore", "respect"))) {
                throw in.fail("expected , or )");
            }
        }
        in.expect(")");
        in.leave();
        Expr.Call call = new Expr.Call(name + (distinct ? " distinct" : "") + (ordered ? " ordered" : ""),
                List.copyOf(arguments));
        return window(call);
    }

    private Expr window(Expr.Call start) {
        Expr.Call call = start;
        if (in.accept("within", "group")) {
            in.expect("(");
            in.accept("order", "by");
            list();
            in.expect(")");
            call = new Expr.Call(call.name() + " ordered", call.arguments());
        }
        if (in.accept("filter")) {
            in.expect("(");
            in.expect("where");
            Expr filter = expr();
            in.expect(")");
            List<Expr> arguments = new ArrayList<>(call.arguments());
            arguments.add(filter);
            call = new Expr.Call(call.name(), List.copyOf(arguments));
        }
        if (in.acceptOneOf("ignore", "respect")) {
            in.expect("nulls");
        }
        if (!in.accept("over")) {
            return call;
        }
        if (!in.accept("(")) {
            in.namePart();
            return new Expr.Windowed(call, List.of(), List.of(new Expr.Literal("'window'")));
        }
        List<Expr> partition = List.of();
        List<Expr> order = List.of();
        if (in.accept("partition", "by") || in.accept("distribute", "by")) {
            partition = list();
        }
        if (in.accept("order", "by") || in.accept("sort", "by")) {
            order = list();
        }
        in.skipParenthesis();
        return new Expr.Windowed(call, partition, order);
    }
}
