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
    /** A part of a table that differs from the clean state for good, unless it is reset. */
    record Spoil(Region region, Judgement judgement, Effect cause, boolean duplicates) {}

    private static final class State {
        private final Set<Effect> ahead = new LinkedHashSet<>();
        private final List<Spoil> spoils = new ArrayList<>();
    }

    private final List<List<Effect>> steps;
    private final Work work;
    private Map<String, State> states = new HashMap<>();
    private Set<Effect> ran = Set.of();

    Replay(List<List<Effect>> steps, Work work) {
        this.steps = steps;
        this.work = work;
    }

    /**
     * @param prefix number of steps that had run before the whole runs
     * @return what is spoilt at the end
     */
    List<Spoil> after(int prefix) {
        states = new HashMap<>();
        ran = new LinkedHashSet<>();
        steps.subList(0, prefix).forEach(ran::addAll);
        for (List<Effect> step : steps.subList(0, prefix)) {
            step.forEach(this::first);
        }
        for (List<Effect> step : steps) {
            step.stream().filter(effect -> effect.has(Trait.TEMPORARY))
                    .forEach(effect -> states.remove(effect.target()));
        }
        for (List<Effect> step : steps) {
            step.forEach(this::again);
        }
        List<Spoil> spoils = new ArrayList<>();
        states.forEach((name, state) -> {
            spoils.addAll(state.spoils);
            for (Effect left : state.ahead) {
                spoils.add(new Spoil(Region.ALL,
                        Judgement.unsafe(Rule.SWAP_NOT_ATOMIC, name + " holds what the run before left there"), left,
                        false));
            }
        });
        return spoils;
    }

    private State state(String table) {
        return states.computeIfAbsent(table, name -> new State());
    }

    // ---- the prefix

    private void first(Effect effect) {
        work.spend(1);
        switch (effect.kind()) {
            case MOVE -> {
                String from = effect.reads().getFirst().table();
                State moved = state(from);
                State left = new State();
                moved.ahead.add(effect);
                left.ahead.add(effect);
                states.put(effect.target(), moved);
                states.put(from, left);
            }
            case EXCHANGE -> {
                String other = effect.reads().getFirst().table();
                State mine = state(effect.target());
                State theirs = state(other);
                mine.ahead.add(effect);
                theirs.ahead.add(effect);
                states.put(effect.target(), theirs);
                states.put(other, mine);
            }
            case RESET, OVERWRITE -> {
                kill(state(effect.target()), effect);
                state(effect.target()).ahead.add(effect);
            }
            case NOTE, OPAQUE -> {}
            case APPEND, DELETE, DYNAMIC, KEYED, UPDATE -> state(effect.target()).ahead.add(effect);
        }
    }

    /** Takes away what lies in the region that is reset for certain. */
    private void kill(State state, Effect reset) {
        work.spend(state.ahead.size());
        state.ahead.removeIf(effect -> effect != reset && wiped(effect, reset));
        state.spoils.removeIf(
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

    // ---- the whole again

    private void again(Effect effect) {
        work.spend(1 + effect.reads().size());
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
        State moved = state(from);
        moved.ahead.remove(effect);
        states.put(effect.target(), moved);
        states.put(from, new State());
    }

    private void exchange(Effect effect) {
        String other = effect.reads().getFirst().table();
        State mine = state(effect.target());
        State theirs = state(other);
        boolean fresh = !theirs.ahead.contains(effect);
        mine.ahead.remove(effect);
        theirs.ahead.remove(effect);
        if (!fresh) {
            theirs.spoils.add(new Spoil(Region.ALL, effect.again(), effect, false));
        }
        states.put(effect.target(), theirs);
        states.put(other, mine);
    }

    private void reset(Effect effect) {
        State state = state(effect.target());
        kill(state, effect);
        Optional<Judgement> crossed = state.ahead.contains(effect) ? crossed(effect, state) : Optional.empty();
        state.ahead.remove(effect);
        crossed.ifPresent(judgement -> spoil(effect, judgement, false));
    }

    private void overwrite(Effect effect) {
        Optional<Judgement> clobbered = clobbered(effect);
        State state = state(effect.target());
        boolean readsItself = effect.reads().stream().anyMatch(read -> read.table().equals(effect.target()));
        boolean ahead = state.ahead.contains(effect);
        List<Spoil> kept = new ArrayList<>();
        if (readsItself) {
            state.spoils.stream().filter(
                    spoil -> !(spoil.duplicates() && effect.has(Trait.DEDUPES)) && visible(effect, spoil.region()))
                    .forEach(kept::add);
            // Rows that the overwrite does not read back are gone.
            state.ahead.removeIf(other -> other != effect && !visible(effect, other.region()));
        }
        Set<Effect> others = new LinkedHashSet<>(state.ahead);
        kill(state, effect);
        state.ahead.remove(effect);
        state.spoils.addAll(kept);
        if (readsItself) {
            others.stream().filter(other -> other != effect && !effect.has(Trait.DEDUPES)).forEach(state.ahead::add);
        }
        clobbered.ifPresent(judgement -> spoil(effect, judgement, false));
        if (ahead && readsItself && clobbered.isEmpty()) {
            effect.onItself().filter(judgement -> judgement.safety() != Safety.SAFE)
                    .ifPresent(judgement -> spoil(effect, judgement, false));
        }
    }

    private static boolean visible(Effect effect, Region region) {
        return effect.reads().stream()
                .anyMatch(read -> read.table().equals(effect.target()) && read.region().disjoint(region) != Proof.YES);
    }

    private void dynamic(Effect effect) {
        Optional<Judgement> clobbered = clobbered(effect);
        State state = state(effect.target());
        boolean ahead = state.ahead.remove(effect);
        clobbered.ifPresent(judgement -> spoil(effect, judgement, false));
        boolean readsItself = effect.reads().stream().anyMatch(read -> read.table().equals(effect.target()));
        if (ahead && readsItself) {
            effect.onItself().filter(judgement -> judgement.safety() != Safety.SAFE)
                    .ifPresent(judgement -> spoil(effect, judgement, false));
        }
        if (ahead) {
            spoil(effect, effect.again(), false);
        }
    }

    private void add(Effect effect) {
        State state = state(effect.target());
        boolean idle = effect.reads().stream()
                .anyMatch(read -> read.driving() && emptied(effect, read) || advanced(effect, read));
        if (idle) {
            if (!state.ahead.remove(effect)) {
                spoil(effect, Judgement.unsafe(Rule.MOVE,
                        "what the first run wrote was reset, and its source has been emptied since"), false);
            }
            return; // nothing is read, so nothing is written: what the first run wrote stays
        }
        Optional<Judgement> clobbered = clobbered(effect);
        boolean ahead = state.ahead.remove(effect);
        clobbered.ifPresent(judgement -> spoil(effect, judgement, false));
        if (guardMoved(effect)) {
            spoil(effect, Judgement.unknown(Rule.CROSS_CLOBBER,
                    "the insert leaves out what " + effect.target()
                            + " holds, and another statement takes rows away from it"),
                    false);
        }
        if (ahead && clobbered.isEmpty()) {
            enabledAgain(effect).ifPresent(judgement -> spoil(effect, judgement, false));
        }
        if (ahead && clobbered.isEmpty() && effect.again().safety() != Safety.SAFE) {
            spoil(effect, forgotten(effect)
                    ? Judgement.unsafe(Rule.LOAD_HISTORY,
                            "the rows are deleted, and the engine skips the files because it remembers them")
                    : effect.again(),
                    effect.kind() == Kind.APPEND);
        }
    }

    /** Rows of remembered files that a DELETE takes away do not come back. */
    private boolean forgotten(Effect load) {
        return load.has(Trait.REMEMBERS)
                && steps.stream().flatMap(List::stream).anyMatch(other -> other.target().equals(load.target())
                        && (other.kind() == Kind.RESET && !other.has(Trait.CATALOG) || other.kind() == Kind.DELETE));
    }

    private void update(Effect effect) {
        State state = state(effect.target());
        if (!state.ahead.contains(effect)) {
            clobbered(effect).ifPresent(judgement -> spoil(effect, judgement, false));
            return;
        }
        boolean disabled = effect.reads().stream()
                .anyMatch(read -> read.table().equals(effect.target()) && falsified(state, effect, read.region()))
                || effect.reads().stream().anyMatch(
                        read -> read.driving() && !read.table().equals(effect.target()) && emptied(effect, read));
        if (disabled) {
            state.ahead.remove(effect);
            return;
        }
        Optional<Judgement> judged = effect.again().safety() == Safety.SAFE
                || effect.again().safety() == Safety.CONDITIONAL
                        ? crossed(effect, state)
                        : Optional.empty();
        judged = judged.isPresent() ? judged : enabledAgain(effect);
        judged = judged.isPresent() ? judged : clobbered(effect);
        state.ahead.remove(effect);
        if (judged.isPresent()) {
            spoil(effect, judged.get(), false);
        } else if (effect.again().safety() != Safety.SAFE) {
            spoil(effect, effect.again(), false);
        }
    }

    /** A later effect of the prefix has changed what this one looks at. */
    private Optional<Judgement> crossed(Effect effect, State state) {
        Set<String> looked = looked(effect);
        for (Effect other : state.ahead) {
            if (other == effect || apart(other, effect.region())) {
                continue;
            }
            boolean changes = other.kind() == Kind.UPDATE && other.columns().stream().anyMatch(looked::contains);
            boolean adds = effect.kind() == Kind.UPDATE
                    && (other.kind() == Kind.APPEND || other.kind() == Kind.KEYED || other.kind() == Kind.DYNAMIC)
                    && later(other, effect);
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
    private Optional<Judgement> enabledAgain(Effect effect) {
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
    private boolean guardMoved(Effect effect) {
        boolean looks = effect.kind() == Kind.KEYED
                && effect.reads().stream().anyMatch(read -> read.table().equals(effect.target()));
        return looks && ran.contains(effect) && between(effect).stream().anyMatch(other -> switch (other.kind()) {
            case RESET -> !(later(effect, other) && other.region().contains(effect.region()) == Proof.YES);
            case DELETE, DYNAMIC, EXCHANGE, MOVE, OVERWRITE, UPDATE -> true;
            case APPEND, KEYED, NOTE, OPAQUE -> false;
        });
    }

    /** What has worked on the table since the effect was applied first: the rest of the prefix, and what stands before it. */
    private List<Effect> between(Effect effect) {
        return steps.stream().flatMap(List::stream)
                .filter(other -> other != effect && other.target().equals(effect.target()))
                .filter(other -> ran.contains(other) || later(effect, other)).toList();
    }

    private boolean later(Effect other, Effect effect) {
        for (List<Effect> step : steps) {
            for (Effect each : step) {
                if (each == effect) {
                    return true;
                }
                if (each == other) {
                    return false;
                }
            }
        }
        return false;
    }

    private static Set<String> looked(Effect effect) {
        Set<String> columns = new LinkedHashSet<>();
        effect.region().atoms().forEach(atom -> columns.add(atom.column()));
        effect.reads().stream().filter(read -> read.table().equals(effect.target()))
                .forEach(read -> read.columns().ifPresent(columns::addAll));
        return columns;
    }

    private void delete(Effect effect) {
        State state = state(effect.target());
        List<Effect> covered = state.ahead.stream()
                .filter(other -> other.kind() == Kind.APPEND && covers(effect, other)).toList();
        for (Effect append : covered) {
            state.ahead.remove(append);
            spoil(append, Judgement.conditional(
                    append.has(Trait.GENERATES_KEYS) ? Rule.GENERATED_KEY : Rule.NULLABLE_KEY,
                    append.has(Trait.GENERATES_KEYS) ? Condition.SURROGATE : Condition.KEY,
                    append.has(Trait.GENERATES_KEYS)
                            ? "the rows are deleted by key and inserted again, with other generated keys"
                            : "the rows are deleted by key and inserted again: a row with a null key is not deleted"),
                    false);
        }
        if (effect.has(Trait.DEDUPES)) {
            state.spoils.removeIf(Spoil::duplicates);
        }
        List<Effect> wiped = state.spoils.stream().filter(Spoil::duplicates).map(Spoil::cause).filter(cause -> covers(effect, cause)).toList();
        state.spoils.removeIf(spoil -> spoil.duplicates() && wiped.contains(spoil.cause()));
        wiped.forEach(append -> spoil(append, Judgement.conditional(Rule.NULLABLE_KEY, Condition.KEY, "the rows are deleted by key after: a row with a null key stays"), false));
        boolean ahead = state.ahead.contains(effect);
        Optional<Judgement> crossed = ahead ? crossed(effect, state) : Optional.empty();
        if (crossed.isEmpty() && effect.has(Trait.LOOKS_AT_ITSELF) && !effect.has(Trait.DEDUPES) && ran.contains(effect)
                && between(effect).stream().anyMatch(other -> adds(other) || other.kind() == Kind.UPDATE)) {
            crossed = Optional.of(Judgement.unknown(Rule.CROSS_CLOBBER,
                    "which rows are deleted depends on other rows of " + effect.target()
                            + ", which another statement changes"));
        }
        boolean noop = effect.reads().stream()
                .anyMatch(read -> read.driving() && !read.table().equals(effect.target()) && emptied(effect, read));
        Optional<Judgement> clobbered = noop || effect.keyReset().isPresent() && !covered.isEmpty()
                ? Optional.empty()
                : clobbered(effect);
        state.ahead.remove(effect);
        if (crossed.isPresent()) {
            spoil(effect, crossed.get(), false);
        }
        clobbered.ifPresent(judgement -> spoil(effect, judgement, false));
        if (ahead && effect.again().safety() != Safety.SAFE) {
            spoil(effect, effect.again(), false);
        }
    }

    private static boolean covers(Effect delete, Effect append) {
        return delete.keyReset().isPresent() && append.query().isPresent()
                && delete.keyReset().get().covers(append.query().get(), append.names());
    }

    private void spoil(Effect effect, Judgement judgement, boolean duplicates) {
        if (judgement.safety() != Safety.SAFE) {
            state(effect.target()).spoils.add(new Spoil(effect.region(), judgement, effect, duplicates));
        }
    }

    // ---- reading

    /** What is wrong with what the effect reads, seen from a clean run. */
    private Optional<Judgement> clobbered(Effect effect) {
        Judgement worst = Judgement.safe(Rule.READ_ONLY, "");
        for (Read read : effect.reads()) {
            State state = states.get(read.table());
            if (state == null) {
                continue;
            }
            boolean own = read.table().equals(effect.target());
            if (!own) {
                for (Spoil spoil : state.spoils) {
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

    /** Whether the effect has touched no row of the region. An update touches where its rows were and where they are now. */
    private static boolean apart(Effect other, Region region) {
        return switch (other.kind()) {
            case MOVE, EXCHANGE -> false;
            case UPDATE -> other.region().disjoint(region) == Proof.YES && after(other).disjoint(region) == Proof.YES;
            case APPEND, DELETE, DYNAMIC, KEYED, NOTE, OPAQUE, OVERWRITE, RESET ->
                other.region().disjoint(region) == Proof.YES;
        };
    }

    private static Region after(Effect update) {
        List<Atom> kept = update.region().atoms().stream().filter(atom -> !update.columns().contains(atom.column()))
                .toList();
        return Region.of(kept).and(update.sets());
    }

    private List<Effect> overlapping(Read read, State state) {
        work.spend(state.ahead.size());
        return state.ahead.stream().filter(other -> {
            boolean elsewhere = apart(other, read.region());
            boolean otherColumns = other.kind() == Kind.UPDATE && read.columns()
                    .filter(columns -> other.columns().stream().noneMatch(columns::contains)).isPresent();
            return !elsewhere && !otherColumns;
        }).toList();
    }

    /** An overwrite from its own table after that table has been emptied. */
    private Judgement destroyed(Effect effect, Read read, State state) {
        boolean emptied = overlapping(read, state).stream()
                .anyMatch(other -> other != effect && other.kind() == Kind.RESET
                        && other.region().contains(read.region()) == Proof.YES)
                && !state.ahead.contains(effect);
        return emptied
                ? Judgement.unsafe(Rule.DESTROY_BEFORE_REFILL, effect.target() + " was emptied before and is now read")
                : Judgement.safe(Rule.READ_ONLY, "");
    }

    private Judgement overwritten(Effect effect, Read read, State state) {
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
        return steps.stream().flatMap(List::stream).anyMatch(other -> other.target().equals(read.table())
                && other.reads().stream().anyMatch(r -> r.table().equals(effect.target())));
    }

    /** Whether an effect writes its target from its own rows, through a staging table. */
    private static boolean through(Effect other, String table) {
        return other.target().equals(table) && other.reads().stream().noneMatch(read -> read.table().equals(table))
                && other.query().isPresent()
                && Reads.of(other.query().get()).stream().anyMatch(read -> read.table().equals(table));
    }

    /** A table that is rewritten from a copy of itself: read whole again, the copy is judged like a self-read. */
    private static Judgement refilled(Effect effect, Read read, List<Effect> others, Effect refill) {
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

    /** Whether nothing is left of what is read: it was deleted, or its filter has been made false, or its position advanced. */
    private boolean emptied(Effect effect, Read read) {
        State state = states.get(read.table());
        if (state == null || read.table().equals(effect.target())) {
            return false;
        }
        if (falsified(state, effect, read.region())) {
            return true;
        }
        for (Effect other : overlapping(read, state)) {
            boolean gone = (other.kind() == Kind.RESET || other.kind() == Kind.DELETE && effectively(other))
                    && other.region().contains(read.region()) == Proof.YES;
            boolean refilled = state.ahead.stream().anyMatch(more -> more != other && adds(more) && later(more, other)
                    && more.region().disjoint(read.region()) != Proof.YES);
            if (gone && !refilled && !filledBefore(effect, read)) {
                return true;
            }
        }
        return false;
    }

    /** The script itself has put rows there before it reads them. */
    private boolean filledBefore(Effect effect, Read read) {
        return steps.stream().flatMap(List::stream)
                .anyMatch(other -> adds(other) && other.target().equals(read.table()) && later(effect, other)
                        && other.region().disjoint(read.region()) != Proof.YES);
    }

    private boolean advanced(Effect effect, Read read) {
        State state = states.get(read.table());
        return state != null && state.ahead.stream().anyMatch(other -> Watermarks.advanced(effect, other));
    }

    private static boolean effectively(Effect delete) {
        return delete.region().whole() && delete.reads().isEmpty();
    }

    private static boolean adds(Effect effect) {
        return effect.kind() == Kind.APPEND || effect.kind() == Kind.KEYED || effect.kind() == Kind.OVERWRITE
                || effect.kind() == Kind.DYNAMIC;
    }

    /** An update of every row that the region describes has made the region's own condition false. */
    private boolean falsified(State state, Effect effect, Region region) {
        for (Effect other : state.ahead) {
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
