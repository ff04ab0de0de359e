// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;

/** Answers in the form in which the registry and the events carry them: the worst reasons, each with its line. */
public final class DefinitionReport {
    /** What a line number and a colon may add to the name of the definition. */
    private static final int LINE = 12;

    private DefinitionReport() {}

    /**
     * The reasons why a job may be repeated are given only where it may: beside a reason why not they mislead. A definition
     * that holds several jobs is as good as the worst of them. Suppressions change nothing: they say that
     * someone lives with a finding, not that it is wrong.
     *
     * @param results what the linter says of one definition, at least one
     * @param content what was analysed
     * @param definition its name: a path, or the field of an event
     * @param analysedAt when
     * @return the answer
     */
    public static DefinitionAnalysis of(List<LintResult> results, byte[] content, String definition,
            Instant analysedAt) {
        Safety afterFailure = worst(results.stream().map(result -> result.analysis().afterFailure()));
        Safety afterSuccess = worst(results.stream().map(result -> result.analysis().afterSuccess()));
        String name = Bounds.tail(definition, DefinitionFinding.MAX_PLACE - LINE);
        boolean good = afterFailure.worse(afterSuccess) == Safety.SAFE;
        List<DefinitionFinding> findings = results.stream()
                .flatMap(result -> result.analysis().findings().stream().map(finding -> new Reason(result, finding)))
                .filter(reason -> good || reason.finding().worst() != Safety.SAFE)
                .sorted(Comparator.comparing((Reason reason) -> reason.finding().worst()).reversed())
                .limit(DefinitionAnalysis.MAX_FINDINGS).map(reason -> reason.told(name)).toList();
        List<String> conditions = results.stream().flatMap(result -> result.analysis().conditions().stream()).distinct()
                .limit(DefinitionAnalysis.MAX_CONDITIONS).map(Condition::words).toList();
        return new DefinitionAnalysis(afterFailure.worse(afterSuccess).verdict(), afterFailure.verdict(),
                afterSuccess.verdict(), conditions, findings, name, Digests.sha256(content), analysedAt);
    }

    /**
     * @param text what was analysed, a text without a file
     * @see #of(List, byte[], String, Instant)
     */
    public static DefinitionAnalysis of(List<LintResult> results, String text, String definition, Instant analysedAt) {
        return of(results, text.getBytes(StandardCharsets.UTF_8), definition, analysedAt);
    }

    private static Safety worst(Stream<Safety> safeties) {
        return safeties.reduce(Safety.SAFE, Safety::worse);
    }

    private record Reason(LintResult result, Finding finding) {
        DefinitionFinding told(String definition) {
            String line = result.text().line(finding.line()).strip();
            String accepted = result.acceptance(finding).map(known -> " (accepted: " + known.reason() + ")").orElse("");
            return new DefinitionFinding(finding.rule().id(), definition + ":" + finding.line(),
                    Optional.of(line).filter(text -> !text.isEmpty()), finding.message() + accepted,
                    finding.worst() == Safety.SAFE ? Optional.empty() : Optional.of(finding.fix()));
        }
    }
}
