// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.job.Verdict;

/** Puts answers together. */
final class Analyses {
    private static final Pattern SPARK_CLOCK = Pattern.compile("(?<![\\w.])(?:(?:F|f|fn|sf|functions)\\.)?"
            + "(?:current_timestamp|current_date|localtimestamp|unix_timestamp|now)\\s*\\(\\s*\\)");
    private static final Pattern SPARK_CHANCE = Pattern.compile("\\.(?:sample|randomSplit)\\s*\\("
            + "|(?<![\\w.])(?:(?:F|f|fn|sf|functions)\\.)?(?:rand|randn|uuid|shuffle|monotonically_increasing_id)\\s*\\("
            + "|\\b(?:uuid\\.uuid[14]|UUID\\.randomUUID|Math\\.random)\\s*\\(");

    private Analyses() {}

    /** One effect with a known answer. */
    static Analysis single(Rule rule, Place place, String target, String message, Safety afterFailure,
            Safety afterSuccess, Optional<Boolean> converges,
            Condition... conditions) {
        Finding finding = new Finding(rule, place.line(), place.column(), target, message, afterFailure, afterSuccess,
                List.of(conditions));
        List<Analysis.Target> targets = target.isEmpty()
                ? List.of()
                : List.of(new Analysis.Target(target, finding.worst().verdict()));
        return new Analysis(afterFailure, afterSuccess, converges, List.of(finding), targets);
    }

    static Analysis unknown(Rule rule, Place place, String reason) {
        return Analysis.unknown(rule, place.line(), place.column(), reason);
    }

    /** A program that reads the table or path that it writes: what the second run reads is the result of the first. */
    static Analysis readsItself(Place place, String target) {
        return unknown(Rule.SELF_READ_GROWS, place, "the program reads " + target + ", which it writes: whether the "
                + "second run makes of its own result the same again is not visible here");
    }

    /** A time of the host decides something. */
    static Analysis hostClock(Place place) {
        return single(Rule.HOST_CLOCK, place, "", "a value comes from the clock of the host, not from the scheduler",
                Safety.CONDITIONAL, Safety.CONDITIONAL, Optional.empty(), Condition.CLOCK_REGION);
    }

    /** @return what the functions of Spark take from clock and chance, one answer for each kind */
    static List<Analysis> volatiles(String program, IntFunction<Place> places) {
        List<Analysis> found = new ArrayList<>();
        Matcher clock = SPARK_CLOCK.matcher(program);
        if (clock.find()) {
            found.add(single(Rule.CLOCK_VALUE, places.apply(clock.start()), "", "a value comes from the wall clock",
                    Safety.CONDITIONAL, Safety.CONDITIONAL, Optional.empty(), Condition.CLOCK_VALUE));
        }
        Matcher random = SPARK_CHANCE.matcher(program);
        if (random.find()) {
            found.add(single(Rule.RANDOM, places.apply(random.start()), "", "a value or a choice is random",
                    Safety.CONDITIONAL, Safety.CONDITIONAL, Optional.empty(), Condition.DET));
        }
        return List.copyOf(found);
    }

    /** Several things done one after the other: what is unsafe after success is unsafe after a failure of what follows. */
    static Analysis sequence(List<Analysis> parts) {
        Safety afterFailure = Safety.SAFE;
        Safety afterSuccess = Safety.SAFE;
        Optional<Boolean> converges = Optional.empty();
        List<Finding> findings = new ArrayList<>();
        List<Analysis.Target> targets = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Analysis part = parts.get(i);
            boolean last = i == parts.size() - 1;
            afterFailure = afterFailure.worse(part.afterFailure()).worse(last ? Safety.SAFE : part.afterSuccess());
            afterSuccess = afterSuccess.worse(part.afterSuccess());
            converges = converges.isEmpty()
                    ? part.converges()
                    : part.converges().isEmpty() ? converges : Optional.of(converges.get() && part.converges().get());
            findings.addAll(part.findings());
            targets.addAll(part.targets());
        }
        boolean undecided = parts.stream().anyMatch(part -> part.verdict() == Verdict.UNKNOWN);
        return new Analysis(afterFailure, afterSuccess, undecided ? Optional.empty() : converges, List.copyOf(findings),
                List.copyOf(targets));
    }

    /** A writer that commits in batches: a failure leaves part of the rows whatever the engine does with one statement. */
    static Analysis inBatches(Analysis analysis) {
        if (analysis.afterSuccess() != Safety.UNSAFE) {
            return analysis;
        }
        List<Finding> findings = analysis.findings().stream()
                .map(f -> f.afterSuccess() == Safety.UNSAFE
                        ? new Finding(f.rule(), f.line(), f.column(), f.target(), f.message(), Safety.UNSAFE,
                                f.afterSuccess(), f.conditions())
                        : f)
                .toList();
        return new Analysis(Safety.UNSAFE, analysis.afterSuccess(), analysis.converges(), findings, analysis.targets());
    }

    /** The same findings, seen from where the text stands in a larger file. */
    static Analysis moved(Analysis analysis, Place start) {
        List<Finding> findings = analysis.findings().stream()
                .map(f -> new Finding(f.rule(), f.line() + start.line() - 1,
                        f.line() == 1 ? f.column() + start.column() - 1 : f.column(), f.target(), f.message(),
                        f.afterFailure(), f.afterSuccess(), f.conditions()))
                .toList();
        return new Analysis(analysis.afterFailure(), analysis.afterSuccess(), analysis.converges(), findings,
                analysis.targets());
    }
}
