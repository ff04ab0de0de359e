// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.region;

import java.util.List;
import java.util.OptionalInt;

/**
 * One predicate on one column, or an opaque one that is only equal to itself.
 *
 * @param column lower-case name; the canonical text for {@link Kind#OPAQUE}
 * @param kind what is said of it
 * @param values what it is compared with
 */
public record Atom(String column, Kind kind, List<Value> values) {
    /** Forms of a predicate. */
    public enum Kind {
        IN, NOT_IN, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, IS_NULL, NOT_NULL, OPAQUE
    }

    /**
     * @param column name
     * @param value the one it equals
     * @return the atom
     */
    public static Atom equal(String column, Value value) {
        return new Atom(column, Kind.IN, List.of(value));
    }

    /**
     * @param name of the column instead of this one's
     * @return the same predicate on it
     */
    public Atom on(String name) {
        return kind == Kind.OPAQUE ? this : new Atom(name, kind, values);
    }

    boolean range() {
        return switch (kind) {
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            case IN, NOT_IN, IS_NULL, NOT_NULL, OPAQUE -> false;
        };
    }

    private boolean upper() {
        return kind == Kind.LESS || kind == Kind.LESS_OR_EQUAL;
    }

    /**
     * @param other an atom on the same column
     * @return whether every value that satisfies this one satisfies {@code other}
     */
    Proof implies(Atom other) {
        if (equals(other)) {
            return Proof.YES;
        }
        if (kind == Kind.OPAQUE || other.kind == Kind.OPAQUE) {
            return Proof.OPEN;
        }
        if (other.kind == Kind.NOT_NULL) {
            return kind == Kind.IS_NULL ? Proof.NO : Proof.YES;
        }
        if (kind == Kind.IN) {
            return all(values.stream().map(other::holds).toList());
        }
        if (range() && other.range() && upper() == other.upper()) {
            return bound(other);
        }
        if (range() && other.kind == Kind.NOT_IN) {
            return all(other.values.stream().map(this::holds).map(Atom::not).toList());
        }
        if (kind == Kind.NOT_IN && other.kind == Kind.NOT_IN) {
            return all(other.values.stream().map(v -> any(values.stream().map(v::same).toList())).toList());
        }
        return Proof.NO;
    }

    private Proof bound(Atom other) {
        OptionalInt order = values.getFirst().order(other.values.getFirst());
        if (order.isEmpty()) {
            return values.getFirst().same(other.values.getFirst()) == Proof.YES && (kind == other.kind || strict())
                    ? Proof.YES
                    : Proof.OPEN;
        }
        int distance = upper() ? order.getAsInt() : -order.getAsInt();
        return distance < 0 || distance == 0 && (strict() || !other.strict()) ? Proof.YES : Proof.NO;
    }

    private boolean strict() {
        return kind == Kind.LESS || kind == Kind.GREATER;
    }

    /** Whether a value satisfies this atom. */
    Proof holds(Value value) {
        return switch (kind) {
            case IN -> any(values.stream().map(value::same).toList());
            case NOT_IN -> not(any(values.stream().map(value::same).toList()));
            case IS_NULL -> value.text().equals("null") ? Proof.YES : Proof.NO;
            case NOT_NULL -> value.text().equals("null") ? Proof.NO : Proof.YES;
            case OPAQUE -> Proof.OPEN;
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> within(value);
        };
    }

    private Proof within(Value value) {
        OptionalInt order = value.order(values.getFirst());
        if (order.isEmpty()) {
            return value.same(values.getFirst()) == Proof.YES ? strict() ? Proof.NO : Proof.YES : Proof.OPEN;
        }
        boolean holds = switch (kind) {
            case LESS -> order.getAsInt() < 0;
            case LESS_OR_EQUAL -> order.getAsInt() <= 0;
            case GREATER -> order.getAsInt() > 0;
            default -> order.getAsInt() >= 0;
        };
        return holds ? Proof.YES : Proof.NO;
    }

    /**
     * @param other an atom on the same column
     * @return whether no value satisfies both
     */
    Proof excludes(Atom other) {
        if (kind == Kind.IS_NULL || other.kind == Kind.IS_NULL) {
            return kind == other.kind
                    ? Proof.NO
                    : other.kind == Kind.OPAQUE || kind == Kind.OPAQUE ? Proof.OPEN : Proof.YES;
        }
        if (kind == Kind.IN) {
            return all(values.stream().map(other::holds).map(Atom::not).toList());
        }
        if (other.kind == Kind.IN) {
            return other.excludes(this);
        }
        if (range() && other.range() && upper() != other.upper()) {
            Atom low = upper() ? other : this;
            Atom high = upper() ? this : other;
            OptionalInt order = low.values.getFirst().order(high.values.getFirst());
            if (order.isEmpty()) {
                return low.values.getFirst().same(high.values.getFirst()) == Proof.YES
                        && (low.strict() || high.strict()) ? Proof.YES : Proof.OPEN;
            }
            return order.getAsInt() > 0 || order.getAsInt() == 0 && (low.strict() || high.strict())
                    ? Proof.YES
                    : Proof.NO;
        }
        return kind == Kind.OPAQUE || other.kind == Kind.OPAQUE ? Proof.OPEN : Proof.NO;
    }

    private static Proof not(Proof proof) {
        return proof == Proof.YES ? Proof.NO : proof == Proof.NO ? Proof.YES : Proof.OPEN;
    }

    private static Proof all(List<Proof> proofs) {
        return proofs.contains(Proof.NO) ? Proof.NO : proofs.contains(Proof.OPEN) ? Proof.OPEN : Proof.YES;
    }

    private static Proof any(List<Proof> proofs) {
        return proofs.contains(Proof.YES) ? Proof.YES : proofs.contains(Proof.OPEN) ? Proof.OPEN : Proof.NO;
    }
}
