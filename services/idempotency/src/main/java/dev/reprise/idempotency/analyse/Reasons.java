// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.analyse.ScriptAnalysis.Step;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** Why an effect does no harm: the rule that a reader of a good verdict wants to see. */
final class Reasons {
    /** Hints compare effects with each other; scripts longer than this get the plain rule of each. */
    private static final int MAX_EFFECTS = 300;
    private final List<Step> steps;
    private final List<Effect> effects;

    Reasons(List<Step> steps) {
        this.steps = steps;
        this.effects = steps.stream().flatMap(step -> step.effects().stream()).toList();
    }

    List<Rule> of(Effect effect) {
        if (effects.size() > MAX_EFFECTS) {
            return effect.again().rule() == Rule.READ_ONLY ? List.of() : List.of(effect.again().rule());
        }
        boolean append = effect.kind() == Kind.APPEND && effect.again().safety() == Safety.UNSAFE;
        Rule rule = append
                ? covered(effect)
                : effect.onItself().map(Judgement::rule)
                        .filter(r -> r == Rule.SELF_READ_PROJECTION || r == Rule.SELF_READ_OTHER_PARTITION)
                        .orElse(effect.again().rule());
        List<Rule> rules = new ArrayList<>();
        if (rule != Rule.READ_ONLY) {
            rules.add(rule);
        }
        if (effect.kind() == Kind.RESET && gap(effect)) {
            rules.add(Rule.VISIBLE_GAP);
        }
        if (append && before(effect).filter(reset -> larger(reset, effect)).isPresent()) {
            rules.add(Rule.RESET_TOO_LARGE);
        }
        return rules;
    }

    private Rule covered(Effect append) {
        Optional<Effect> reset = before(append);
        if (reset.isPresent()) {
            boolean deleted = !reset.get().has(Trait.CATALOG) && reset.get().kind() == Kind.RESET;
            return reset.get().kind() == Kind.OVERWRITE || !reset.get().region().whole() && !deleted
                    ? Rule.APPEND_COVERED
                    : reset.get().region().whole() ? Rule.EMPTY_AND_FILL : Rule.DELETE_INSERT;
        }
        int position = effects.indexOf(append);
        for (Effect later : effects.subList(position + 1, effects.size())) {
            if (later.target().equals(append.target())) {
                if (later.has(Trait.DEDUPES)) {
                    return Rule.APPEND_DEDUPED;
                }
                if ((later.kind() == Kind.RESET || later.kind() == Kind.OVERWRITE)
                        && later.region().contains(append.region()) == Proof.YES) {
                    return Rule.APPEND_DEAD;
                }
            }
            if (Watermarks.advanced(append, later)) {
                return Rule.WATERMARK;
            }
        }
        boolean moved = append.reads().stream().anyMatch(read -> effects.stream()
                .anyMatch(other -> other.target().equals(read.table()) && other.kind() == Kind.RESET));
        return moved ? Rule.MOVE : Rule.APPEND_COVERED;
    }

    private Optional<Effect> before(Effect append) {
        return effects.subList(0, effects.indexOf(append)).reversed().stream()
                .filter(other -> other.target().equals(append.target())
                        && (other.kind() == Kind.RESET || other.kind() == Kind.OVERWRITE)
                        && other.region().contains(append.region()) == Proof.YES)
                .findFirst();
    }

    /** What is reset is filled again, but not in the same atomic step. */
    private boolean gap(Effect reset) {
        return steps.stream().filter(step -> !step.effects().contains(reset)).flatMap(step -> step.effects().stream())
                .anyMatch(other -> other.kind() == Kind.APPEND && other.target().equals(reset.target())
                        && before(other).filter(reset::equals).isPresent());
    }

    /** The reset takes more than the append brings back: what lies between is lost with the first run. */
    private static boolean larger(Effect reset, Effect append) {
        return reset.kind() == Kind.RESET && !reset.region().whole()
                && append.region().contains(reset.region()) == Proof.NO;
    }
}
