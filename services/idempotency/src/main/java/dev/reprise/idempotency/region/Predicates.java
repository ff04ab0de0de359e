// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.region;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.reprise.idempotency.region.Atom.Kind;
import dev.reprise.idempotency.sql.Expr;

/** Conditions to atoms. */
public final class Predicates {
    private Predicates() {}

    /**
     * @param condition a WHERE clause
     * @param mine which columns belong to the table in question
     * @return the atoms on those columns; conjuncts about anything else are left out
     */
    public static List<Atom> atoms(Expr condition, Predicate<Expr.Column> mine) {
        List<Atom> atoms = new ArrayList<>();
        Expr.conjuncts(condition).forEach(conjunct -> atoms.addAll(simple(conjunct, mine)));
        return List.copyOf(atoms);
    }

    /**
     * @param condition a WHERE clause
     * @param mine which columns belong to the table in question
     * @return the exact meaning: conjuncts that are no simple comparison become opaque atoms
     */
    public static List<Atom> exact(Expr condition, Predicate<Expr.Column> mine) {
        List<Atom> atoms = new ArrayList<>();
        for (Expr conjunct : Expr.conjuncts(condition)) {
            if (constant(conjunct) == Proof.YES) {
                continue;
            }
            List<Atom> simple = simple(conjunct, mine);
            atoms.addAll(simple.isEmpty()
                    ? List.of(new Atom(unqualified(conjunct).text(), Kind.OPAQUE, List.of()))
                    : simple);
        }
        return List.copyOf(atoms);
    }

    /**
     * @param condition any condition
     * @return YES when it is true of every row (1=1), NO when of none (1=0, FALSE), OPEN otherwise
     */
    public static Proof constant(Expr condition) {
        if (condition instanceof Expr.Literal literal) {
            return switch (literal.text()) {
                case "true", "1" -> Proof.YES;
                case "false", "0", "null" -> Proof.NO;
                default -> Proof.OPEN;
            };
        }
        if (condition instanceof Expr.Call(var name, var arguments)) {
            if (name.equals("and")) {
                List<Proof> proofs = arguments.stream().map(Predicates::constant).toList();
                return proofs.contains(Proof.NO) ? Proof.NO : proofs.contains(Proof.OPEN) ? Proof.OPEN : Proof.YES;
            }
            if (name.equals("not")) {
                Proof inner = constant(arguments.getFirst());
                return inner == Proof.YES ? Proof.NO : inner == Proof.NO ? Proof.YES : Proof.OPEN;
            }
            boolean literals = arguments.size() == 2 && arguments.stream().allMatch(a -> a instanceof Expr.Literal);
            if (literals && (name.equals("=") || name.equals("<>"))) {
                boolean same = arguments.get(0).text().equals(arguments.get(1).text());
                return same == name.equals("=") ? Proof.YES : Proof.NO;
            }
        }
        return Proof.OPEN;
    }

    private static List<Atom> simple(Expr conjunct, Predicate<Expr.Column> mine) {
        if (!(conjunct instanceof Expr.Call(var name, var arguments))) {
            return List.of();
        }
        return switch (name) {
            case "=", "<=>", "<", "<=", ">", ">=", "<>" -> comparison(name, arguments.get(0), arguments.get(1), mine);
            case "in" -> members(arguments, mine, Kind.IN);
            case "between" -> {
                List<Atom> low = comparison(">=", arguments.get(0), arguments.get(1), mine);
                List<Atom> high = comparison("<=", arguments.get(0), arguments.get(2), mine);
                yield low.isEmpty() || high.isEmpty() ? List.of() : List.of(low.getFirst(), high.getFirst());
            }
            case "is null" -> column(arguments.getFirst(), mine).map(c -> List.of(new Atom(c, Kind.IS_NULL, List.of())))
                    .orElse(List.of());
            case "not" -> negated(arguments.getFirst(), mine);
            case "or" -> alternatives(arguments, mine);
            default -> List.of();
        };
    }

    private static List<Atom> negated(Expr inner, Predicate<Expr.Column> mine) {
        if (!(inner instanceof Expr.Call(var name, var arguments))) {
            return List.of();
        }
        return switch (name) {
            case "is null" -> column(arguments.getFirst(), mine)
                    .map(c -> List.of(new Atom(c, Kind.NOT_NULL, List.of()))).orElse(List.of());
            case "in" -> members(arguments, mine, Kind.NOT_IN);
            case "=" -> comparison("<>", arguments.get(0), arguments.get(1), mine);
            default -> List.of();
        };
    }

    /** a = 1 OR a = 2 is a IN (1, 2). */
    private static List<Atom> alternatives(List<Expr> arguments, Predicate<Expr.Column> mine) {
        List<Value> values = new ArrayList<>();
        String column = "";
        for (Expr argument : arguments) {
            List<Atom> atoms = simple(argument, mine);
            boolean fits = atoms.size() == 1 && atoms.getFirst().kind() == Kind.IN
                    && (column.isEmpty() || column.equals(atoms.getFirst().column()));
            if (!fits) {
                return List.of();
            }
            column = atoms.getFirst().column();
            values.addAll(atoms.getFirst().values());
        }
        return List.of(new Atom(column, Kind.IN, List.copyOf(values)));
    }

    private static List<Atom> members(List<Expr> arguments, Predicate<Expr.Column> mine, Kind kind) {
        Optional<String> column = column(arguments.getFirst(), mine);
        List<Optional<Value>> values = arguments.stream().skip(1).map(Value::of).toList();
        return column.isPresent() && !values.isEmpty() && values.stream().allMatch(Optional::isPresent)
                ? List.of(new Atom(column.get(), kind, values.stream().map(Optional::orElseThrow).toList()))
                : List.of();
    }

    private static List<Atom> comparison(String operator, Expr left, Expr right, Predicate<Expr.Column> mine) {
        Optional<String> column = column(left, mine);
        Optional<Value> value = Value.of(right);
        if (column.isEmpty() || value.isEmpty()) {
            column = column(right, mine);
            value = Value.of(left);
            if (column.isEmpty() || value.isEmpty()) {
                return List.of();
            }
            return List.of(atom(column.get(), mirrored(operator), value.get()));
        }
        return List.of(atom(column.get(), operator, value.get()));
    }

    private static String mirrored(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
        };
    }

    private static Atom atom(String column, String operator, Value value) {
        Kind kind = switch (operator) {
            case "<" -> Kind.LESS;
            case "<=" -> Kind.LESS_OR_EQUAL;
            case ">" -> Kind.GREATER;
            case ">=" -> Kind.GREATER_OR_EQUAL;
            case "<>" -> Kind.NOT_IN;
            default -> Kind.IN;
        };
        return new Atom(column, kind, List.of(value));
    }

    private static Optional<String> column(Expr expr, Predicate<Expr.Column> mine) {
        return expr instanceof Expr.Column column && mine.test(column)
                ? Optional.of(column.name())
                : expr instanceof Expr.Call cast && cast.name().startsWith("cast:")
                        ? column(cast.arguments().getFirst(), mine)
                        : Optional.empty();
    }

    /**
     * @param expr an expression
     * @return the same with the qualifiers of its columns taken off
     */
    public static Expr unqualified(Expr expr) {
        return switch (expr) {
            case Expr.Column column -> new Expr.Column(Optional.empty(), column.name());
            case Expr.Call call ->
                new Expr.Call(call.name(), call.arguments().stream().map(Predicates::unqualified).toList());
            case Expr.Literal _,Expr.Parameter _,Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> expr;
        };
    }
}
