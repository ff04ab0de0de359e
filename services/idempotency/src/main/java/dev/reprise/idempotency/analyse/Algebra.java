// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Volatile;
import dev.reprise.idempotency.sql.Expr;

/**
 * Whether a simultaneous assignment {@code c := e(row)} changes nothing when done twice: each expression, with every
 * assigned column replaced by its own new value, must be the same expression again.
 */
final class Algebra {
    /** The qualifier that marks a column of the row that is changed. */
    static final String OWN = "\u22a4";
    /** f(f(x, args), args) = f(x, args). */
    private static final Set<String> ABSORBING = Set.of("upper", "lower", "ucase", "lcase", "trim", "ltrim", "rtrim",
            "btrim", "abs", "ceil",
            "ceiling", "floor", "round", "trunc", "truncate", "initcap", "substr", "substring", "substring_index",
            "left", "date_trunc", "datetrunc", "to_date", "date",
            "nullif", "sign", "sort_array", "array_distinct", "array_sort", "regexp_extract_all", "to_number", "strip",
            "toupper", "tolower", "last_day", "json_set", "jsonb_set", "json_replace", "json_insert");
    private static final Set<String> TEXT = Set.of("upper", "lower", "ucase", "lcase", "trim", "ltrim", "rtrim",
            "btrim", "strip");
    private static final Set<String> LATTICE = Set.of("greatest", "least", "greater of", "lesser of");
    private static final Set<String> FIRST_NON_NULL = Set.of("coalesce", "nvl", "ifnull", "isnull", "zeroifnull");
    /** Known to give another result when applied again, for some value. */
    private static final Set<String> CHANGING = Set.of("+", "-", "*", "/", "%", "||", "concat", "concat_ws", "not",
            "negate", "date_add", "date_sub",
            "dateadd", "add_months", "case", "case of", "if", "iff", "replace", "reverse", "md5", "sha", "sha1", "sha2",
            "array_append", "array_union",
            "power", "pow", "sqrt", "exp", "mod", "div", "&", "|", "^", "<<", ">>", "lpad",
            "rpad", "repeat", "list_append",
            "array_concat", "array_cat", "timestampadd", "=", "<>", "xor", "decode", "nvl2", "count");

    private Algebra() {}

    /**
     * @param assigned new values by column; columns of the row itself are qualified with {@link #OWN}
     * @return YES when a second application changes nothing, NO when it changes something for some row
     */
    static Proof idempotent(Map<String, Expr> assigned) {
        Proof result = Proof.YES;
        for (Map.Entry<String, Expr> entry : assigned.entrySet()) {
            Proof proof = stable(entry.getKey(), entry.getValue(), assigned);
            if (proof == Proof.NO) {
                return Proof.NO;
            }
            result = proof == Proof.OPEN ? Proof.OPEN : result;
        }
        return result;
    }

    private static Proof stable(String column, Expr value, Map<String, Expr> assigned) {
        Expr once = simplify(value);
        Expr twice = simplify(substitute(value, assigned));
        if (once.text().equals(twice.text())) {
            return Proof.YES;
        }
        if (decidedByConstants(column, once)) {
            return Proof.YES;
        }
        return knownToChange(once, changed(assigned)) ? Proof.NO : Proof.OPEN;
    }

    private static Set<String> changed(Map<String, Expr> assigned) {
        return assigned.entrySet().stream()
                .filter(e -> !(e.getValue() instanceof Expr.Column c && own(c) && c.name().equals(e.getKey())))
                .map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    /** Every function between the value and the changed column is known, so the difference is real. */
    private static boolean knownToChange(Expr expr, Set<String> columns) {
        return switch (expr) {
            case Expr.Column _ -> true;
            case Expr.Call call -> {
                boolean known = CHANGING.contains(call.name()) || FIRST_NON_NULL.contains(call.name())
                        || ABSORBING.contains(call.name())
                        || call.name().startsWith("cast:") || LATTICE.contains(call.name());
                yield !mentions(call, columns)
                        || known && call.arguments().stream().allMatch(a -> knownToChange(a, columns));
            }
            case Expr.Literal _,Expr.Parameter _,Expr.Star _ -> true;
            case Expr.Subquery _,Expr.Windowed _ -> false;
        };
    }

    static boolean mentions(Expr expr, Set<String> columns) {
        return expr instanceof Expr.Column column && own(column) && columns.contains(column.name())
                || expr.children().stream().anyMatch(child -> mentions(child, columns));
    }

    static boolean own(Expr.Column column) {
        return column.qualifier().filter(OWN::equals).isPresent();
    }

    /** @return the columns of the row itself that an expression reads */
    static Set<String> ownColumns(Expr expr) {
        Set<String> columns = new HashSet<>();
        collect(expr, columns);
        return columns;
    }

    private static void collect(Expr expr, Set<String> columns) {
        if (expr instanceof Expr.Column column && own(column)) {
            columns.add(column.name());
        }
        expr.children().forEach(child -> collect(child, columns));
    }

    /** @return the expression with columns of the row replaced */
    static Expr substitute(Expr expr, Map<String, Expr> assigned) {
        return switch (expr) {
            case Expr.Column column -> own(column) ? assigned.getOrDefault(column.name(), column) : column;
            case Expr.Call call ->
                new Expr.Call(call.name(), call.arguments().stream().map(a -> substitute(a, assigned)).toList());
            case Expr.Windowed window -> new Expr.Windowed(
                    new Expr.Call(window.call().name(),
                            window.call().arguments().stream().map(a -> substitute(a, assigned)).toList()),
                    window.partitionBy().stream().map(p -> substitute(p, assigned)).toList(),
                    window.orderBy().stream().map(o -> substitute(o, assigned)).toList());
            case Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Subquery _ -> expr;
        };
    }

    /** @return an expression that is equal for every row, in a normal form for the functions known here */
    static Expr simplify(Expr expr) {
        if (!(expr instanceof Expr.Call(var name, var arguments))) {
            return expr;
        }
        List<Expr> parts = arguments.stream().map(Algebra::simplify).toList();
        if (FIRST_NON_NULL.contains(name)) {
            return firstNonNull(parts);
        }
        if (TEXT.contains(name) && parts.size() == 1) {
            return text(name, parts.getFirst());
        }
        if (LATTICE.contains(name)) {
            return lattice(name, parts);
        }
        if (name.equals("case") || name.equals("if") || name.equals("iff")) {
            Optional<Expr> picked = picked(parts);
            return picked.isPresent() ? picked.get() : nullCase(name, parts);
        }
        boolean nested = !parts.isEmpty() && parts.getFirst() instanceof Expr.Call(var inner, var innerArguments)
                && inner.equals(name) && (ABSORBING.contains(name) || name.startsWith("cast:"))
                && tail(innerArguments).equals(tail(parts)) && startsAtOne(name, parts);
        if (nested) {
            return parts.getFirst();
        }
        if (name.equals("negate") && parts.getFirst() instanceof Expr.Call(var inner, var innerArguments)
                && inner.equals("negate")) {
            return innerArguments.getFirst();
        }
        if (name.equals("replace") && singleCharacter(parts)
                && parts.getFirst() instanceof Expr.Call(var inner, var innerArguments)
                && inner.equals("replace") && tail(innerArguments).equals(tail(parts))) {
            return parts.getFirst();
        }
        if (name.equals("case of") && parts.size() % 2 == 0) {
            return simplify(searched(parts));
        }
        return new Expr.Call(name, parts);
    }

    /** Trims and changes of case commute; of several changes of case the outermost wins. */
    private static Expr text(String name, Expr inner) {
        Set<String> trims = new java.util.TreeSet<>();
        Optional<String> letters = Optional.empty();
        Expr core = new Expr.Call(name, List.of(inner));
        while (core instanceof Expr.Call(var function, var arguments) && TEXT.contains(function)
                && arguments.size() == 1) {
            if (function.endsWith("trim") || function.equals("strip")) {
                trims.add(function);
            } else if (letters.isEmpty()) {
                letters = Optional.of(function);
            }
            core = arguments.getFirst();
        }
        for (String trim : trims) {
            core = new Expr.Call(trim, List.of(core));
        }
        return letters.isPresent() ? new Expr.Call(letters.get(), List.of(core)) : core;
    }

    private static List<Expr> tail(List<Expr> parts) {
        return parts.isEmpty() ? parts : parts.subList(1, parts.size());
    }

    /** A substring that starts at the first character is a projection, one that starts later is not. */
    private static boolean startsAtOne(String name, List<Expr> parts) {
        return !name.startsWith("substr") || name.equals("substring_index")
                || parts.size() > 1 && Set.of("0", "1").contains(parts.get(1).text());
    }

    /** REPLACE of one character by something that does not hold it. */
    private static boolean singleCharacter(List<Expr> parts) {
        return parts.size() == 3 && parts.get(1) instanceof Expr.Literal from && parts.get(2) instanceof Expr.Literal to
                && from.value().length() == 1 && !to.value().contains(from.value());
    }

    private static Expr searched(List<Expr> parts) {
        List<Expr> searched = new ArrayList<>();
        for (int i = 1; i + 1 < parts.size(); i += 2) {
            searched.add(Expr.call("=", parts.getFirst(), parts.get(i)));
            searched.add(parts.get(i + 1));
        }
        searched.add(parts.getLast());
        return new Expr.Call("case", List.copyOf(searched));
    }

    private static Expr firstNonNull(List<Expr> parts) {
        Set<Expr> distinct = new LinkedHashSet<>();
        for (Expr part : flattened("coalesce", parts)) {
            distinct.add(part);
            boolean present = part instanceof Expr.Literal literal && !literal.text().equals("null");
            if (present) {
                break;
            }
        }
        return distinct.size() == 1 ? distinct.iterator().next() : new Expr.Call("coalesce", List.copyOf(distinct));
    }

    /** A maximum or minimum: order and repetition of its arguments mean nothing. */
    private static Expr lattice(String name, List<Expr> parts) {
        List<Expr> distinct = flattened(name, parts).stream().sorted(Comparator.comparing(Expr::text)).toList();
        return distinct.size() == 1 ? distinct.getFirst() : new Expr.Call(name, distinct);
    }

    /**
     * CASE WHEN a > b THEN a ELSE b END: one of both, and of two equal ones that one. It differs from GREATEST where one is
     * null, so it has a name of its own.
     */
    private static Optional<Expr> picked(List<Expr> parts) {
        if (parts.size() != 3 || !(parts.getFirst() instanceof Expr.Call(var test, var sides)) || sides.size() != 2
                || !Set.of("<", "<=", ">", ">=").contains(test)) {
            return Optional.empty();
        }
        boolean leftFirst = parts.get(1).equals(sides.get(0)) && parts.get(2).equals(sides.get(1));
        boolean rightFirst = parts.get(1).equals(sides.get(1)) && parts.get(2).equals(sides.get(0));
        if (!leftFirst && !rightFirst) {
            return Optional.empty();
        }
        return Optional.of(lattice(test.startsWith(">") == leftFirst ? "greater of" : "lesser of", sides));
    }

    private static Set<Expr> flattened(String name, List<Expr> parts) {
        Set<Expr> flat = new LinkedHashSet<>();
        for (Expr part : parts) {
            if (part instanceof Expr.Call(var inner, var innerArguments) && inner.equals(name)) {
                flat.addAll(innerArguments);
            } else {
                flat.add(part);
            }
        }
        return flat;
    }

    /** CASE WHEN x IS NULL THEN y ELSE x END is COALESCE(x, y). */
    private static Expr nullCase(String name, List<Expr> parts) {
        if (parts.size() == 3 && parts.getFirst() instanceof Expr.Call(var test, var tested)) {
            Expr then = parts.get(1);
            Expr otherwise = parts.get(2);
            boolean isNull = test.equals("is null") && tested.getFirst().equals(otherwise);
            boolean notNull = test.equals("not") && tested.getFirst() instanceof Expr.Call(var inner, var innermost)
                    && inner.equals("is null")
                    && innermost.getFirst().equals(then);
            if (isNull) {
                return firstNonNull(List.of(otherwise, then));
            }
            if (notNull) {
                return firstNonNull(List.of(then, otherwise));
            }
        }
        return new Expr.Call(name.equals("case") ? "case" : parts.size() == 3 ? "case" : name, parts);
    }

    /**
     * A CASE that turns the column into constants and else leaves it: decided by what it makes of its own results.
     *
     * @return whether every result is left alone by a second application
     */
    private static boolean decidedByConstants(String column, Expr value) {
        if (!(value instanceof Expr.Call(var name, var parts)) || !name.equals("case") || parts.size() % 2 == 0) {
            return false;
        }
        Expr own = new Expr.Column(Optional.of(OWN), column);
        Set<String> results = new LinkedHashSet<>();
        List<Expr.Literal> literals = new ArrayList<>();
        for (int i = 1; i < parts.size(); i += 2) {
            if (!(parts.get(i) instanceof Expr.Literal literal)) {
                return false;
            }
            if (results.add(literal.text())) {
                literals.add(literal);
            }
        }
        Expr otherwise = parts.getLast();
        boolean left = otherwise.equals(own) || otherwise instanceof Expr.Literal;
        if (!left) {
            return false;
        }
        boolean ownOnly = true;
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            ownOnly &= ownColumns(parts.get(i)).equals(Set.of(column)) && !volatileIn(parts.get(i));
        }
        if (otherwise instanceof Expr.Literal literal && results.add(literal.text())) {
            literals.add(literal);
        }
        if (results.size() == 1) {
            return true;
        }
        return ownOnly && literals.stream()
                .allMatch(literal -> evaluate(parts, column, literal).filter(literal.text()::equals).isPresent());
    }

    /** @return the constants that a CASE gives, NULL where it has no ELSE; empty where it gives anything else */
    static Set<Expr.Literal> results(Expr value) {
        Expr plain = simplify(value);
        if (!(plain instanceof Expr.Call(var name, var parts)) || !name.equals("case") || parts.size() % 2 == 0) {
            return Set.of();
        }
        Set<Expr.Literal> results = new LinkedHashSet<>();
        for (int i = 1; i <= parts.size(); i += 2) {
            if (!(parts.get(Math.min(i, parts.size() - 1)) instanceof Expr.Literal literal)) {
                return Set.of();
            }
            results.add(literal);
        }
        return results;
    }

    private static Optional<String> evaluate(List<Expr> parts, String column, Expr.Literal value) {
        Map<String, Expr> row = new HashMap<>(Map.of(column, value));
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            Proof holds = condition(substitute(parts.get(i), row));
            if (holds == Proof.YES) {
                return Optional.of(parts.get(i + 1).text());
            }
            if (holds == Proof.OPEN) {
                return Optional.empty();
            }
        }
        return Optional.of(substitute(parts.getLast(), row).text());
    }

    /** @return whether a comparison of constants holds */
    static Proof condition(Expr expr) {
        if (expr instanceof Expr.Call(var name, var operands)) {
            boolean literals = operands.stream().allMatch(o -> o instanceof Expr.Literal);
            switch (name) {
                case "=", "in" -> {
                    return !literals
                            ? Proof.OPEN
                            : operands.stream().skip(1).anyMatch(o -> o.text().equals(operands.getFirst().text()))
                                    ? Proof.YES
                                    : Proof.NO;
                }
                case "is null" -> {
                    return !literals ? Proof.OPEN : operands.getFirst().text().equals("null") ? Proof.YES : Proof.NO;
                }
                default -> {
                    return dev.reprise.idempotency.region.Predicates.constant(expr);
                }
            }
        }
        return Proof.OPEN;
    }

    static boolean volatileIn(Expr expr) {
        return expr instanceof Expr.Call call && Volatile.is(call)
                || expr.children().stream().anyMatch(Algebra::volatileIn);
    }
}
