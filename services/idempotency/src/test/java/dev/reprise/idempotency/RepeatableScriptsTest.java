// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.schemas.job.Verdict;

/** Forms that people use because they may be repeated: an alarm about them would be a false one. */
class RepeatableScriptsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        // an upsert that keeps the greater, the lesser, the first or the last
        "postgres|IDEMPOTENT|INSERT INTO t SELECT id, v FROM s ON CONFLICT (id) DO UPDATE SET v=GREATEST(t.v, excluded.v)",
        "postgres|IDEMPOTENT|INSERT INTO t SELECT id, v FROM s ON CONFLICT (id) DO UPDATE SET v=LEAST(excluded.v, t.v)",
        "mysql|CONDITIONAL|INSERT INTO t SELECT id, v FROM s ON DUPLICATE KEY UPDATE v=GREATEST(v, VALUES(v))",
        "mysql|CONDITIONAL|INSERT INTO t SELECT id, v FROM s ON DUPLICATE KEY UPDATE v=IF(VALUES(v)>v, VALUES(v), v)",
        "ansi|CONDITIONAL|MERGE INTO t USING s ON (t.id=s.id) WHEN MATCHED THEN UPDATE SET v=GREATEST(t.v,s.v) WHEN NOT MATCHED THEN INSERT (id,v) VALUES (s.id,s.v)",
        // one statement that replaces a part
        "bigquery|IDEMPOTENT|MERGE d.t t USING (SELECT * FROM d.s WHERE dt='2026-01-01') s ON FALSE WHEN NOT MATCHED BY SOURCE AND t.dt='2026-01-01' THEN DELETE WHEN NOT MATCHED THEN INSERT (id, dt) VALUES (s.id, s.dt)",
        "bigquery|IDEMPOTENT|MERGE d.t t USING d.s s ON FALSE WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED THEN INSERT ROW",
        // reset and refill by the same words
        "postgres|IDEMPOTENT|DELETE FROM t WHERE date_trunc('day',ts)=:d; INSERT INTO t SELECT id, ts FROM s WHERE date_trunc('day',ts)=:d",
        "postgres|IDEMPOTENT|DELETE FROM t WHERE date_trunc('day',ts)=:d; INSERT INTO t(id,ts) SELECT s.id, s.at FROM s JOIN r ON r.id=s.id WHERE date_trunc('day',s.at)=:d",
        "postgres|IDEMPOTENT|DELETE FROM t WHERE dt='2026-01-01'; INSERT INTO t (id,dt) SELECT id, '2026-01-01'::date FROM s",
        "postgres|CONDITIONAL|DELETE FROM t WHERE dt=current_date; INSERT INTO t SELECT id, current_date AS dt FROM s",
        "postgres|CONDITIONAL|DELETE FROM t WHERE dt=current_date-1; INSERT INTO t SELECT id, dt FROM s WHERE dt=current_date-1",
        "doris|IDEMPOTENT|TRUNCATE TABLE t PARTITION (p1, p2); INSERT INTO t PARTITION (p1) SELECT * FROM s",
        "oracle|IDEMPOTENT|ALTER TABLE t TRUNCATE PARTITION p1 DROP STORAGE; INSERT INTO t PARTITION (p1) SELECT * FROM s",
        "mysql|IDEMPOTENT|DELETE FROM t PARTITION (p0); INSERT INTO t PARTITION (p0) SELECT * FROM s",
        // an upsert of what is the same when computed again
        "mysql|CONDITIONAL|REPLACE INTO t SELECT id, UPPER(name) FROM t",
        // the guards of T-SQL
        "tsql|IDEMPOTENT|IF OBJECT_ID('dbo.t','U') IS NULL CREATE TABLE dbo.t (id INT)",
        "tsql|IDEMPOTENT|IF NOT EXISTS (SELECT 1 FROM sys.tables WHERE name='t') CREATE TABLE t (id INT)",
        "tsql|IDEMPOTENT|IF EXISTS (SELECT 1 FROM sys.objects WHERE name='t') DROP TABLE t; CREATE TABLE t (id INT)"})
    void shouldBeCalledWhatItIs(String dialect, Verdict verdict, String script) {
        Optional<Dialect> named = Dialect.named(dialect);
        assertThat(named).isPresent();
        Analysis analysis = List.copyOf(new Linter(named).lint("x.sql", script.getBytes(StandardCharsets.UTF_8)))
                .getFirst().analysis();

        assertThat(analysis.verdict()).as("%s", analysis.findings()).isEqualTo(verdict);
    }
}
