// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.definition;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.report.DefinitionReport;
import dev.reprise.ingest.redact.Redaction;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Verdict;

/**
 * Analyses the statements of events. A statement comes with every event of its run and in every run again, so answers are
 * remembered; the memory is bounded, and so is the length of what is analysed. Used by one thread.
 */
public final class StatementJudge {
    /** Longer statements are not analysed, in characters. */
    static final int MAX_LENGTH = 256 * 1024;
    /** The field that holds the statement. */
    static final String FIELD = "job.facets.sql";
    private static final int REMEMBERED = 512;

    private record Question(String sql, Optional<Dialect> dialect) {}

    private final Map<Question, DefinitionAnalysis> answers = new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, DefinitionAnalysis> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * What analysis says of the statement of an event; secrets in it are hidden.
     *
     * @param source who reports, such as {@code openlineage/spark}: it tells the dialect where the event does not
     * @param now stamped on a new answer
     */
    public Optional<DefinitionAnalysis> judge(JobEvidence evidence, String source, Instant now) {
        return evidence.sql().map(sql -> answers.computeIfAbsent(
                new Question(sql, dialect(evidence, source)), question -> analysed(question, now)));
    }

    private static Optional<Dialect> dialect(JobEvidence evidence, String source) {
        return evidence.dialect().flatMap(Dialect::named)
                .or(() -> Dialect.named(source.substring(source.indexOf('/') + 1)));
    }

    private static DefinitionAnalysis analysed(Question question, Instant now) {
        byte[] content = question.sql().getBytes(StandardCharsets.UTF_8);
        if (question.sql().length() > MAX_LENGTH) {
            return new DefinitionAnalysis(Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.UNKNOWN, List.of(),
                    List.of(new DefinitionFinding("RR901", FIELD, Optional.empty(),
                            "the statement is longer than " + MAX_LENGTH + " characters and was not analysed",
                            Optional.of("name the job's definition in the registry"))),
                    FIELD, Digest.of(question.sql()), now);
        }
        return redacted(DefinitionReport.of(new Linter(question.dialect()).lint(FIELD, content), content, FIELD, now));
    }

    /** The statement was read as it is; what is told of it must hold no secret. */
    private static DefinitionAnalysis redacted(DefinitionAnalysis analysis) {
        List<DefinitionFinding> findings = analysis.findings().stream()
                .map(finding -> new DefinitionFinding(finding.rule(), finding.place(),
                        finding.excerpt().map(Redaction::of), Redaction.of(finding.message()), finding.fix()))
                .toList();
        return new DefinitionAnalysis(analysis.verdict(), analysis.afterFailure(), analysis.afterSuccess(),
                analysis.conditions(), findings, analysis.definition(), analysis.hash(), analysis.analysedAt());
    }
}
