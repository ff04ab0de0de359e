// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.rule.Rule;

/** What other statements on the same table do to an effect that would be harmless alone. */
final class Disturbances {
    private final World world;

    Disturbances(World world) {
        this.world = world;
    }

    /** A later effect of the prefix has changed what this one looks at. */
    Optional<Judgement> crossed(Effect effect, World.State state) {
        Set<String> looked = looked(effect);
        for (Effect other : state.ahead()) {
            if (other == effect || World.apart(other, effect.region())) {
                continue;
            }
            boolean changes = other.kind() == Kind.UPDATE && other.columns().stream().anyMatch(looked::contains);
            boolean adds = effect.kind() == Kind.UPDATE
                    && (other.kind() == Kind.APPEND || other.kind() == Kind.KEYED || other.kind() == Kind.DYNAMIC)
                    && world.later(other, effect);
            if (changes || adds) {
                return Optional.of(Judgement.unknown(Rule.CROSS_CLOBBER,
                        "a later statement on " + effect.target()
                                + " changes which rows this one finds the second time"));
            }
        }
        return Optional.empty();
    }

    /**
     * An effect that makes its own condition false is safe only when nothing else on the table makes it true again, or sets
     * back the values that it has computed.
     */
    Optional<Judgement> enabledAgain(Effect effect) {
        if (effect.again().rule() != Rule.SELF_DISABLING) {
            return Optional.empty();
        }
        Set<String> sensitive = new LinkedHashSet<>(looked(effect));
        sensitive.addAll(effect.columns());
        boolean disturbed = between(effect).stream().anyMatch(other -> switch (other.kind()) {
            case UPDATE -> other.columns().stream().anyMatch(sensitive::contains);
            case APPEND, DYNAMIC, KEYED, EXCHANGE, OVERWRITE -> true;
            case DELETE, MOVE, NOTE, OPAQUE, RESET -> false;
        });
        return disturbed
                ? Optional.of(Judgement.unknown(Rule.CROSS_CLOBBER,
                        "the statement makes its own condition false, but another statement on " + effect.target()
                                + " writes the same columns"))
                : Optional.empty();
    }

    /** An append that looks at its target is safe as long as what it has put there stays, or is reset before it. */
    boolean guardMoved(Effect effect) {
        boolean looks = effect.kind() == Kind.KEYED
                && effect.reads().stream().anyMatch(read -> read.table().equals(effect.target()));
        return looks && world.ran(effect) && between(effect).stream().anyMatch(other -> switch (other.kind()) {
            case RESET -> !(world.later(effect, other) && other.region().contains(effect.region()) == Proof.YES);
            case DELETE, DYNAMIC, EXCHANGE, MOVE, OVERWRITE, UPDATE -> true;
            case APPEND, KEYED, NOTE, OPAQUE -> false;
        });
    }

    /** A statement before it writes the same columns again, and this one will not correct them. */
    boolean overwrittenBefore(Effect effect) {
        return world.effects().stream()
                .filter(other -> other.target().equals(effect.target()) && world.later(effect, other))
                .anyMatch(other -> other.kind() == Kind.KEYED || other.kind() == Kind.DYNAMIC
                        || other.kind() == Kind.UPDATE
                                && other.columns().stream().anyMatch(effect.columns()::contains));
    }

    /** Values have changed since: rows that were equal are so no longer. */
    boolean rewritten(Effect effect) {
        return between(effect).stream().anyMatch(other -> other.kind() == Kind.UPDATE || other.kind() == Kind.KEYED);
    }

    /** What has worked on the table since the effect was applied first: the rest of the prefix, and what stands before it. */
    List<Effect> between(Effect effect) {
        return world.effects().stream()
                .filter(other -> other != effect && other.target().equals(effect.target()))
                .filter(other -> world.ran(other) || world.later(effect, other)).toList();
    }

    private static Set<String> looked(Effect effect) {
        Set<String> columns = new LinkedHashSet<>();
        effect.region().atoms().forEach(atom -> columns.add(atom.column()));
        effect.reads().stream().filter(read -> read.table().equals(effect.target()))
                .forEach(read -> read.columns().ifPresent(columns::addAll));
        return columns;
    }
}
