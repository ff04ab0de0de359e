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
        "tsql|IDEMPOTENT|IF EXISTS (SELECT 1 FROM sys.objects WHERE name='t') DROP TABLE t; CREATE TABLE t (id INT)",
        // several tables in one statement
        "oracle|IDEMPOTENT|DELETE FROM a; DELETE FROM b; INSERT ALL INTO a (id, v) VALUES (id, v) INTO b (id, v) VALUES (id, v) SELECT id, v FROM s; COMMIT",
        "oracle|IDEMPOTENT|TRUNCATE TABLE a; TRUNCATE TABLE b; INSERT FIRST WHEN v>1 THEN INTO a (id) VALUES (id) ELSE INTO b (id) VALUES (id) SELECT id, v FROM s",
        "snowflake|IDEMPOTENT|INSERT OVERWRITE ALL INTO a INTO b SELECT id FROM s",
        "oracle|NOT_IDEMPOTENT|INSERT ALL INTO t (id) VALUES (1) INTO t (id) VALUES (2) SELECT * FROM dual",
        // parts of ClickHouse
        "clickhouse|IDEMPOTENT|ALTER TABLE t ON CLUSTER c REPLACE PARTITION '2026-01-01' FROM s",
        "clickhouse|IDEMPOTENT|TRUNCATE TABLE g; INSERT INTO g SELECT id, dt FROM s WHERE dt='1'; ALTER TABLE t REPLACE PARTITION '1' FROM g",
        "clickhouse|IDEMPOTENT|ALTER TABLE t DROP PARTITION ID '202601'; ALTER TABLE t ATTACH PARTITION ID '202601' FROM s",
        "clickhouse|NOT_IDEMPOTENT|ALTER TABLE t ATTACH PARTITION '2026-01-01' FROM s",
        "clickhouse|NOT_IDEMPOTENT|EXCHANGE TABLES a AND b",
        "clickhouse|IDEMPOTENT|DROP TABLE IF EXISTS n ON CLUSTER c SYNC; CREATE TABLE n ON CLUSTER c (id Int32) ENGINE = MergeTree ORDER BY id; INSERT INTO n SELECT id FROM s; EXCHANGE TABLES n AND t; DROP TABLE IF EXISTS n",
        "clickhouse|IDEMPOTENT|ALTER TABLE t DELETE WHERE dt='1' SETTINGS mutations_sync=1",
        "clickhouse|NOT_IDEMPOTENT|INSERT INTO t FORMAT JSONEachRow {}",
        // parts of Doris, MySQL and PostgreSQL
        "doris|IDEMPOTENT|ALTER TABLE t DROP PARTITION IF EXISTS p1; ALTER TABLE t ADD PARTITION IF NOT EXISTS p1 VALUES LESS THAN ('2'); TRUNCATE TABLE t PARTITION (p1); INSERT INTO t PARTITION (p1) SELECT id FROM s",
        "doris|NOT_IDEMPOTENT|ALTER TABLE t REPLACE WITH TABLE n PROPERTIES ('swap'='true')",
        "mysql|IDEMPOTENT|ALTER TABLE t TRUNCATE PARTITION p1; INSERT INTO t PARTITION (p1) SELECT id FROM s",
        "postgres|NOT_IDEMPOTENT|ALTER TABLE p ATTACH PARTITION c FOR VALUES IN ('1')",
        "mysql|IDEMPOTENT|DELETE a FROM t a JOIN t b ON a.k=b.k AND a.id>b.id",
        // a fixed mapping, and a chain
        "mysql|IDEMPOTENT|UPDATE t SET s=CASE s WHEN 'a' THEN 'x' WHEN 'b' THEN 'y' ELSE s END",
        "mysql|IDEMPOTENT|UPDATE t SET s=CASE s WHEN 'new' THEN 'done' END WHERE s='new'",
        "mysql|NOT_IDEMPOTENT|UPDATE t SET s=CASE s WHEN 'a' THEN 'b' WHEN 'b' THEN 'c' ELSE s END",
        "mysql|NOT_IDEMPOTENT|UPDATE t SET s=CASE s WHEN 'a' THEN 'b' WHEN 'b' THEN 'c' END WHERE s IN ('a','b')",
        "postgres|IDEMPOTENT|UPDATE t SET doc=jsonb_set(doc, '{a}', '1') WHERE id=1",
        // variables that are set once
        "tsql|IDEMPOTENT|DECLARE @d DATE = '2026-01-01', @k INT = 3; DELETE FROM t WHERE dt=@d; INSERT INTO t (id,dt) SELECT id, dt FROM s WHERE dt=@d",
        "tsql|CONDITIONAL|DECLARE @d DATE = GETDATE(); DELETE FROM t WHERE dt=@d; INSERT INTO t (id,dt) SELECT id, dt FROM s WHERE dt=@d",
        "bigquery|IDEMPOTENT|DECLARE d DATE DEFAULT DATE '2026-01-01'; DELETE FROM x.t WHERE dt=d; INSERT INTO x.t (id,dt) SELECT id, dt FROM x.s WHERE dt=d",
        "mysql|IDEMPOTENT|SET @d='1'; DELETE FROM t WHERE dt=@d; SET @d='1'; INSERT INTO t (dt,n) SELECT @d, count(*) FROM s WHERE dt=@d",
        // Flink
        "flink|NOT_IDEMPOTENT|EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT id FROM s; INSERT INTO b SELECT id FROM s; END",
        "flink|CONDITIONAL|CREATE TABLE k (id BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector'='jdbc'); INSERT INTO k SELECT id FROM s",
        // what is not read may be what empties the table
        "doris|UNKNOWN|FROBNICATE TABLE t; INSERT INTO t SELECT id FROM s",
        // T-SQL loads
        "tsql|NOT_IDEMPOTENT|BULK INSERT dbo.t FROM 'c:/a.csv' WITH (FIELDTERMINATOR = ',')"})
    void shouldBeCalledWhatItIs(String dialect, Verdict verdict, String script) {
        Optional<Dialect> named = Dialect.named(dialect);
        assertThat(named).isPresent();
        Analysis analysis = List.copyOf(new Linter(named).lint("x.sql", script.getBytes(StandardCharsets.UTF_8)))
                .getFirst().analysis();

        assertThat(analysis.verdict()).as("%s", analysis.findings()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "oracle|RR101|INSERT ALL INTO a (id) VALUES (id) INTO b (id) VALUES (id) SELECT id FROM s",
        "clickhouse|RR101|ALTER TABLE t ATTACH PARTITION '1' FROM s", "clickhouse|RR506|EXCHANGE TABLES a AND b",
        "clickhouse|RR201|ALTER TABLE t REPLACE PARTITION '1' FROM s",
        "mysql|RR401|UPDATE t SET s=CASE s WHEN 'a' THEN 'b' WHEN 'b' THEN 'c' ELSE s END"})
    void shouldNameTheLineThatDecides(String dialect, String rule, String statement) {
        Analysis analysis = new Linter(Dialect.named(dialect))
                .lint("x.sql", ("-- a job\n  " + statement).getBytes(StandardCharsets.UTF_8)).getFirst().analysis();

        assertThat(analysis.findings().getFirst()).satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo(rule);
            assertThat(finding.line()).isEqualTo(2);
            assertThat(finding.column()).isEqualTo(3);
        });
    }
}
