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

/** Scripts that look harmless and are not: whatever else the analysis says of them, it must not be that all is well. */
class UnsafeScriptsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        // one table under two names
        "hive|USE db; INSERT OVERWRITE TABLE db.t SELECT id, v+1 FROM t",
        "hive|USE db; INSERT OVERWRITE TABLE t SELECT id, v+1 FROM t",
        "odps|INSERT OVERWRITE TABLE prod.t SELECT id, v+1 FROM t",
        "postgres|TRUNCATE a.t; INSERT INTO t SELECT * FROM s",
        // one name for two tables
        "hive|USE a; TRUNCATE TABLE t; USE b; INSERT INTO TABLE t SELECT * FROM s",
        "postgres|SET search_path = a; TRUNCATE t; SET search_path = b; INSERT INTO t SELECT * FROM s",
        // prose is no declaration
        "postgres|-- one day add a unique key on t (id)\\nINSERT INTO t(id,v) SELECT id,v FROM s ON CONFLICT DO NOTHING",
        "mysql|-- t had the primary key id\\nREPLACE INTO t SELECT id, v FROM s",
        // each run takes other rows
        "oracle|DELETE FROM t WHERE rownum <= 100", "oracle|UPDATE t SET done=1 WHERE done=0 AND ROWNUM <= 10",
        "oracle|TRUNCATE TABLE t; INSERT INTO t SELECT rownum, s.* FROM s",
        "tsql|DELETE TOP (10) FROM t", "mysql|DELETE FROM t ORDER BY id LIMIT 5",
        "postgres|DELETE FROM t WHERE id = (SELECT max(id) FROM t)",
        // the second time it fails
        "mysql|ALTER TABLE t DROP PARTITION p1", "doris|ALTER TABLE t DROP PARTITION p1",
        "hive|ALTER TABLE t DROP PARTITION (dt='1')", "odps|CREATE TABLE t AS SELECT * FROM s",
        // it runs although it looks like a question
        "postgres|EXPLAIN ANALYZE INSERT INTO t SELECT * FROM s", "postgres|SELECT load_more('t')",
        "postgres|WITH u AS (UPDATE t SET v=v+1 RETURNING *) SELECT * FROM u",
        // only a part is undone
        "postgres|BEGIN; INSERT INTO t SELECT * FROM s; SAVEPOINT a; DELETE FROM x; ROLLBACK TO a; COMMIT",
        "postgres|BEGIN; INSERT INTO t SELECT * FROM s; SAVEPOINT a; DELETE FROM x; ROLLBACK TRANSACTION TO SAVEPOINT a; COMMIT",
        // chance behind another name
        "hive|INSERT OVERWRITE TABLE t SELECT reflect('java.util.UUID', 'randomUUID'), id FROM s",
        // the reset is not the append's
        "postgres|DELETE FROM t WHERE day='1'; INSERT INTO t(id,day) SELECT id, other_day AS day FROM s WHERE day='1'",
        "postgres|DELETE FROM t WHERE day='1' AND r='eu'; INSERT INTO t(id,day,r) SELECT id,day,r FROM s WHERE day='1'",
        "odps|ALTER TABLE t DROP IF EXISTS PARTITION (dt='2'); INSERT INTO TABLE t PARTITION (dt='1') SELECT id FROM s",
        // a part with a name is not the whole
        "doris|TRUNCATE TABLE t PARTITION (p1); INSERT INTO t SELECT * FROM s",
        "doris|TRUNCATE TABLE t PARTITION (p1); INSERT INTO t PARTITION (p2) SELECT * FROM s",
        "mysql|DELETE FROM t PARTITION (p0); INSERT INTO t SELECT * FROM s",
        "oracle|DELETE FROM t PARTITION (p0); INSERT INTO t PARTITION (p1) SELECT * FROM s",
        "oracle|ALTER TABLE t TRUNCATE PARTITION p0; INSERT INTO t SELECT * FROM s",
        // an upsert of what the table itself holds
        "postgres|INSERT INTO t(id,v) SELECT id, v+1 FROM t ON CONFLICT (id) DO UPDATE SET v=excluded.v",
        "postgres|INSERT INTO t(id,n) SELECT id, (SELECT count(*) FROM t) FROM s ON CONFLICT (id) DO UPDATE SET n=excluded.n",
        "mysql|REPLACE INTO t SELECT id, v+1 FROM t",
        "mysql|REPLACE INTO t SELECT t.id, t.v+s.v FROM t JOIN s ON t.id=s.id",
        "mysql|INSERT IGNORE INTO t SELECT (SELECT max(id) FROM t)+1, v FROM s",
        "mysql|INSERT INTO t (id,v) SELECT id, v FROM s ON DUPLICATE KEY UPDATE v=IF(VALUES(v)>w, VALUES(v), w)",
        // the same words about another column, another table, another day
        "postgres|DELETE FROM t WHERE date_trunc('day',ts)=:d; INSERT INTO t(id,ts) SELECT id, created FROM s WHERE date_trunc('day',ts)=:d",
        "postgres|DELETE FROM t WHERE date_trunc('day',ts)=:d; INSERT INTO t(id,ts) SELECT id, now() FROM s WHERE date_trunc('day',ts)=:d",
        "postgres|DELETE FROM t WHERE date_trunc('day',ts)=:d; INSERT INTO t(id,ts) SELECT s.id, r.ts FROM s JOIN r ON r.id=s.id WHERE date_trunc('day',s.ts)=:d",
        "postgres|DELETE FROM t WHERE dt=current_date; INSERT INTO t SELECT id, current_date - 1 AS dt FROM s",
        "postgres|DELETE FROM t WHERE random()<0.5; INSERT INTO t SELECT id, dt FROM s WHERE random()<0.5",
        // what a MERGE deletes is less than what it inserts
        "bigquery|MERGE d.t t USING (SELECT * FROM d.s WHERE dt>='2026-01-01') s ON FALSE WHEN NOT MATCHED BY SOURCE AND t.dt='2026-01-01' THEN DELETE WHEN NOT MATCHED THEN INSERT ROW",
        "bigquery|MERGE d.t t USING (SELECT id, v+1 AS v FROM d.t) s ON FALSE WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED THEN INSERT ROW",
        // the table that was asked for is another one
        "tsql|IF OBJECT_ID('dbo.u') IS NOT NULL DROP TABLE dbo.t",
        "tsql|IF NOT EXISTS (SELECT 1 FROM sys.tables WHERE name='u') CREATE TABLE t (id INT)",
        // the files of an external table outlive it
        "hive|DROP TABLE IF EXISTS t; CREATE EXTERNAL TABLE t(id INT) LOCATION '/t'; INSERT INTO TABLE t SELECT id FROM s",
        "hive|DROP TABLE IF EXISTS t; CREATE EXTERNAL TABLE IF NOT EXISTS t(id INT) LOCATION '/t'; INSERT INTO TABLE t SELECT id FROM s",
        "spark|DROP TABLE IF EXISTS t; CREATE TABLE t(id INT) USING parquet LOCATION '/t'; INSERT INTO t SELECT id FROM s",
        "spark|CREATE TABLE IF NOT EXISTS t(id INT, dt STRING) USING parquet PARTITIONED BY (dt) LOCATION '/t'; ALTER TABLE t DROP IF EXISTS PARTITION (dt='1'); INSERT INTO TABLE t PARTITION (dt='1') SELECT id FROM s",
        // what was read is gone
        "postgres|TRUNCATE t; INSERT INTO t SELECT * FROM s; TRUNCATE s",
        "odps|INSERT OVERWRITE TABLE a SELECT id, v FROM b; INSERT OVERWRITE TABLE b SELECT id, v+1 FROM a",
        "hive|CREATE OR REPLACE VIEW v AS SELECT * FROM t; INSERT OVERWRITE TABLE t SELECT id, v+1 FROM v",
        "spark|CACHE TABLE c AS SELECT * FROM t; INSERT OVERWRITE t SELECT id, v+1 FROM c",
        "hive|LOAD DATA INPATH '/x' OVERWRITE INTO TABLE t PARTITION (dt='1')",
        // what one column takes from another that changes too
        "postgres|UPDATE t SET a = b + 1, b = 5",
        "postgres|UPDATE t SET status = CASE status WHEN 'a' THEN 'b' ELSE 'c' END",
        "postgres|MERGE INTO t USING s ON t.id=s.id WHEN MATCHED THEN UPDATE SET v = v + s.v",
        "postgres|INSERT INTO t(id,v) SELECT id,v FROM s ON CONFLICT (id) DO UPDATE SET prev=t.v, v=excluded.v",
        "hive|FROM s INSERT OVERWRITE TABLE a PARTITION(dt='1') SELECT id INSERT INTO TABLE b PARTITION(dt='1') SELECT id",
        // one word, another value by then
        "mysql|SET @d='1'; DELETE FROM t WHERE dt=@d; SET @d='2'; INSERT INTO t (dt,n) SELECT @d, count(*) FROM s WHERE dt=@d",
        "hive|set hivevar:d=1; alter table t drop if exists partition (dt='${hivevar:d}'); set hivevar:d=2; insert into table t partition (dt='${hivevar:d}') select id from s",
        "mysql|SET @n=(SELECT n FROM ctl); UPDATE ctl SET n=@n+1",
        "tsql|DECLARE @n INT; SELECT @n=MAX(id) FROM t; UPDATE ctl SET n=@n+1",
        "mysql|SELECT n INTO @n FROM ctl; UPDATE ctl SET n=@n+1", "mysql|UPDATE t SET rk=(@r := @r + 1)",
        "bigquery|DECLARE n INT64 DEFAULT (SELECT n FROM d.ctl); UPDATE d.ctl SET n = n + 1 WHERE TRUE",
        // a part whose name is computed is not the whole
        "spark|INSERT OVERWRITE t PARTITION (dt=concat('2026-01-','01')) SELECT id FROM s; INSERT INTO t PARTITION (dt='2026-01-09') SELECT id FROM s",
        // rows that a clause writes on the side
        "tsql|UPDATE dbo.t SET v=1 OUTPUT inserted.id INTO dbo.audit WHERE id=5",
        "tsql|MERGE dbo.t AS t USING dbo.s AS s ON t.id=s.id WHEN MATCHED THEN UPDATE SET t.v=s.v OUTPUT $action, inserted.id INTO dbo.log",
        // a copy is read when it is made
        "snowflake|CREATE OR REPLACE TABLE bak CLONE t; UPDATE t SET v=1 WHERE id=2",
        // a table with a key is computed from its own rows
        "odps|CREATE TABLE IF NOT EXISTS d (id BIGINT NOT NULL, v BIGINT, PRIMARY KEY (id)) TBLPROPERTIES ('transactional'='true'); INSERT INTO TABLE d SELECT id, v+1 FROM d",
        // a function that is called for what it does
        "postgres|SELECT * FROM refresh_daily('2026-01-01')", "postgres|SELECT refreshall()",
        // the second time there is nothing to rename or to add to
        "postgres|ALTER TYPE mood ADD VALUE 'meh'", "postgres|ALTER SCHEMA a RENAME TO b",
        "odps|ALTER TABLE t MERGE IF EXISTS PARTITION (ds<'2') OVERWRITE PARTITION (ds='3')",
        "postgres|ALTER TABLE p ATTACH PARTITION c FOR VALUES IN ('1')", "postgres|ALTER TABLE p DETACH PARTITION c",
        // a definition of Flink is gone, its rows are not
        "flink|DROP TABLE IF EXISTS k; CREATE TABLE k (id BIGINT) WITH ('connector'='kafka'); INSERT INTO k SELECT id FROM s",
        // a replicated table skips the block that it knows
        "clickhouse|CREATE TABLE IF NOT EXISTS t (id Int32, dt Date) ENGINE = ReplicatedMergeTree ORDER BY id; ALTER TABLE t DELETE WHERE dt='1'; INSERT INTO t SELECT id, dt FROM s WHERE dt='1'",
        // what is staged is not what is written back, or somebody else reads it too
        "hive|INSERT OVERWRITE TABLE a SELECT id, v FROM b; INSERT OVERWRITE TABLE b SELECT id, v FROM a WHERE v > 1",
        "hive|INSERT OVERWRITE TABLE x SELECT DISTINCT id FROM b; INSERT OVERWRITE TABLE report SELECT id FROM b; INSERT OVERWRITE TABLE b SELECT * FROM x",
        // the clock names the part
        "hive|ALTER TABLE t DROP IF EXISTS PARTITION (dt < date_sub(current_date, 30))",
        // several tables in one statement
        "oracle|TRUNCATE TABLE a; INSERT ALL WHEN v>1 THEN INTO a (id) VALUES (id) ELSE INTO b (id) VALUES (id) SELECT id, v FROM s",
        "oracle|INSERT ALL INTO a (id) VALUES (id) INTO b (id) VALUES (id) SELECT id FROM s WHERE NOT EXISTS (SELECT 1 FROM a WHERE a.id=s.id)"})
    void shouldNotBeCalledIdempotent(String dialect, String script) {
        assertThat(analysis(dialect, script).verdict()).isNotEqualTo(Verdict.IDEMPOTENT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        // the same care must not spoil what is in order
        "spark|DROP TABLE IF EXISTS t; CREATE TABLE t(id INT) USING parquet LOCATION '/t'; INSERT OVERWRITE TABLE t SELECT id FROM s",
        "spark|DROP TABLE IF EXISTS t; CREATE TABLE t(id INT) USING parquet; INSERT INTO t SELECT id FROM s",
        "hive|USE db; INSERT OVERWRITE TABLE db.t PARTITION (dt='1') SELECT id FROM s WHERE dt='1'",
        "hive|USE db; TRUNCATE TABLE t; INSERT INTO TABLE db.t SELECT id FROM s",
        "hive|INSERT OVERWRITE TABLE dw.t PARTITION (dt='1') SELECT id FROM ods.t WHERE dt='1'",
        "postgres|SET search_path = a; TRUNCATE t; INSERT INTO a.t SELECT * FROM s",
        "postgres|-- reprise: assume key(t: id)\\nINSERT INTO t(id,v) SELECT id,v FROM s ON CONFLICT DO NOTHING",
        "hive|INSERT OVERWRITE TABLE x SELECT DISTINCT id FROM b; INSERT OVERWRITE TABLE b SELECT * FROM x",
        "hive|DROP TABLE IF EXISTS x; CREATE TABLE x AS SELECT id, v FROM b; INSERT OVERWRITE TABLE b SELECT id, v FROM x WHERE v > 1; DROP TABLE IF EXISTS x",
        "clickhouse|ALTER TABLE t DROP PARTITION '1'", "mysql|START TRANSACTION; INSERT INTO t VALUES (1); ROLLBACK",
        "sqlite|DELETE FROM t WHERE day = ?1; INSERT INTO t(id,day) SELECT id, ?1 FROM s"})
    void shouldStillBeCalledIdempotent(String dialect, String script) {
        Analysis analysis = analysis(dialect, script);

        assertThat(analysis.verdict()).as("%s", analysis.findings()).isEqualTo(Verdict.IDEMPOTENT);
    }

    private static Analysis analysis(String dialect, String script) {
        Optional<Dialect> named = Dialect.named(dialect);
        assertThat(named).isPresent();
        return List
                .copyOf(new Linter(named).lint("x.sql", script.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8)))
                .getFirst().analysis();
    }
}
