// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.job.Verdict;

/** Puts answers together. */
final class Analyses {
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
