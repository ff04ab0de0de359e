// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.core.classify.Classifier;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.ClassBudget;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/** Reads what a policy says of causes: {@code budgets}, {@code failure-rules}, {@code overrides}. */
final class FailureKeys {

    private FailureKeys() {}

    static void read(Section policy, PolicyLayer layer) {
        policy.section("budgets").ifPresent(budgets -> readBudgets(budgets, layer));
        layer.set(rules(policy), PolicyBuilder::failureRules);
        layer.set(OverrideReader.read(policy), PolicyBuilder::overrides);
    }

    private static void readBudgets(Section budgets, PolicyLayer layer) {
        Words.CLASSES.forEach((word, failureClass) -> budgets.integer(word, 0, ClassBudget.MAX_RERUNS)
                .ifPresent(reruns -> layer.budgets().put(failureClass, reruns)));
        budgets.finish();
        layer.change(Optional.of(layer.budgets()), (policy, stated) -> {
            Map<FailureClass, Integer> merged = new EnumMap<>(FailureClass.class);
            policy.budgets().forEach(budget -> merged.put(budget.failureClass(), budget.reruns()));
            merged.putAll(stated);
            return new PolicyBuilder(policy).budgets(merged.entrySet().stream()
                    .map(entry -> new ClassBudget(entry.getKey(), entry.getValue())).toList());
        });
    }

    private static Optional<List<FailureRule>> rules(Section policy) {
        if (!policy.has("failure-rules")) {
            return Optional.empty();
        }
        List<FailureRule> rules = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        for (Section section : policy.sections("failure-rules", Policy.MAX_FAILURE_RULES)) {
            rule(section).ifPresent(rule -> {
                Integer earlier = lines.putIfAbsent(rule.id(), section.line());
                if (earlier != null) {
                    section.refuse("id", "'" + rule.id() + "' is the id of two rules, first on line " + earlier,
                            "give each rule an id of its own");
                }
                if (Words.CLASSES.containsKey(rule.id())) {
                    section.refuse("id", "'" + rule.id() + "' is the word of a class, and an override could mean"
                            + " either", "choose another id");
                }
                Classifier.problems(rule).forEach(problem -> section.refuse(field(problem), words(problem),
                        "mend the pattern, in the syntax of RE2"));
                rules.add(rule);
            });
        }
        return Optional.of(rules);
    }

    private static Optional<FailureRule> rule(Section rule) {
        rule.require("id", "name the rule, as decisions and alerts will quote it");
        rule.require("class", "write the class that it gives, such as class: platform");
        Optional<String> id = rule.text("id", FailureRule.MAX_ID);
        Optional<String> source = rule.text("source", FailureRule.MAX_PATTERN);
        Optional<String> type = rule.text("type", FailureRule.MAX_PATTERN);
        Optional<String> code = rule.text("code", FailureRule.MAX_PATTERN);
        List<Integer> exitCodes = rule.integers("exit-codes", Integer.MIN_VALUE, Integer.MAX_VALUE,
                FailureRule.MAX_EXIT_CODES);
        Optional<String> message = rule.text("message", FailureRule.MAX_PATTERN);
        Optional<FailureClass> failureClass = rule.choice("class", Words.CLASSES);
        boolean rerun = rule.flag("rerun").orElse(true);
        Optional<Duration> wait = rule.duration("wait-at-least", Duration.ZERO, PolicyLayer.DAY);
        rule.finish();
        if (!rule.has("source") && !rule.has("type") && !rule.has("code") && !rule.has("exit-codes")
                && !rule.has("message")) {
            rule.refuse("id", "the rule matches everything",
                    "state source, type, code, exit-codes or message");
            return Optional.empty();
        }
        return id.flatMap(name -> failureClass.flatMap(given -> rule.make("id",
                () -> new FailureRule(name, source, type, code, exitCodes, message, given, rerun, wait))));
    }

    /** A problem of the classifier begins with the field and a colon. */
    private static String field(String problem) {
        return problem.substring(0, problem.indexOf(':'));
    }

    private static String words(String problem) {
        return problem.substring(problem.indexOf(':') + 1).strip();
    }
}
