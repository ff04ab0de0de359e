// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.rule;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.Verdict;

/**
 * The answer for one job.
 *
 * @param afterFailure any prefix of it, then the whole
 * @param afterSuccess the whole, then the whole
 * @param converges whether a rerun on corrected input equals a clean run on it; empty when not decided
 * @param findings reasons, in the order of the text
 * @param targets the verdict per table or path that is written
 */
public record Analysis(Safety afterFailure, Safety afterSuccess, Optional<Boolean> converges, List<Finding> findings,
        List<Target> targets) {
    /** One written table or path with its own verdict. */
    public record Target(String name, Verdict verdict) {}

    /** @return the worse half as a verdict */
    public Verdict verdict() {
        return afterFailure.worse(afterSuccess).verdict();
    }

    /** @return the distinct conditions of all findings */
    public List<Condition> conditions() {
        return findings.stream().flatMap(finding -> finding.conditions().stream()).distinct().toList();
    }

    /** @return the rerun setting that the pair of halves allows */
    public RerunRule recommended() {
        if (afterFailure != Safety.SAFE) {
            return afterFailure == Safety.UNSAFE ? RerunRule.NEVER : RerunRule.ON_FAILURE;
        }
        return afterSuccess == Safety.SAFE ? RerunRule.ALWAYS : RerunRule.ON_FAILURE;
    }

    /**
     * @param rule why
     * @param line from 1
     * @param column from 1
     * @param reason what was not understood
     * @return the answer for a text that could not be analysed
     */
    public static Analysis unknown(Rule rule, int line, int column, String reason) {
        Finding finding = new Finding(rule, line, column, "", reason, Safety.UNKNOWN, Safety.UNKNOWN, List.of());
        return new Analysis(Safety.UNKNOWN, Safety.UNKNOWN, Optional.empty(), List.of(finding), List.of());
    }
}
