// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.util.Locale;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Verdict;

/**
 * A job of a registry document whose definition was analysed.
 *
 * @param job the job
 * @param declared what its owner declares, from wherever the document says it
 * @param analysis what analysis says
 */
public record AnalysedJob(JobId job, Idempotency declared, DefinitionAnalysis analysis) {

    /** One line: the verdict and its two halves. */
    public String summary() {
        return job + ": " + analysis.verdict() + " (after a failure " + words(analysis.afterFailure())
                + ", after a success " + words(analysis.afterSuccess()) + "), from " + analysis.definition();
    }

    /** Whether the owner declares what the analysis refutes. */
    public boolean contradicted() {
        return declared == Idempotency.IDEMPOTENT && analysis.verdict() == Verdict.NOT_IDEMPOTENT;
    }

    /** What a contradiction means and the line that decides, in one line. */
    public String warning() {
        String because = analysis.findings().stream().findFirst().map(AnalysedJob::told).orElse("");
        return job + " is declared idempotent, but its definition is not" + because
                + "; it will not be rerun on its own until one of the two is mended";
    }

    private static String told(DefinitionFinding finding) {
        return ": " + finding.place() + " " + finding.rule() + " " + finding.message();
    }

    private static String words(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
