// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.reprise.core.classify.rules.BuiltInRules;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.Nearest;

/** What each value of a job alone may be and all together may not. */
final class Combinations {

    private static final String POLICY = "policy";
    private static final Set<String> BUILT_IN_RULES = Stream
            .concat(BuiltInRules.ordered().stream(), BuiltInRules.exitStatuses().stream()).map(FailureRule::id)
            .collect(Collectors.toUnmodifiableSet());

    private Combinations() {}

    /** Checks a job with the policy that it has in the end. */
    static void check(Section section, JobId job, Policy policy, Optional<TargetSpec> target) {
        checkTimes(section, policy);
        checkOverrides(section, policy, target);
        policy.admission().filter(rule -> rule.retryBudget() == 0 && rule.retryBudgetFloor() == 0)
                .ifPresent(
                        rule -> section.refuse(POLICY, "retry-budget of 0 percent and a floor of 0 lets no rerun pass",
                                "raise one of them, or write rerun: never"));
        if (policy.cascade().dependsOn().stream().anyMatch(upstream -> upstream.job().equals(job))) {
            section.refuse(POLICY, "depends-on names the job itself: it would wait for itself",
                    "remove " + job.key() + " from depends-on");
        }
        if (target.flatMap(Combinations::declared).orElse(null) instanceof DispatchClass.Keyed(Duration horizon)
                && horizon.compareTo(policy.maxAge().multipliedBy(2)) < 0) {
            section.refuse("target", "horizon of " + text(horizon) + " is shorter than twice max-age of "
                    + text(policy.maxAge()) + ": the target could forget a key that is sent again",
                    "shorten max-age to half the horizon, or " + (target.get() instanceof TargetSpec.Scheduler
                            ? "state the horizon that the scheduler really has"
                            : "declare guarantee: {class: opaque}"));
        }
    }

    /** What a target declares; a process keeps its keys as long as its runner is told to. */
    private static Optional<DispatchClass> declared(TargetSpec target) {
        return switch (target) {
            case TargetSpec.Process _ -> Optional.empty();
            case TargetSpec.Http http -> Optional.of(http.guarantee());
            case TargetSpec.Scheduler scheduler -> Optional.of(scheduler.guarantee());
        };
    }

    /**
     * Checks the budgets that a layer states against the reruns in force where they are written; a nearer layer that
     * allows fewer reruns narrows them all.
     */
    static void checkBudgets(Section section, Map<FailureClass, Integer> stated, int maxReruns) {
        stated.forEach((failureClass, reruns) -> {
            if (reruns > maxReruns) {
                section.refuse(POLICY, "budgets." + Words.of(failureClass) + " of " + reruns
                        + " is above max-reruns of " + maxReruns + ", which bounds it",
                        "lower the budget, or raise"
                                + " max-reruns");
            }
        });
    }

    private static void checkTimes(Section job, Policy policy) {
        if (policy.settle().compareTo(policy.maxAge()) > 0) {
            job.refuse(POLICY, "settle of " + text(policy.settle()) + " is longer than max-age of "
                    + text(policy.maxAge()) + ": every failure would be too old to be rerun",
                    "shorten settle, or lengthen max-age");
        }
        if (policy.backoff().initial().compareTo(policy.backoff().max()) > 0) {
            job.refuse(POLICY, "backoff.initial of " + text(policy.backoff().initial())
                    + " is longer than backoff.max of " + text(policy.backoff().max()),
                    "shorten initial, or lengthen max");
        }
        policy.expectedDuration().filter(expected -> expected.compareTo(policy.maxAge()) > 0)
                .ifPresent(expected -> job.refuse(POLICY, "expected-duration of " + text(expected)
                        + " is longer than max-age of " + text(policy.maxAge())
                        + ": no rerun could be expected to end in time",
                        "lengthen max-age, or correct"
                                + " expected-duration"));
        if (CalendarKeys.neverOpen(policy.blackouts())) {
            job.refuse(POLICY, "blackouts leave no time of the week in which a rerun may be sent",
                    "shorten a window, or write rerun: never");
        }
    }

    private static void checkOverrides(Section job, Policy policy, Optional<TargetSpec> target) {
        Set<String> rules = policy.failureRules().stream().map(FailureRule::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        rules.addAll(BUILT_IN_RULES);
        policy.overrides().stream().flatMap(override -> override.rule().stream())
                .filter(rule -> !rules.contains(rule)).distinct().forEach(rule -> {
                    Set<String> words = new LinkedHashSet<>(Words.CLASSES.keySet());
                    words.addAll(rules);
                    job.refuse(POLICY, "overrides are on '" + rule + "', which is neither a class nor the id of a rule",
                            Nearest.of(rule, words).map(near -> "write on: " + near)
                                    .orElse("write a class such as resource, or the id of one of failure-rules"));
                });
        Set<String> parameters = policy.overrides().stream().flatMap(override -> override.set().keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        target.map(Placeholders::overridesOf).orElse(Set.of()).stream().filter(name -> !parameters.contains(name))
                .forEach(name -> job.refuse("target", "{{override." + name + "}} is set by no override of the job",
                        Nearest.of(name, parameters).map(near -> "write {{override." + near + ":DEFAULT}}")
                                .orElse("set " + name + " under overrides, or remove the placeholder")));
    }

    private static String text(Duration duration) {
        return DurationText.format(duration);
    }
}
