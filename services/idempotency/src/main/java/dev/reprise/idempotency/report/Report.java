// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import dev.reprise.idempotency.lint.LintResult;

/** A rendering of answers, written as they come: no answer is kept, so that a report may be larger than the memory. */
public sealed interface Report permits TextReport, JsonReport, SarifReport {
    /** @param result the next answer */
    void add(LintResult result);

    /** Writes what stands behind the last answer. To be called once. */
    void end();
}
