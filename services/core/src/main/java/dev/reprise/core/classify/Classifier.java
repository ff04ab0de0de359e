// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.core.classify.rules.BuiltInRules;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.job.FailureRule;

/**
 * Finds the class of a failure by ordered rules, the first that matches wins: the user's own in their order, then the
 * built-in ones on what the failure says of itself, then the built-in ones on the tail of its output, where a failure
 * that was outlived may be mentioned too, and at last the bare exit status, which says least.
 *
 * <p>A message pattern is looked for in each line of the error code, the error type and the message, and then of the tail
 * of output; it never spans lines. Immutable and safe for use by many threads. Compiling takes milliseconds: keep the
 * instance.
 */
public final class Classifier {
    private static final RuleSet BUILT_IN = RuleSet.of(BuiltInRules.ordered());
    private static final RuleSet EXIT_STATUSES = RuleSet.of(BuiltInRules.exitStatuses());

    private final RuleSet own;

    private Classifier(RuleSet own) {
        this.own = own;
    }

    /** The built-in rules alone. */
    public static Classifier builtIn() {
        return with(List.of());
    }

    /**
     * A user's rules, and after them the built-in ones.
     *
     * @throws IllegalArgumentException if a rule cannot be used, with every problem of every rule; ask
     *         {@link #problems} before
     */
    public static Classifier with(List<FailureRule> userRules) {
        List<String> problems = userRules.stream()
                .flatMap(rule -> problems(rule).stream().map(problem -> "rule '" + rule.id() + "': " + problem))
                .toList();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        return new Classifier(RuleSet.of(userRules));
    }

    /** What keeps a rule from being used, each with the field and what to do; empty for a good one. */
    public static List<String> problems(FailureRule rule) {
        List<String> problems = new ArrayList<>();
        rule.source().ifPresent(pattern -> problems.addAll(PatternCheck.problems("source", pattern)));
        rule.type().ifPresent(pattern -> problems.addAll(PatternCheck.problems("type", pattern)));
        rule.code().ifPresent(pattern -> problems.addAll(PatternCheck.problems("code", pattern)));
        rule.message().ifPresent(pattern -> {
            problems.addAll(PatternCheck.problems("message", pattern));
            problems.addAll(PatternCheck.lineProblems("message", pattern));
        });
        return List.copyOf(problems);
    }

    /**
     * Classifies a failure. Total: any evidence, or none, gives an answer.
     *
     * @param source who reported the failure
     * @param error what is known of the cause
     * @param kind how the attempt failed; a time-out that no rule explains is {@link FailureClass#TIMEOUT}, whatever the
     *        exit status, which then only tells how it was stopped
     */
    public Classification classify(String source, Optional<ErrorEvidence> error, FailureKind kind) {
        Facts facts = Facts.of(source, error);
        String signature = Signature.of(error, kind);
        return own.first(facts, facts.texts())
                .or(() -> BUILT_IN.first(facts, facts.headline()))
                .or(() -> facts.outputTail().isEmpty() ? Optional.empty() : BUILT_IN.first(facts, facts.outputTail()))
                .or(() -> kind == FailureKind.TIMED_OUT ? Optional.empty() : EXIT_STATUSES.first(facts, List.of()))
                .map(rule -> Classification.by(rule, signature))
                .orElseGet(() -> Classification.withoutRule(
                        kind == FailureKind.TIMED_OUT ? FailureClass.TIMEOUT : FailureClass.UNKNOWN, signature));
    }
}
