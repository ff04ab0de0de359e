// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Atom;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.region.Region;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/**
 * Runs a prefix of a script and then the whole, on states that only say how each table differs from the state that a single
 * clean run would have at the same point: which effects of the prefix are still in it (ahead), and where it is spoilt.
 * A reset drops both; applying an effect to a state that already holds it is judged by the effect.
 */
final class Replay {
    private final List<List<Effect>> steps;
    private final World world;
    private final Clobbers clobbers;
    private final Disturbances disturbances;
    private final int prefix;

    private Replay(List<List<Effect>> steps, int prefix, Work work) {
        this.steps = steps;
        this.prefix = prefix;
        this.world = new World(steps, prefix, work);
        this.clobbers = new Clobbers(world);
        this.disturbances = new Disturbances(world);
    }

    /**
     * @param steps effects by atomic step
     * @param prefix number of steps that had run before the whole runs
     * @param work bounds it
     * @return what is spoilt at the end
     */
    static List<Spoil> after(List<List<Effect>> steps, int prefix, Work work) {
        return new Replay(steps, prefix, work).run();
    }

    private List<Spoil> run() {
        steps.subList(0, prefix).forEach(step -> step.forEach(this::first));
        world.effects().stream().filter(effect -> effect.has(Trait.TEMPORARY))
                .forEach(effect -> world.states().remove(effect.target()));
        world.effects().forEach(this::again);
        List<Spoil> spoils = new ArrayList<>();
        world.states().forEach((name, state) -> {
            spoils.addAll(state.spoils());
            for (Effect left : state.ahead()) {
                spoils.add(new Spoil(Region.ALL,
                        Judgement.unsafe(Rule.SWAP_NOT_ATOMIC, name + " holds what the run before left there"), left,
                        false));
            }
        });
        return spoils;
    }

    private void first(Effect effect) {
        world.spend(1);
        switch (effect.kind()) {
            case MOVE -> {
                String from = effect.reads().getFirst().table();
                World.State moved = world.state(from);
                World.State left = new World.State();
                moved.ahead().add(effect);
                left.ahead().add(effect);
                world.put(effect.target(), moved);
                world.put(from, left);
            }
            case EXCHANGE -> {
                String other = effect.reads().getFirst().table();
                World.State mine = world.state(effect.target());
                World.State theirs = world.state(other);
                mine.ahead().add(effect);
                theirs.ahead().add(effect);
                world.put(effect.target(), theirs);
                world.put(other, mine);
            }
            case RESET, OVERWRITE -> {
                kill(world.state(effect.target()), effect);
                world.state(effect.target()).ahead().add(effect);
            }
            case NOTE, OPAQUE -> {}
            case APPEND, DELETE, DYNAMIC, KEYED, UPDATE -> world.state(effect.target()).ahead().add(effect);
        }
    }

    /** Takes away what lies in the region that is reset for certain. */
    private void kill(World.State state, Effect reset) {
        world.spend(state.ahead().size());
        state.ahead().removeIf(effect -> effect != reset && wiped(effect, reset));
        state.spoils().removeIf(
                spoil -> reset.region().contains(spoil.region()) == Proof.YES && survives(spoil.cause(), reset));
    }

    /** A file that the engine remembers is not loaded again after a DELETE, only after a TRUNCATE. */
    private static boolean survives(Effect cause, Effect reset) {
        return !cause.has(Trait.REMEMBERS) || reset.has(Trait.CATALOG);
    }

    private static boolean wiped(Effect effect, Effect reset) {
        if (effect.kind() == Kind.UPDATE
                && reset.region().atoms().stream().map(Atom::column).anyMatch(effect.columns()::contains)) {
            return false; // the update may have moved rows out of the region
        }
        boolean moved = effect.kind() == Kind.MOVE || effect.kind() == Kind.EXCHANGE;
        return reset.region().contains(moved ? Region.ALL : effect.region()) == Proof.YES && survives(effect, reset);
    }

    private void again(Effect effect) {
        world.spend(1 + effect.reads().size());
        switch (effect.kind()) {
            case NOTE, OPAQUE -> {}
            case MOVE -> move(effect);
            case EXCHANGE -> exchange(effect);
            case RESET -> reset(effect);
            case OVERWRITE -> overwrite(effect);
            case DYNAMIC -> dynamic(effect);
            case APPEND, KEYED -> add(effect);
            case UPDATE -> update(effect);
            case DELETE -> delete(effect);
        }
    }

    private void move(Effect effect) {
        String from = effect.reads().getFirst().table();
        World.State moved = world.state(from);
        moved.ahead().remove(effect);
        world.put(effect.target(), moved);
        world.put(from, new World.State());
    }

    private void exchange(Effect effect) {
        String other = effect.reads().getFirst().table();
        World.State mine = world.state(effect.target());
        World.State theirs = world.state(other);
        boolean fresh = !theirs.ahead().contains(effect);
        mine.ahead().remove(effect);
        theirs.ahead().remove(effect);
        if (!fresh) {
            theirs.spoils().add(new Spoil(Region.ALL, effect.again(), effect, false));
        }
        world.put(effect.target(), theirs);
        world.put(other, mine);
    }

    private void reset(Effect effect) {
        World.State state = world.state(effect.target());
        kill(state, effect);
        Optional<Judgement> crossed = state.ahead().contains(effect)
                ? disturbances.crossed(effect, state)
                : Optional.empty();
        state.ahead().remove(effect);
        crossed.ifPresent(judgement -> world.spoil(effect, judgement, false));
    }

    private void overwrite(Effect effect) {
        Optional<Judgement> clobbered = clobbers.clobbered(effect);
        World.State state = world.state(effect.target());
        boolean readsItself = effect.reads().stream().anyMatch(read -> read.table().equals(effect.target()));
        boolean ahead = state.ahead().contains(effect);
        List<Spoil> kept = new ArrayList<>();
        if (readsItself) {
            state.spoils().stream().filter(
                    spoil -> !(spoil.duplicates() && effect.has(Trait.DEDUPES)) && visible(effect, spoil.region()))
                    .forEach(kept::add);
            // Rows that the overwrite does not read back are gone.
            state.ahead().removeIf(other -> other != effect && !visible(effect, other.region()));
        }
        Set<Effect> others = new LinkedHashSet<>(state.ahead());
        kill(state, effect);
        state.ahead().remove(effect);
        state.spoils().addAll(kept);
        if (readsItself) {
            others.stream().filter(other -> other != effect && !effect.has(Trait.DEDUPES)).forEach(state.ahead()::add);
        }
        clobbered.ifPresent(judgement -> world.spoil(effect, judgement, false));
        if (ahead && readsItself && clobbered.isEmpty()) {
            effect.onItself().filter(judgement -> judgement.safety() != Safety.SAFE)
                    .ifPresent(judgement -> world.spoil(effect, judgement, false));
        }
    }

    private static boolean visible(Effect effect, Region region) {
        return effect.reads().stream()
                .anyMatch(read -> read.table().equals(effect.target()) && read.region().disjoint(region) != Proof.YES);
    }

    private void dynamic(Effect effect) {
        Optional<Judgement> clobbered = clobbers.clobbered(effect);
        World.State state = world.state(effect.target());
        boolean ahead = state.ahead().remove(effect);
        clobbered.ifPresent(judgement -> world.spoil(effect, judgement, false));
        boolean readsItself = effect.reads().stream().anyMatch(read -> read.table().equals(effect.target()));
        if (ahead && readsItself) {
            effect.onItself().filter(judgement -> judgement.safety() != Safety.SAFE)
                    .ifPresent(judgement -> world.spoil(effect, judgement, false));
        }
        if (ahead) {
            world.spoil(effect, effect.again(), false);
        }
    }

    private void add(Effect effect) {
        World.State state = world.state(effect.target());
        boolean idle = effect.reads().stream()
                .anyMatch(read -> read.driving() && clobbers.emptied(effect, read) || clobbers.advanced(effect, read));
        if (idle) {
            boolean kept = state.ahead().remove(effect) && !takenBefore(effect);
            if (!kept) {
                world.spoil(effect, Judgement.unsafe(Rule.MOVE,
                        "what the first run wrote was reset, and its source has been emptied since"), false);
            }
            return; // nothing is read, so nothing is written: what the first run wrote stays
        }
        Optional<Judgement> clobbered = clobbers.clobbered(effect);
        boolean ahead = state.ahead().remove(effect);
        clobbered.ifPresent(judgement -> world.spoil(effect, judgement, false));
        if (disturbances.guardMoved(effect)) {
            world.spoil(effect, Judgement.unknown(Rule.CROSS_CLOBBER,
                    "the insert leaves out what " + effect.target()
                            + " holds, and another statement takes rows away from it"),
                    false);
        }
        if (ahead && clobbered.isEmpty()) {
            disturbances.enabledAgain(effect).ifPresent(judgement -> world.spoil(effect, judgement, false));
        }
        if (ahead && clobbered.isEmpty() && effect.again().safety() != Safety.SAFE) {
            world.spoil(effect, forgotten(effect)
                    ? Judgement.unsafe(Rule.LOAD_HISTORY,
                            "the rows are deleted, and the engine skips the files because it remembers them")
                    : effect.again(),
                    effect.kind() == Kind.APPEND);
        }
    }

    /** A statement before it takes away rows that it has put there. */
    private boolean takenBefore(Effect effect) {
        return world.effects().stream()
                .filter(other -> other.target().equals(effect.target()) && world.later(effect, other))
                .anyMatch(other -> switch (other.kind()) {
                    case DELETE, DYNAMIC, OVERWRITE, RESET -> other.region().disjoint(effect.region()) != Proof.YES;
                    case APPEND, EXCHANGE, KEYED, MOVE, NOTE, OPAQUE, UPDATE -> false;
                });
    }

    /** Rows of remembered files that a DELETE takes away do not come back. */
    private boolean forgotten(Effect load) {
        return load.has(Trait.REMEMBERS)
                && world.effects().stream().anyMatch(other -> other.target().equals(load.target())
                        && (other.kind() == Kind.RESET && !other.has(Trait.CATALOG) || other.kind() == Kind.DELETE));
    }

    private void update(Effect effect) {
        World.State state = world.state(effect.target());
        if (!state.ahead().contains(effect)) {
            clobbers.clobbered(effect).ifPresent(judgement -> world.spoil(effect, judgement, false));
            return;
        }
        boolean disabled = effect.reads().stream()
                .anyMatch(read -> read.table().equals(effect.target())
                        && clobbers.falsified(state, effect, read.region()))
                || effect.reads().stream().anyMatch(
                        read -> read.driving() && !read.table().equals(effect.target())
                                && clobbers.emptied(effect, read));
        if (disabled) {
            state.ahead().remove(effect);
            if (disturbances.overwrittenBefore(effect)) {
                world.spoil(effect, Judgement.unknown(Rule.CROSS_CLOBBER,
                        "the second run finds nothing to update, but an earlier statement has set the columns back"),
                        false);
            }
            return;
        }
        Optional<Judgement> judged = effect.again().safety() == Safety.SAFE
                || effect.again().safety() == Safety.CONDITIONAL
                        ? disturbances.crossed(effect, state)
                        : Optional.empty();
        judged = judged.isPresent() ? judged : disturbances.enabledAgain(effect);
        judged = judged.isPresent() ? judged : clobbers.clobbered(effect);
        state.ahead().remove(effect);
        if (judged.isPresent()) {
            world.spoil(effect, judged.get(), false);
        } else if (effect.again().safety() != Safety.SAFE) {
            world.spoil(effect, effect.again(), false);
        }
    }

    private void delete(Effect effect) {
        World.State state = world.state(effect.target());
        List<Effect> covered = state.ahead().stream()
                .filter(other -> other.kind() == Kind.APPEND && covers(effect, other)).toList();
        for (Effect append : covered) {
            state.ahead().remove(append);
            world.spoil(append, Judgement.conditional(
                    append.has(Trait.GENERATES_KEYS) ? Rule.GENERATED_KEY : Rule.NULLABLE_KEY,
                    append.has(Trait.GENERATES_KEYS) ? Condition.SURROGATE : Condition.KEY,
                    append.has(Trait.GENERATES_KEYS)
                            ? "the rows are deleted by key and inserted again, with other generated keys"
                            : "the rows are deleted by key and inserted again: a row with a null key is not deleted"),
                    false);
        }
        if (effect.has(Trait.DEDUPES) && !disturbances.rewritten(effect)) {
            state.spoils().removeIf(Spoil::duplicates);
        }
        List<Effect> wiped = state.spoils().stream().filter(Spoil::duplicates).map(Spoil::cause)
                .filter(cause -> covers(effect, cause)).toList();
        state.spoils().removeIf(spoil -> spoil.duplicates() && wiped.contains(spoil.cause()));
        wiped.forEach(append -> world.spoil(append, Judgement.conditional(Rule.NULLABLE_KEY, Condition.KEY,
                "the rows are deleted by key after: a row with a null key stays"), false));
        boolean ahead = state.ahead().contains(effect);
        Optional<Judgement> crossed = ahead ? disturbances.crossed(effect, state) : Optional.empty();
        if (crossed.isEmpty() && effect.has(Trait.LOOKS_AT_ITSELF) && !effect.has(Trait.DEDUPES) && world.ran(effect)
                && disturbances.between(effect).stream()
                        .anyMatch(other -> World.adds(other) || other.kind() == Kind.UPDATE)) {
            crossed = Optional.of(Judgement.unknown(Rule.CROSS_CLOBBER,
                    "which rows are deleted depends on other rows of " + effect.target()
                            + ", which another statement changes"));
        }
        boolean noop = effect.reads().stream()
                .anyMatch(read -> read.driving() && !read.table().equals(effect.target())
                        && clobbers.emptied(effect, read));
        Optional<Judgement> clobbered = noop || effect.keyReset().isPresent() && !covered.isEmpty()
                ? Optional.empty()
                : clobbers.clobbered(effect);
        state.ahead().remove(effect);
        if (crossed.isPresent()) {
            world.spoil(effect, crossed.get(), false);
        }
        clobbered.ifPresent(judgement -> world.spoil(effect, judgement, false));
        if (ahead && effect.again().safety() != Safety.SAFE) {
            world.spoil(effect, effect.again(), false);
        }
    }

    private static boolean covers(Effect delete, Effect append) {
        return delete.keyReset().isPresent() && append.query().isPresent()
                && delete.keyReset().get().covers(append.query().get(), append.names());
    }
}
