// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

import dev.reprise.runtime.config.DurationText;
import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.PolicyBuilder;

/** Reads what a group of jobs allows: {@code concurrency-group}, {@code storm}, {@code max-parallel}, {@code retry-budget}. */
final class AdmissionKeys {

    /** Stands for a breaker that never opens: no group has so many failures in its window. */
    private static final int NO_STORM = AdmissionRule.MAX_COUNT;
    private static final int NO_BUDGET = 100;
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    private AdmissionKeys() {}

    /** What a group allows where nobody says otherwise. */
    static AdmissionRule defaults(String group) {
        return new AdmissionRule(group, 20, Duration.ofMinutes(5), Duration.ofMinutes(5), 3, 30,
                BreakerRelease.AUTOMATIC, 0, NO_BUDGET, 10);
    }

    /** Whether a rule limits anything; one that does not is left out, and no group is asked. */
    static boolean limits(AdmissionRule rule) {
        return rule.failures() != NO_STORM || rule.maxParallel() != 0 || rule.retryBudget() != NO_BUDGET;
    }

    /** What a rule says, by key, for a message. */
    static Map<String, String> texts(AdmissionRule rule) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("storm", rule.failures() == NO_STORM ? Words.NEVER : "on");
        if (rule.failures() != NO_STORM) {
            texts.put("storm.failures", Integer.toString(rule.failures()));
            texts.put("storm.window", DurationText.format(rule.window()));
            texts.put("storm.probe-after", DurationText.format(rule.probeAfter()));
            texts.put("storm.probes", Integer.toString(rule.probes()));
            texts.put("storm.release-per-minute", Integer.toString(rule.releasePerMinute()));
            texts.put("storm.release", Words.of(rule.release()));
        }
        texts.put("max-parallel", Integer.toString(rule.maxParallel()));
        texts.put("retry-budget", rule.retryBudget() == NO_BUDGET ? Words.NEVER : "on");
        if (rule.retryBudget() != NO_BUDGET) {
            texts.put("retry-budget.percent", Integer.toString(rule.retryBudget()));
            texts.put("retry-budget.floor", Integer.toString(rule.retryBudgetFloor()));
        }
        return texts;
    }

    static void read(Section policy, PolicyLayer layer) {
        set(layer, policy.text("concurrency-group", Bounds.MAX_NAME), (draft, value) -> draft.group = value);
        if (policy.isWord("storm", Words.NEVER)) {
            set(layer, Optional.of(NO_STORM), (draft, value) -> draft.failures = value);
        } else {
            policy.section("storm").ifPresent(storm -> readStorm(storm, layer));
        }
        set(layer, policy.integer("max-parallel", 0, AdmissionRule.MAX_COUNT),
                (draft, value) -> draft.maxParallel = value);
        if (policy.isWord("retry-budget", Words.NEVER)) {
            set(layer, Optional.of(NO_BUDGET), (draft, value) -> draft.retryBudget = value);
        } else {
            policy.section("retry-budget").ifPresent(budget -> readBudget(budget, layer));
        }
    }

    private static void readStorm(Section storm, PolicyLayer layer) {
        // Behind a "never", the keys that are not stated begin anew.
        set(layer, Optional.of(NO_STORM), (draft, never) -> {
            if (draft.failures == never) {
                draft.takeStorm(defaults(draft.group));
            }
        });
        set(layer, storm.integer("failures", 1, NO_STORM - 1), (draft, value) -> draft.failures = value);
        set(layer, storm.duration("window", SHORTEST, PolicyLayer.DAY), (draft, value) -> draft.window = value);
        set(layer, storm.duration("probe-after", SHORTEST, PolicyLayer.DAY),
                (draft, value) -> draft.probeAfter = value);
        set(layer, storm.integer("probes", 1, AdmissionRule.MAX_PROBES), (draft, value) -> draft.probes = value);
        set(layer, storm.integer("release-per-minute", 1, AdmissionRule.MAX_COUNT),
                (draft, value) -> draft.releasePerMinute = value);
        set(layer, storm.choice("release", Words.of(BreakerRelease.values())),
                (draft, value) -> draft.release = value);
        storm.finish();
    }

    private static void readBudget(Section budget, PolicyLayer layer) {
        set(layer, budget.integer("percent", 0, NO_BUDGET), (draft, value) -> draft.retryBudget = value);
        set(layer, budget.integer("floor", 0, AdmissionRule.MAX_COUNT),
                (draft, value) -> draft.retryBudgetFloor = value);
        budget.finish();
    }

    private static <T> void set(PolicyLayer layer, Optional<T> value, BiConsumer<Draft, T> setter) {
        layer.change(value, (policy, present) -> new PolicyBuilder(policy).admission(policy.admission().map(rule -> {
            Draft draft = new Draft(rule);
            setter.accept(draft, present);
            return draft.rule();
        })));
    }

    /** The parts of a rule while a key is laid over it. */
    private static final class Draft {
        private String group;
        private int failures;
        private Duration window;
        private Duration probeAfter;
        private int probes;
        private int releasePerMinute;
        private BreakerRelease release;
        private int maxParallel;
        private int retryBudget;
        private int retryBudgetFloor;

        Draft(AdmissionRule rule) {
            group = rule.group();
            failures = rule.failures();
            window = rule.window();
            probeAfter = rule.probeAfter();
            probes = rule.probes();
            releasePerMinute = rule.releasePerMinute();
            release = rule.release();
            maxParallel = rule.maxParallel();
            retryBudget = rule.retryBudget();
            retryBudgetFloor = rule.retryBudgetFloor();
        }

        void takeStorm(AdmissionRule rule) {
            failures = rule.failures();
            window = rule.window();
            probeAfter = rule.probeAfter();
            probes = rule.probes();
            releasePerMinute = rule.releasePerMinute();
            release = rule.release();
        }

        AdmissionRule rule() {
            return new AdmissionRule(group, failures, window, probeAfter, probes, releasePerMinute, release,
                    maxParallel, retryBudget, retryBudgetFloor);
        }
    }
}
