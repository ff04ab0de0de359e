// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.Optional;

import dev.reprise.idempotency.rule.Analysis;

/**
 * The answer for one job of a file.
 *
 * @param name the job's name where the file holds several, as a dbt manifest does
 * @param analysis the answer
 */
public record JobAnalysis(Optional<String> name, Analysis analysis) {
    static JobAnalysis of(Analysis analysis) {
        return new JobAnalysis(Optional.empty(), analysis);
    }
}
