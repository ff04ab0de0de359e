// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.match.Matcher;

/**
 * One alert stands for others: while a source fires, its targets are not told. An alert that is a source itself is never a
 * target, so that nothing holds itself back.
 *
 * @param source what must hold for the alert that stands for others, all of it
 * @param target what must hold for those that are held back, all of it
 * @param equal labels that both must have alike; a label that both lack is alike
 */
public record InhibitRule(List<Matcher> source, List<Matcher> target, List<String> equal) {
    /** A storm stands for the failures of its jobs, and an alert about a whole job for those of its instances. */
    public static final List<InhibitRule> DEFAULTS = List.of(
            new InhibitRule(List.of(Matcher.parse("kind=STORM_BREAKER")),
                    List.of(Matcher
                            .parse("kind=~\"BUDGET_EXHAUSTED|CLASS_BUDGET_EXHAUSTED|FAILURE_PERMANENT|NON_IDEMPOTENT|"
                                    + "IDEMPOTENCY_UNKNOWN|RERUN_DISABLED|STALE_FAILURE|NO_TARGET|UNKNOWN_JOB|RERUN_EXPIRED|"
                                    + "RERUN_UNCONFIRMED\"")),
                    List.of("namespace")),
            new InhibitRule(List.of(Matcher.parse("partition=\"*\""), Matcher.parse("kind!=STORM_BREAKER")),
                    List.of(Matcher.parse("partition!=\"*\"")), List.of("job", "kind")));

    /**
     * Checks that both sides say something.
     *
     * @throws ConfigException naming every problem
     */
    public InhibitRule {
        source = List.copyOf(source);
        target = List.copyOf(target);
        equal = List.copyOf(equal);
        List<ConfigProblem> problems = new ArrayList<>();
        checkSide("source", source, problems);
        checkSide("target", target, problems);
        for (String label : equal) {
            if (!AlertLabels.NAMES.contains(label) && !label.startsWith(Grouping.OF_JOB)) {
                problems.add(Grouping.unknown("equal", label));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** As configured. */
    @JsonCreator
    public static InhibitRule of(@Nullable List<Matcher> source, @Nullable List<Matcher> target,
            @Nullable List<String> equal) {
        return new InhibitRule(source == null ? List.of() : source, target == null ? List.of() : target,
                equal == null ? List.of() : equal);
    }

    private static void checkSide(String side, List<Matcher> matchers, List<ConfigProblem> problems) {
        if (matchers.isEmpty()) {
            problems.add(ConfigProblem.of(side, "is empty, which would be every alert",
                    "give matchers such as kind=\"STORM_BREAKER\""));
        }
    }

    /** Whether an alert with these labels stands for others. */
    public boolean isSource(Map<String, String> labels) {
        return source.stream().allMatch(matcher -> matcher.matches(labels));
    }

    /** Whether an alert with these labels is held back by a source of the same place. */
    public boolean isTarget(Map<String, String> labels) {
        return target.stream().allMatch(matcher -> matcher.matches(labels)) && !isSource(labels);
    }

    /** The values that source and target must have alike. */
    public String place(Map<String, String> labels) {
        return equal.stream().map(label -> labels.getOrDefault(
                label.startsWith(Grouping.OF_JOB) ? label.substring(Grouping.OF_JOB.length()) : label, ""))
                .collect(Collectors.joining("\u0000"));
    }
}
