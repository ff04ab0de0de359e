// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Predicates;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query.Select;
import dev.reprise.idempotency.sql.Query.Table;

/** A load above a position that is stored in a control table, and the update that advances it. */
final class Watermarks {
    private Watermarks() {}

    /**
     * @param load an effect that reads a position
     * @param update an effect on the table that holds it
     * @return whether after the update the load finds nothing: it takes values above the stored one, and the stored one is
     *         now the highest
     */
    static boolean advanced(Effect load, Effect update) {
        if (update.kind() != Kind.UPDATE || load.query().isEmpty()
                || !(load.query().get().body() instanceof Select select)) {
            return false;
        }
        for (Expr condition : Sources.of(select).conditions()) {
            Optional<Expr.Column> bounded = above(condition, update);
            if (bounded.isPresent() && highest(update, bounded.get(), select)) {
                return true;
            }
        }
        return false;
    }

    /** {@code x > (SELECT position FROM ctl)}: the column x. */
    private static Optional<Expr.Column> above(Expr condition, Effect update) {
        if (!(condition instanceof Expr.Call(var name, var sides)) || !name.equals(">") && !name.equals("<")) {
            return Optional.empty();
        }
        Expr value = name.equals(">") ? sides.get(0) : sides.get(1);
        Expr bound = name.equals(">") ? sides.get(1) : sides.get(0);
        Expr inner = bound instanceof Expr.Call(var function, var arguments) && function.equals("coalesce")
                ? arguments.getFirst()
                : bound;
        boolean stored = inner instanceof Expr.Subquery(var query)
                && Outputs.only(query).filter(t -> t.name().equals(update.target())).isPresent()
                && query.body() instanceof Select select && select.items().size() == 1
                && reads(select, update.columns());
        return stored && value instanceof Expr.Column column ? Optional.of(column) : Optional.empty();
    }

    private static boolean reads(Select select, java.util.Set<String> columns) {
        Expr expr = select.items().getFirst().expr();
        return expr instanceof Expr.Column column && columns.contains(column.name())
                || Guards.maximumOf(expr).filter(columns::contains).isPresent();
    }

    /** The update sets the position to the highest value of the same column of the same source, or to the load's own upper bound. */
    private static boolean highest(Effect update, Expr.Column column, Select select) {
        Optional<String> source = select.from().size() == 1 && select.from().getFirst() instanceof Table table
                ? Optional.of(table.name())
                : Optional.empty();
        boolean maximum = source.isPresent() && update.query()
                .filter(query -> Outputs.only(query).filter(t -> t.name().equals(source.get())).isPresent()
                        && query.body() instanceof Select inner && inner.where().isEmpty() && inner.items().size() == 1
                        && Guards.maximumOf(inner.items().getFirst().expr()).filter(column.name()::equals).isPresent())
                .isPresent();
        return maximum || update.sets().stream().filter(set -> set.kind() == Atom.Kind.IN)
                .anyMatch(set -> bounded(select, column, set));
    }

    private static boolean bounded(Select select, Expr.Column column, Atom position) {
        List<Atom> known = new ArrayList<>();
        Sources.of(select).conditions().forEach(condition -> known.addAll(Predicates.atoms(condition, column::equals)));
        Region below = Region.of(List.of(new Atom(column.name(), Atom.Kind.LESS_OR_EQUAL, position.values())));
        return below.contains(Region.of(known)) == Proof.YES;
    }
}
