// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.analyse.ScriptAnalysis.Step;
import dev.reprise.idempotency.parse.Script;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** Draws the verdict: replays every prefix, adds what a crash inside a statement can do, and names the reasons. */
final class Conclusion {
    /** More of the same in one script are not listed: the verdict is the same. */
    private static final int MAX_SPOILS = 500;

    private record Key(Place place, Rule rule, String target) {}

    private static final class Half {
        private Safety afterFailure = Safety.SAFE;
        private Safety afterSuccess = Safety.SAFE;
        private String message = "";
        private final List<Condition> conditions = new ArrayList<>();
    }

    private final Script script;
    private final Surroundings around;
    private final List<Step> steps;
    private final List<Place> implicitCommits;
    private final Work work = new Work();
    private final Map<Key, Half> halves = new LinkedHashMap<>();

    Conclusion(Script script, Surroundings around, List<Step> steps, List<Place> implicitCommits) {

        this.script = script;
        this.around = around;
        this.steps = steps;
        this.implicitCommits = implicitCommits;
    }

    Analysis draw() {
        for (List<Step> component : Components.of(steps)) {
            contents(component);
        }
        catalog();
        apart();
        Safety afterSuccess = worst(false);
        taints(afterSuccess);
        opaque();
        Safety finalSuccess = worst(false);
        Safety afterFailure = worst(true);
        notes();
        return new Analysis(afterFailure, finalSuccess, converges(afterFailure.worse(finalSuccess)), findings(),
                targets());
    }

    private Safety worst(boolean failure) {
        return halves.values().stream().map(half -> failure ? half.afterFailure : half.afterSuccess).reduce(Safety.SAFE,
                Safety::worse);
    }

    private Half half(Place place, Rule rule, String target) {
        return halves.computeIfAbsent(new Key(place, rule, target), key -> new Half());
    }

    // ---- contents

    private void contents(List<Step> component) {
        List<List<Effect>> effects = component.stream()
                .map(step -> step.effects().stream().filter(this::judged).toList()).toList();
        int length = effects.size();
        if (length > 100 && Components.independent(effects)) {
            return; // each step replaces what it writes and reads nothing that is written: every prefix is repaired
        }
        Resets resets = new Resets(effects, firstUnread(component));
        List<Spoil> success = Replay.after(effects, length, work).stream().limit(MAX_SPOILS).toList();
        success.forEach(spoil -> record(spoil, resets, false));
        if (component.getLast() != steps.getLast()) {
            // All of it may have run while something after it failed.
            success.forEach(spoil -> record(spoil, resets, true));
        }
        boolean failed = false;
        for (int prefix = length - 1; prefix > 0 && !failed; prefix--) {
            for (Spoil spoil : Replay.after(effects, prefix, work)) {
                record(spoil, resets, true);
                failed |= spoil.judgement().safety() == Safety.UNSAFE && length > 200;
            }
        }
        crash(component, resets, success);
    }

    /** By table the first step that changes it in a way that is not known. */
    private static Map<String, Integer> firstUnread(List<Step> component) {
        Map<String, Integer> first = new HashMap<>();
        for (int i = 0; i < component.size(); i++) {
            int step = i;
            component.get(i).effects().stream()
                    .filter(effect -> effect.kind() == Kind.OPAQUE && !effect.target().isEmpty())
                    .forEach(effect -> first.putIfAbsent(effect.target(), step));
        }
        return first;
    }

    private boolean judged(Effect effect) {
        return effect.kind() != Kind.OPAQUE
                && !(effect.kind() == Kind.APPEND && script.appendOk().contains(effect.target()));
    }

    private void record(Spoil spoil, Resets resets, boolean failure) {
        Judgement judgement = resets.judged(spoil);
        Half half = half(spoil.cause().place(), judgement.rule(), spoil.cause().target());
        if (failure) {
            half.afterFailure = half.afterFailure.worse(judgement.safety());
        } else {
            half.afterSuccess = half.afterSuccess.worse(judgement.safety());
        }
        half.message = judgement.message();
        judgement.conditions().stream().filter(condition -> !half.conditions.contains(condition))
                .forEach(half.conditions::add);
    }

    /** A statement that stops in the middle leaves part of its work, unless the engine takes it back. */
    private void crash(List<Step> component, Resets resets, List<Spoil> success) {
        for (Spoil spoil : success) {
            Effect cause = spoil.cause();
            boolean data = !cause.has(Trait.CATALOG) && !cause.target().isEmpty();
            boolean partial = !script.dialect().statementAtomic() && data
                    && spoil.judgement().safety() == Safety.UNSAFE;
            Half half = halves.get(new Key(cause.place(), resets.judged(spoil).rule(), cause.target()));
            if (half == null) {
                continue;
            }
            if (cause.has(Trait.RESIDUE)) {
                half.afterFailure = Safety.UNSAFE;
            } else if (partial) {
                half.afterFailure = half.afterFailure.worse(Safety.CONDITIONAL);
                half.conditions.add(Condition.ATOMIC);
            }
        }
        for (Effect effect : component.stream().flatMap(step -> step.effects().stream()).toList()) {
            boolean coarse = effect.has(Trait.COARSE_GUARD) && !script.dialect().statementAtomic();
            boolean inPlace = effect.kind() == Kind.OVERWRITE
                    && script.dialect() == dev.reprise.idempotency.parse.Dialect.SPARK
                    && effect.onItself().filter(judgement -> judgement.rule() == Rule.SELF_READ_PROJECTION).isPresent();
            if (coarse || inPlace) {
                Half half = half(effect.place(),
                        effect.onItself().filter(j -> inPlace).map(Judgement::rule).orElse(effect.again().rule()),
                        effect.target());
                half.afterFailure = half.afterFailure.worse(Safety.CONDITIONAL);
                half.message = coarse
                        ? "part of the rows, left by a failure, would pass for all of them"
                        : "a failure in the middle may leave the region empty";
                half.conditions.add(Condition.ATOMIC);
            }
        }
    }

    // ---- the catalog

    private void catalog() {
        List<List<CatalogOp>> ops = steps.stream().map(Step::catalog).filter(list -> !list.isEmpty()).toList();
        boolean decides = ops.stream().flatMap(List::stream).anyMatch(
                op -> op.kind() == CatalogOp.Kind.RENAME || !op.guarded() && op.kind() != CatalogOp.Kind.NEED);
        if (!decides) {
            return;
        }
        Catalog catalog = new Catalog(ops, around.sessionNames(), around.droppedAtCommits());
        int length = ops.size();
        boolean more = steps.getLast().catalog().isEmpty();
        if (length > 1500) {
            throw new TooComplex("more than 1500 statements with unguarded DDL among them");
        }
        for (int prefix = length; prefix > 0; prefix--) {
            boolean failure = prefix < length;
            work.spend(4 * length);
            Optional<CatalogOp> failed = catalog.failing(prefix, false);
            Optional<CatalogOp> pooled = failed.isEmpty() ? catalog.failing(prefix, true) : Optional.empty();
            failed.ifPresent(op -> blocked(op, failure, Safety.UNSAFE));
            pooled.ifPresent(op -> blocked(op, failure, Safety.CONDITIONAL));
            if (!failure && more) {
                failed.ifPresent(op -> blocked(op, true, Safety.UNSAFE));
                pooled.ifPresent(op -> blocked(op, true, Safety.CONDITIONAL));
            }
        }
    }

    private void blocked(CatalogOp op, boolean failure, Safety safety) {
        boolean session = safety == Safety.CONDITIONAL;
        Half half = half(op.place(), session ? Rule.SESSION_TABLE : op.rule(), op.name());
        half.message = session ? "fails when the session still holds " + op.name() : switch (op.kind()) {
            case CREATE, REPLACE -> "fails the second time: " + op.name() + " is there already";
            case DROP -> "fails the second time: " + op.name() + " is not there any more";
            case NEED -> "fails the second time: " + op.name() + " is not there";
            case RENAME -> "fails the second time: " + op.name() + " is not there any more, or " + op.other()
                    + " is there already";
        };
        if (failure) {
            half.afterFailure = half.afterFailure.worse(safety);
        } else {
            half.afterSuccess = half.afterSuccess.worse(safety);
        }
        if (session && !half.conditions.contains(Condition.SESSION)) {
            half.conditions.add(Condition.SESSION);
        }
    }

    // ---- what does not depend on prefixes

    private void taints(Safety afterSuccess) {
        Set<Place> conditional = new HashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            boolean proper = i < steps.size() - 1;
            for (Effect effect : steps.get(i).effects()) {
                for (Judgement taint : tainted(effect)) {
                    Half half = half(effect.place(), taint.rule(), effect.target());
                    half.afterSuccess = half.afterSuccess.worse(taint.safety());
                    if (proper || afterSuccess != Safety.UNSAFE) {
                        half.afterFailure = half.afterFailure.worse(taint.safety());
                    }
                    half.message = taint.message();
                    taint.conditions().stream().filter(c -> !half.conditions.contains(c)).forEach(half.conditions::add);
                }
                if (proper || afterSuccess != Safety.UNSAFE) {
                    conditional.add(effect.place());
                }
            }
        }
        intrinsic(conditional);
    }

    private static List<Judgement> tainted(Effect effect) {
        if (effect.kind() != Kind.APPEND || !effect.has(Trait.GENERATES_KEYS)) {
            return effect.taints();
        }
        List<Judgement> all = new ArrayList<>(effect.taints());
        all.add(Judgement.conditional(Rule.GENERATED_KEY, Condition.SURROGATE,
                "the rows get other generated keys on each run"));
        return all;
    }

    /** A condition on a statement holds for its failed attempt too. */
    private void intrinsic(Set<Place> places) {
        halves.forEach((key, half) -> {
            boolean conditional = half.afterSuccess == Safety.CONDITIONAL
                    && !half.conditions.contains(Condition.SESSION);
            if (conditional && places.contains(key.place())) {
                half.afterFailure = half.afterFailure.worse(Safety.CONDITIONAL);
            }
        });
    }

    private void opaque() {
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                if (effect.kind() == Kind.OPAQUE) {
                    Half half = half(effect.place(), effect.again().rule(), effect.target());
                    half.afterFailure = half.afterFailure.worse(Safety.UNKNOWN);
                    half.afterSuccess = half.afterSuccess.worse(Safety.UNKNOWN);
                    half.message = effect.again().message();
                } else if (effect.again().safety() == Safety.UNKNOWN) {
                    Half half = half(effect.place(), effect.again().rule(), effect.target());
                    if (half.afterSuccess == Safety.UNKNOWN) {
                        half.afterFailure = half.afterFailure.worse(Safety.UNKNOWN);
                    }
                    half.message = effect.again().message();
                }
            }
        }
        if (worst(false) == Safety.UNSAFE) {
            return;
        }
        // Not knowing is not a matter of how far the job had come.
        halves.values().stream().filter(half -> half.afterSuccess == Safety.UNKNOWN)
                .forEach(half -> half.afterFailure = half.afterFailure.worse(Safety.UNKNOWN));
    }

    /** What a full second run would not do again, but a rerun after a failure in between does: the guard comes too late. */
    private void apart() {
        Reasons reasons = new Reasons(steps);
        for (Effect effect : steps.stream().flatMap(step -> step.effects().stream()).toList()) {
            Half half = halves.get(new Key(effect.place(), effect.again().rule(), effect.target()));
            boolean late = half != null && half.afterFailure == Safety.UNSAFE && half.afterSuccess == Safety.SAFE
                    && (effect.kind() == Kind.APPEND || effect.kind() == Kind.UPDATE);
            if (late) {
                Rule rule = effect.kind() == Kind.APPEND && reasons.of(effect).contains(Rule.MOVE)
                        ? Rule.MOVE
                        : Rule.GUARD_APART;
                Half guard = half(effect.place(), rule, effect.target());
                guard.afterFailure = Safety.UNSAFE;
                guard.message = rule == Rule.MOVE
                        ? "the rows are removed from their source in a later statement: a failure in between doubles them"
                        : "what keeps a second run from doing this again is set in a later statement";
            }
        }
    }

    /** Reasons why nothing has to change, and hints that do not touch the verdict. */
    private void notes() {
        Reasons reasons = new Reasons(steps);
        implicitCommits.forEach(place -> half(place, Rule.IMPLICIT_COMMIT, "").message = Rule.IMPLICIT_COMMIT.title());
        Set<Place> judged = halves.keySet().stream().map(Key::place).collect(Collectors.toSet());
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                for (Rule rule : judged.contains(effect.place()) ? List.<Rule>of() : reasons.of(effect)) {
                    half(effect.place(), rule, effect.target()).message = rule.title();
                }
            }
        }
        if (halves.isEmpty()) {
            Place first = script.statements().stream().findFirst()
                    .map(placed -> new Place(placed.line(), placed.column())).orElse(new Place(1, 1));
            half(first, Rule.READ_ONLY, "").message = Rule.READ_ONLY.title();
        }
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        halves.forEach((key,
                half) -> findings.add(new Finding(key.rule(), key.place().line(), key.place().column(), key.target(),
                        half.message, half.afterFailure,
                        half.afterSuccess, List.copyOf(half.conditions))));
        findings.sort(Comparator.comparing(Finding::worst).reversed().thenComparing(Finding::line)
                .thenComparing(Finding::column));
        return List.copyOf(findings);
    }

    private List<Analysis.Target> targets() {
        Map<String, Safety> targets = new TreeMap<>();
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                if (!effect.target().isEmpty() && !effect.has(Trait.TEMPORARY)) {
                    targets.merge(effect.target(), Safety.SAFE, Safety::worse);
                }
            }
        }
        halves.forEach((key, half) -> targets.computeIfPresent(key.target(),
                (name, safety) -> safety.worse(half.afterFailure).worse(half.afterSuccess)));
        return targets.entrySet().stream().map(entry -> new Analysis.Target(entry.getKey(), entry.getValue().verdict()))
                .toList();
    }

    // ---- convergence

    private Optional<Boolean> converges(Safety worst) {
        if (worst == Safety.UNKNOWN) {
            return Optional.empty();
        }
        if (halves.entrySet().stream().anyMatch(
                e -> e.getValue().afterSuccess == Safety.UNSAFE || e.getValue().afterFailure == Safety.UNSAFE)) {
            return Optional.of(false);
        }
        Map<String, Boolean> all = new HashMap<>();
        Set<String> changed = steps.stream().flatMap(step -> step.effects().stream())
                .filter(effect -> effect.kind() != Kind.NOTE && effect.kind() != Kind.OVERWRITE
                        && effect.kind() != Kind.APPEND)
                .map(Effect::target)
                .collect(Collectors.toSet());
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                converges(effect, changed).ifPresent(yes -> all.merge(effect.target(), yes, (a, b) -> a && b));
            }
        }
        boolean clock = halves.keySet().stream()
                .anyMatch(key -> Set.of(Rule.CLOCK_REGION, Rule.HOST_CLOCK, Rule.CLOCK_PREDICATE).contains(key.rule()));
        if (all.isEmpty() || clock) {
            return Optional.empty();
        }
        boolean keyed = halves.keySet().stream()
                .anyMatch(key -> key.rule() == Rule.NULLABLE_KEY || key.rule() == Rule.GENERATED_KEY);
        return Optional.of(all.values().stream().allMatch(Boolean::booleanValue) && !keyed);
    }

    private static Optional<Boolean> converges(Effect effect, Set<String> changed) {
        return switch (effect.kind()) {
            case NOTE, OPAQUE, RESET, DELETE, MOVE, EXCHANGE -> Optional.empty();
            case OVERWRITE -> effect.query().isPresent() || !effect.has(Trait.CATALOG)
                    ? Optional.of(effect.has(Trait.CONVERGES))
                    : Optional.empty();
            case APPEND -> Optional.of(effect.has(Trait.CONVERGES) && !moved(effect, changed));
            case UPDATE -> effect.reads().stream().anyMatch(read -> !read.table().equals(effect.target()))
                    ? Optional.of(moved(effect, changed))
                    : Optional.empty();
            case DYNAMIC, KEYED -> Optional.of(effect.has(Trait.CONVERGES));
        };
    }

    /** A source is emptied or advanced by the script itself. */
    private static boolean moved(Effect effect, Set<String> changed) {
        return effect.reads().stream()
                .anyMatch(read -> !read.table().equals(effect.target()) && changed.contains(read.table()));
    }
}
