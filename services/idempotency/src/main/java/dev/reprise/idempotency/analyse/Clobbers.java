// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.idempotency.sql.Expr;
import dev.reprise.idempotency.sql.Query;

/** What is wrong with what an effect reads, seen from a clean run: emptied, overwritten, spoilt, or rewritten from a copy of itself. */
final class Clobbers {
    private final World world;

    Clobbers(World world) {
        this.world = world;
    }

    /** What is wrong with what the effect reads, seen from a clean run. */
    Optional<Judgement> clobbered(Effect effect) {
        Judgement worst = Judgement.safe(Rule.READ_ONLY, "");
        for (Read read : effect.reads()) {
            if (world.known(read.table()).isEmpty()) {
                continue;
            }
            World.State state = world.state(read.table());
            boolean own = read.table().equals(effect.target());
            if (!own) {
                for (Spoil spoil : state.spoils()) {
                    if (spoil.region().disjoint(read.region()) != Proof.YES) {
                        worst = worst.worse(spoil.judgement());
                    }
                }
                worst = worst.worse(overwritten(effect, read, state));
            } else if (effect.kind() == Kind.OVERWRITE || effect.kind() == Kind.DYNAMIC) {
                worst = worst.worse(destroyed(effect, read, state));
            }
        }
        return worst.safety() == Safety.SAFE ? Optional.empty() : Optional.of(worst);
    }

    private List<Effect> overlapping(Read read, World.State state) {
        world.spend(state.ahead().size());
        return state.ahead().stream().filter(other -> {
            boolean elsewhere = World.apart(other, read.region());
            boolean otherColumns = other.kind() == Kind.UPDATE && read.columns()
                    .filter(columns -> other.columns().stream().noneMatch(columns::contains)).isPresent();
            return !elsewhere && !otherColumns;
        }).toList();
    }

    /** An overwrite from its own table after that table has been emptied. */
    private Judgement destroyed(Effect effect, Read read, World.State state) {
        boolean emptied = overlapping(read, state).stream()
                .anyMatch(other -> other != effect && other.kind() == Kind.RESET
                        && other.region().contains(read.region()) == Proof.YES)
                && !state.ahead().contains(effect);
        return emptied
                ? Judgement.unsafe(Rule.DESTROY_BEFORE_REFILL, effect.target() + " was emptied before and is now read")
                : Judgement.safe(Rule.READ_ONLY, "");
    }

    private Judgement overwritten(Effect effect, Read read, World.State state) {
        List<Effect> others = overlapping(read, state);
        if (others.isEmpty()) {
            return Judgement.safe(Rule.READ_ONLY, "");
        }
        List<Effect> through = others.stream().filter(other -> through(other, read.table())).toList();
        if (!through.isEmpty()) {
            return refilled(effect, read, others, through.getLast());
        }
        Effect cause = others.getLast();
        if (emptied(effect, read)) {
            return Judgement.unsafe(lost(effect, read) ? Rule.DESTROY_BEFORE_REFILL : Rule.MOVE,
                    read.table() + " was emptied before: " + effect.target()
                            + " is built from nothing the second time");
        }
        boolean mild = cause.kind() == Kind.KEYED || cause.kind() == Kind.DELETE || cause.kind() == Kind.DYNAMIC
                || cause.kind() != Kind.MOVE && cause.kind() != Kind.EXCHANGE
                        && cause.region().disjoint(read.region()) == Proof.OPEN;
        String message = read.table() + " is read here and changed at line " + cause.place().line()
                + ": the second run reads the changed rows";
        return mild ? Judgement.unknown(Rule.CROSS_CLOBBER, message) : Judgement.unsafe(Rule.CROSS_CLOBBER, message);
    }

    /** The table that was emptied was to be filled again from what is read here. */
    private boolean lost(Effect effect, Read read) {
        return world.effects().stream().anyMatch(other -> other.target().equals(read.table())
                && other.reads().stream().anyMatch(r -> r.table().equals(effect.target())));
    }

    /** Whether an effect writes its target from its own rows, through a staging table. */
    private static boolean through(Effect other, String table) {
        return other.target().equals(table) && other.reads().stream().noneMatch(read -> read.table().equals(table))
                && other.query().isPresent()
                && Reads.of(other.query().get()).stream().anyMatch(read -> read.table().equals(table));
    }

    /** A table that is rewritten from a copy of itself: read whole again, the copy is judged like a self-read. */
    private Judgement refilled(Effect effect, Read read, List<Effect> others, Effect refill) {
        boolean whole = refill.kind() == Kind.OVERWRITE
                || refill.kind() == Kind.APPEND && others.stream().anyMatch(
                        other -> other.kind() == Kind.RESET && other.region().contains(refill.region()) == Proof.YES);
        if (refill.kind() == Kind.DYNAMIC) {
            return Judgement.unknown(Rule.CROSS_CLOBBER, read.table() + " is read here and written at line "
                    + refill.place().line()
                    + ": whether the partitions that are written are among those that are read cannot be proved");
        }
        if (whole) {
            Judgement judged = Shapes.judge(refill.query().orElseThrow(), read.table(), refill.names());
            boolean kept = !effect.has(Trait.TEMPORARY) && !droppedLater(effect);
            boolean staged = refill.reads().stream().anyMatch(each -> each.table().equals(effect.target()))
                    && copies(refill.query().orElseThrow());
            if (judged.safety() != Safety.UNSAFE && kept && !staged) {
                return Judgement.unknown(Rule.CROSS_CLOBBER, effect.target() + " is built from " + read.table()
                        + ", which line " + refill.place().line()
                        + " rewrites: the second run builds it from the rewritten rows");
            }
            return new Judgement(judged.safety(), judged.safety() == Safety.UNSAFE ? Rule.CROSS_CLOBBER : judged.rule(),
                    judged.message(), judged.conditions());
        }
        boolean guarded = refill.kind() == Kind.KEYED && refill.again().safety() == Safety.SAFE
                && effect.has(Trait.TEMPORARY);
        return guarded
                ? Judgement.safe(Rule.APPEND_GUARDED, "the staged rows are only those that are not there yet")
                : Judgement.unsafe(Rule.CROSS_CLOBBER, read.table() + " is read here and written at line "
                        + refill.place().line() + " from what was read");
    }

    /** What the table holds in between is gone at the end. */
    private boolean droppedLater(Effect effect) {
        return world.effects().stream().filter(other -> other.target().equals(effect.target()))
                .reduce((one, next) -> next)
                .filter(last -> last.kind() == Kind.RESET && last.has(Trait.CATALOG) && world.later(last, effect))
                .isPresent();
    }

    /** SELECT * FROM staging: what is written back is what was staged. */
    private static boolean copies(Query query) {
        return query.limit().isEmpty() && query.body() instanceof Query.Select select && !select.distinct()
                && select.where().isEmpty() && select.groupBy().isEmpty() && select.having().isEmpty()
                && select.from().size() == 1 && select.from().getFirst() instanceof Query.Derived
                && select.items().stream().allMatch(item -> item.expr() instanceof Expr.Star
                        || item.expr() instanceof Expr.Column column
                                && item.alias().filter(alias -> !alias.equals(column.name())).isEmpty());
    }

    /** Whether nothing is left of what is read: it was deleted, or its filter has been made false, or its position advanced. */
    boolean emptied(Effect effect, Read read) {
        if (world.known(read.table()).isEmpty() || read.table().equals(effect.target())) {
            return false;
        }
        World.State state = world.state(read.table());
        if (falsified(state, effect, read.region())) {
            return true;
        }
        for (Effect other : overlapping(read, state)) {
            boolean gone = (other.kind() == Kind.RESET || other.kind() == Kind.DELETE && effectively(other))
                    && other.region().contains(read.region()) == Proof.YES;
            boolean refilled = state.ahead().stream()
                    .anyMatch(more -> more != other && World.adds(more) && world.later(more, other)
                            && more.region().disjoint(read.region()) != Proof.YES);
            if (gone && !refilled && !filledBefore(effect, read)) {
                return true;
            }
        }
        return false;
    }

    /** The script itself has put rows there before it reads them. */
    private boolean filledBefore(Effect effect, Read read) {
        return world.effects().stream()
                .anyMatch(
                        other -> World.adds(other) && other.target().equals(read.table()) && world.later(effect, other)
                                && other.region().disjoint(read.region()) != Proof.YES);
    }

    boolean advanced(Effect effect, Read read) {
        return world.known(read.table()).stream().flatMap(state -> state.ahead().stream())
                .anyMatch(other -> Watermarks.advanced(effect, other));
    }

    private static boolean effectively(Effect delete) {
        return delete.region().whole() && delete.reads().isEmpty();
    }

    /** An update of every row that the region describes has made the region's own condition false. */
    boolean falsified(World.State state, Effect effect, Region region) {
        for (Effect other : state.ahead()) {
            boolean every = other != effect && other.kind() == Kind.UPDATE
                    && other.region().contains(region) == Proof.YES && plain(other);
            boolean contradicts = every && other.sets().stream().anyMatch(set -> region.atoms().stream()
                    .anyMatch(atom -> atom.column().equals(set.column())
                            && Region.of(List.of(set)).disjoint(Region.of(List.of(atom))) == Proof.YES));
            if (contradicts) {
                return true;
            }
        }
        return false;
    }

    /** Its region is all that restricts it: no join, no subquery. */
    private static boolean plain(Effect update) {
        return update.reads().stream().allMatch(read -> read.table().equals(update.target()));
    }
}
