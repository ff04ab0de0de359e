// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.lint;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.job.Verdict;

/**
 * The answer for one job of one file.
 *
 * @param file path as given
 * @param job name of the job where the file holds several
 * @param text the file's text
 * @param analysis the answer; suppressions do not change it
 * @param accepted findings that someone has accepted, with the reason
 */
public record LintResult(String file, Optional<String> job, SourceText text, Analysis analysis,
        List<Accepted> accepted) {
    /** How a finding came to be accepted. */
    public enum Kind {
        /** by a comment beside the statement */
        IN_SOURCE,
        /** by the baseline */
        BASELINE
    }

    /** A finding that someone has accepted. */
    public record Accepted(Finding finding, String reason, Kind kind) {}

    /** @return findings that speak against a rerun and that nobody has accepted */
    public List<Finding> open() {
        return analysis.findings().stream().filter(finding -> finding.worst() != Safety.SAFE)
                .filter(finding -> acceptance(finding).isEmpty()).toList();
    }

    /** @return the verdict that the open findings alone give: what a gate looks at */
    public Verdict openVerdict() {
        Safety open = open().stream().map(Finding::worst).reduce(Safety.SAFE, Safety::worse);
        // Nobody has accepted anything: the whole answer counts, also what no single finding tells.
        return accepted.isEmpty()
                ? open.worse(analysis.afterFailure()).worse(analysis.afterSuccess()).verdict()
                : open.verdict();
    }

    /** @return why a finding is accepted, or empty when it is open */
    public Optional<Accepted> acceptance(Finding finding) {
        return accepted.stream().filter(known -> known.finding().equals(finding)).findFirst();
    }

    /**
     * @param more further accepted findings
     * @return the result with them
     */
    public LintResult accepting(List<Accepted> more) {
        return new LintResult(file, job, text, analysis,
                Stream.concat(accepted.stream(), more.stream()).toList());
    }
}
