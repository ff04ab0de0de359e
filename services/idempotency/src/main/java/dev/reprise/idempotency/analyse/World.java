// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.rule.Safety;

/**
 * The tables during a replay: what each still holds of the prefix, and where it is spoilt. Effects are told apart by identity.
 */
final class World {
    /** How one table differs from the clean state. */
    static final class State {
        private final Set<Effect> ahead = new LinkedHashSet<>();
        private final List<Spoil> spoils = new ArrayList<>();

        /** @return effects of the prefix that are still in it and have not been applied again */
        Set<Effect> ahead() {
            return ahead;
        }

        /** @return where it is spoilt */
        List<Spoil> spoils() {
            return spoils;
        }
    }

    private final List<Effect> effects;
    private final Map<Effect, Integer> positions = new HashMap<>();
    private final Work work;
    private final Map<String, State> states = new HashMap<>();
    private final Set<Effect> ran = new LinkedHashSet<>();

    World(List<List<Effect>> steps, int prefix, Work work) {
        this.work = work;
        this.effects = steps.stream().flatMap(List::stream).toList();
        effects.forEach(effect -> positions.put(effect, positions.size()));
        steps.subList(0, prefix).forEach(ran::addAll);
    }

    void spend(int more) {
        work.spend(more);
    }

    State state(String table) {
        return states.computeIfAbsent(table, name -> new State());
    }

    Optional<State> known(String table) {
        return Optional.ofNullable(states.get(table));
    }

    Map<String, State> states() {
        return states;
    }

    void put(String table, State state) {
        states.put(table, state);
    }

    /** @return all effects of the script in order */
    List<Effect> effects() {
        return effects;
    }

    /** @return whether the prefix held the effect */
    boolean ran(Effect effect) {
        return ran.contains(effect);
    }

    /** @return whether {@code other} stands after {@code effect} in the script */
    boolean later(Effect other, Effect effect) {
        return positions.getOrDefault(other, -1) > positions.getOrDefault(effect, -1);
    }

    void spoil(Effect effect, Judgement judgement, boolean duplicates) {
        if (judgement.safety() != Safety.SAFE) {
            // An update may have moved rows out of the region in which it found them.
            boolean moves = effect.kind() == Effect.Kind.UPDATE
                    && effect.region().atoms().stream().map(Atom::column).anyMatch(effect.columns()::contains);
            state(effect.target()).spoils()
                    .add(new Spoil(moves ? Region.ALL : effect.region(), judgement, effect, duplicates));
        }
    }

    /** Whether the effect has touched no row of the region. An update touches where its rows were and where they are now. */
    static boolean apart(Effect other, Region region) {
        return switch (other.kind()) {
            case MOVE, EXCHANGE -> false;
            case UPDATE -> other.region().disjoint(region) == Proof.YES && after(other).disjoint(region) == Proof.YES;
            case APPEND, DELETE, DYNAMIC, KEYED, NOTE, OPAQUE, OVERWRITE, RESET ->
                other.region().disjoint(region) == Proof.YES;
        };
    }

    static Region after(Effect update) {
        List<Atom> kept = update.region().atoms().stream().filter(atom -> !update.columns().contains(atom.column()))
                .toList();
        return Region.of(kept).and(update.sets());
    }

    static boolean adds(Effect effect) {
        return effect.kind() == Kind.APPEND || effect.kind() == Kind.KEYED || effect.kind() == Kind.OVERWRITE
                || effect.kind() == Kind.DYNAMIC;
    }
}
