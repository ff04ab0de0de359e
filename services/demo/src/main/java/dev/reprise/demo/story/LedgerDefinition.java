// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.demo.warehouse.JobSql;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.report.DefinitionReport;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;

/** The SQL of the ledger's job, analysed as {@code reprise jobs apply} does with what a registry document names. */
final class LedgerDefinition {
    private LedgerDefinition() {}

    /** What analysis says of it. */
    static DefinitionAnalysis analysed(Instant now) {
        String sql = JobSql.read(JobSql.LEDGER_APPEND);
        return DefinitionReport.of(new Linter(Optional.of(Dialect.SQLITE)).lint(JobSql.LEDGER_APPEND,
                sql.getBytes(StandardCharsets.UTF_8)), sql, JobSql.LEDGER_APPEND, now);
    }

    /** A finding on one line: its place, and the line itself. */
    static String shown(DefinitionFinding finding) {
        return finding.place() + " " + finding.excerpt().orElse("") + " (" + finding.rule() + ")";
    }
}
