// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Place;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.analyse.ScriptAnalysis.Step;
import dev.reprise.idempotency.parse.Script;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** Draws the verdict: replays every prefix, adds what a crash inside a statement can do, and names the reasons. */
final class Conclusion {
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
    private final Work work = new Work();
    private final Map<Key, Half> halves = new LinkedHashMap<>();

    Conclusion(Script script, Surroundings around, List<Step> steps) {
        this.script = script;
        this.around = around;
        this.steps = steps;
    }

    Analysis draw() {
        for (List<Step> component : Components.of(steps)) {
            contents(component);
        }
        catalog();
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
        Replay replay = new Replay(effects, work);
        List<Replay.Spoil> success = replay.after(length);
        success.forEach(spoil -> record(spoil, effects, false));
        if (component.getLast() != steps.getLast()) {
            // All of it may have run while something after it failed.
            success.forEach(spoil -> record(spoil, effects, true));
        }
        boolean failed = false;
        boolean sameAsSuccess = length > 400 && success.isEmpty() && Components.independent(effects);
        for (int prefix = length - 1; prefix > 0 && !failed && !sameAsSuccess; prefix--) {
            for (Replay.Spoil spoil : replay.after(prefix)) {
                record(spoil, effects, true);
                failed |= spoil.judgement().safety() == Safety.UNSAFE && length > 200;
            }
        }
        crash(component, success);
    }

    private boolean judged(Effect effect) {
        return effect.kind() != Kind.OPAQUE
                && !(effect.kind() == Kind.APPEND && script.appendOk().contains(effect.target()));
    }

    private void record(Replay.Spoil spoil, List<List<Effect>> effects, boolean failure) {
        Judgement judgement = resized(spoil, effects);
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

    /** An append that a reset before it does not cover: is the reset too small, or can it just not be proved? */
    private static Judgement resized(Replay.Spoil spoil, List<List<Effect>> effects) {
        Effect cause = spoil.cause();
        boolean append = spoil.duplicates()
                && (spoil.judgement().rule() == Rule.APPEND || spoil.judgement().rule() == Rule.GENERATED_KEY);
        if (!append) {
            return spoil.judgement();
        }
        Judgement judgement = spoil.judgement();
        for (Effect other : effects.stream().flatMap(List::stream).toList()) {
            if (other == cause) {
                break;
            }
            if (other.kind() == Kind.RESET && other.target().equals(cause.target())) {
                Proof covered = other.region().contains(cause.region());
                if (covered == Proof.OPEN) {
                    return Judgement.unknown(Rule.RESET_UNPROVEN, "the delete at line " + other.place().line()
                            + " is filtered in another way than the insert: whether it covers the inserted rows cannot be proved");
                }
                judgement = Judgement.unsafe(Rule.RESET_TOO_SMALL,
                        "the delete at line " + other.place().line() + " leaves rows that this insert writes again");
            }
            if (other.kind() == Kind.DELETE && other.target().equals(cause.target()) && !other.has(Trait.DEDUPES)
                    && judgement.rule() != Rule.RESET_TOO_SMALL) {
                judgement = Judgement.unknown(Rule.RESET_UNPROVEN, "whether the delete at line " + other.place().line()
                        + " covers the inserted rows cannot be proved");
            }
        }
        return judgement;
    }

    /** A statement that stops in the middle leaves part of its work, unless the engine takes it back. */
    private void crash(List<Step> component, List<Replay.Spoil> success) {
        for (Replay.Spoil spoil : success) {
            Effect cause = spoil.cause();
            boolean data = !cause.has(Trait.CATALOG) && !cause.target().isEmpty();
            boolean partial = !script.dialect().statementAtomic() && data
                    && spoil.judgement().safety() == Safety.UNSAFE;
            Half half = halves.get(new Key(cause.place(),
                    resized(spoil, component.stream().map(Step::effects).toList()).rule(), cause.target()));
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
        Catalog catalog = new Catalog(ops, around.temporaries(), around.droppedAtCommits());
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
        for (int i = 0; i < steps.size(); i++) {
            boolean proper = i < steps.size() - 1;
            for (Effect effect : steps.get(i).effects()) {
                for (Judgement taint : effect.taints()) {
                    Half half = half(effect.place(), taint.rule(), effect.target());
                    half.afterSuccess = half.afterSuccess.worse(taint.safety());
                    if (proper || afterSuccess != Safety.UNSAFE) {
                        half.afterFailure = half.afterFailure.worse(taint.safety());
                    }
                    half.message = taint.message();
                    taint.conditions().stream().filter(c -> !half.conditions.contains(c)).forEach(half.conditions::add);
                }
                intrinsic(effect, proper || afterSuccess != Safety.UNSAFE);
            }
        }
    }

    /** A condition on the effect itself holds for the failed attempt too. */
    private void intrinsic(Effect effect, boolean failure) {
        Half half = halves.get(new Key(effect.place(), effect.again().rule(), effect.target()));
        boolean conditional = effect.again().safety() == Safety.CONDITIONAL && half != null
                && half.afterSuccess == Safety.CONDITIONAL;
        if (conditional && failure && half != null) {
            half.afterFailure = half.afterFailure.worse(Safety.CONDITIONAL);
        }
        for (Map.Entry<Key, Half> entry : halves.entrySet()) {
            boolean same = entry.getKey().place().equals(effect.place())
                    && entry.getValue().afterSuccess == Safety.CONDITIONAL && failure;
            if (same && entry.getValue().conditions.stream().noneMatch(c -> c == Condition.SESSION)) {
                entry.getValue().afterFailure = entry.getValue().afterFailure.worse(Safety.CONDITIONAL);
            }
        }
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

    /** Reasons why nothing has to change, and hints that do not touch the verdict. */
    private void notes() {
        Reasons reasons = new Reasons(steps.stream().flatMap(step -> step.effects().stream()).toList());
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                boolean judged = halves.keySet().stream().anyMatch(key -> key.place().equals(effect.place()));
                for (Rule rule : judged ? List.<Rule>of() : reasons.of(effect)) {
                    half(effect.place(), rule, effect.target()).message = rule.title();
                }
            }
        }
        if (halves.isEmpty() && !script.statements().isEmpty()) {
            half(new Place(script.statements().getFirst().line(), script.statements().getFirst().column()),
                    Rule.READ_ONLY, "").message = Rule.READ_ONLY.title();
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
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                converges(effect).ifPresent(yes -> all.merge(effect.target(), yes, (a, b) -> a && b));
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

    private Optional<Boolean> converges(Effect effect) {
        return switch (effect.kind()) {
            case NOTE, OPAQUE, RESET, DELETE, MOVE, EXCHANGE -> Optional.empty();
            case OVERWRITE -> effect.query().isPresent() || !effect.has(Trait.CATALOG)
                    ? Optional.of(effect.has(Trait.CONVERGES))
                    : Optional.empty();
            case APPEND -> Optional.of(effect.has(Trait.CONVERGES) && !moved(effect));
            case UPDATE -> effect.reads().stream().anyMatch(read -> !read.table().equals(effect.target()))
                    ? Optional.of(moved(effect))
                    : Optional.empty();
            case DYNAMIC, KEYED -> Optional.of(effect.has(Trait.CONVERGES));
        };
    }

    /** An append whose source is emptied by the script itself, or that follows a stored position. */
    private boolean moved(Effect append) {
        return steps.stream().flatMap(step -> step.effects().stream())
                .anyMatch(other -> other != append && other.kind() != Kind.NOTE
                        && append.reads().stream().anyMatch(read -> read.table().equals(other.target())
                                && other.kind() != Kind.OVERWRITE && other.kind() != Kind.APPEND));
    }
}
