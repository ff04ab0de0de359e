// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Placed;
import dev.reprise.idempotency.parse.ScriptReader;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.sql.Statement;
import dev.reprise.schemas.job.Verdict;

/** Forms of Hive, Spark and MaxCompute that must be read, and what is made of them. */
class ReadFormsTest {
    @ParameterizedTest
    @MethodSource("ofMaxCompute")
    void shouldReadTheCoreStatementsOfMaxCompute(String sql) {
        assertThat(unread(sql, Dialect.ODPS)).isEmpty();
    }

    static Stream<String> ofMaxCompute() {
        return Stream.of("INSERT INTO TABLE sale PARTITION (dt='20260101') SELECT id, price FROM ods",
                "INSERT INTO sale (id, price) VALUES (1, 2.5), (2, 3.5)",
                "INSERT INTO TABLE sale PARTITION (dt='1', region) (id, region) SELECT id, region FROM ods",
                "INSERT OVERWRITE TABLE sale PARTITION (dt='${bizdate}') SELECT id, price FROM ods WHERE dt='${bizdate}'",
                "INSERT OVERWRITE TABLE sale PARTITION (dt, region) SELECT id, price, dt, region FROM ods",
                "INSERT OVERWRITE sale SELECT * FROM ods ORDER BY id LIMIT 10",
                "INSERT OVERWRITE TABLE sale SELECT a.id, b.v x FROM a JOIN b ON a.id = b.id DISTRIBUTE BY x SORT BY x",
                "INSERT OVERWRITE TABLE sale SELECT /*+ MAPJOIN(b) */ a.id FROM a LEFT ANTI JOIN b ON a.id = b.id",
                "FROM ods INSERT OVERWRITE TABLE x PARTITION (dt='1') SELECT id WHERE id < 5"
                        + " INSERT INTO TABLE y SELECT id WHERE id >= 5",
                "WITH s AS (SELECT id FROM ods) INSERT OVERWRITE TABLE sale SELECT id FROM s",
                "CREATE TABLE copy AS SELECT id, dt FROM ods", "CREATE TABLE copy LIFECYCLE 7 AS SELECT id FROM ods",
                "CREATE TABLE IF NOT EXISTS t (id BIGINT COMMENT 'x', v DECIMAL(10, 2)) PARTITIONED BY (dt STRING)"
                        + " LIFECYCLE 30",
                "CREATE TABLE pk (id BIGINT NOT NULL PRIMARY KEY) TBLPROPERTIES ('transactional'='true')",
                "CREATE TABLE t LIKE ods", "DROP TABLE IF EXISTS t", "TRUNCATE TABLE t",
                "TRUNCATE TABLE t PARTITION (dt='1')", "ALTER TABLE t ADD IF NOT EXISTS PARTITION (dt='1')",
                "ALTER TABLE t ADD PARTITION (dt='1', hh='00')", "ALTER TABLE t DROP IF EXISTS PARTITION (dt='1')",
                "ALTER TABLE t DROP IF EXISTS PARTITION (dt < '20200101')", "ALTER TABLE t RENAME TO u",
                "ALTER TABLE t PARTITION (dt='1') RENAME TO PARTITION (dt='2')", "ALTER TABLE t SET LIFECYCLE 30",
                "UPDATE t SET v = 1 WHERE id = 3", "DELETE FROM t WHERE dt = '1'",
                "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET t.v = s.v"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.v)",
                "LOAD OVERWRITE TABLE t PARTITION (dt='1') FROM LOCATION 'oss://bucket/path/'"
                        + " STORED BY 'com.aliyun.odps.CsvStorageHandler'",
                "LOAD INTO TABLE t FROM LOCATION 'oss://bucket/path/' STORED AS PARQUET",
                "UNLOAD FROM (SELECT * FROM t) INTO LOCATION 'oss://bucket/out/' STORED AS PARQUET");
    }

    @ParameterizedTest
    @MethodSource("ofHive")
    void shouldReadTheFormsOfHive(String sql) {
        assertThat(unread(sql, Dialect.HIVE)).isEmpty();
    }

    static Stream<String> ofHive() {
        return Stream.of("FROM src INSERT OVERWRITE TABLE t SELECT a, b ORDER BY a LIMIT 10",
                "FROM src INSERT OVERWRITE TABLE t SELECT a DISTRIBUTE BY a SORT BY a INSERT INTO TABLE u SELECT b LIMIT 1",
                "INSERT OVERWRITE TABLE t SELECT `if`(a > 1, b, c), `current_date`() FROM src",
                "INSERT OVERWRITE TABLE t SELECT x.14d, x.7_days, 30d_sale AS 60d_sale FROM src x",
                "ALTER TABLE t REPLACE COLUMNS (a INT, b STRING)",
                "ALTER TABLE t UPDATE STATISTICS SET ('numRows'='10')", "ALTER TABLE t SKEWED BY (a) ON (1, 2)",
                "INSERT OVERWRITE TABLE t SELECT x.a FROM ((SELECT a FROM u) x LEFT JOIN (SELECT a FROM v) y ON x.a = y.a)",
                "INSERT OVERWRITE TABLE t SELECT a FROM ((SELECT a FROM u) UNION ALL (SELECT a FROM v)) x",
                "INSERT OVERWRITE TABLE t SELECT a FROM (((SELECT a FROM u)) LIMIT 3) x",
                "CREATE TABLE t AS VALUES (0), (1) AS tab(a)");
    }

    @Test
    void shouldReadColumnsThatAreNamedWithoutAs() {
        // Druid reads them with a class of a library that it does not declare.
        assertThat(lint("INSERT OVERWRITE TABLE d SELECT a.k, a.v w FROM src a").verdict())
                .isEqualTo(Verdict.IDEMPOTENT);
    }

    @Test
    void shouldJudgeDirectoriesAmongTheTargetsByThemselves() {
        String sql = "FROM src INSERT OVERWRITE TABLE t SELECT a INSERT OVERWRITE LOCAL DIRECTORY '/out' SELECT b";

        Analysis apart = lint(sql);
        Analysis overwritten = lint(sql.replace("TABLE t", "TABLE src"));

        assertThat(apart.verdict())
                .isEqualTo(lint("INSERT OVERWRITE LOCAL DIRECTORY '/out' SELECT b FROM src").verdict())
                .isEqualTo(Verdict.CONDITIONAL);
        assertThat(apart.targets()).contains(new Analysis.Target("t", Verdict.IDEMPOTENT));
        assertThat(overwritten.verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
    }

    @Test
    void shouldNotJudgeWhatAProgramMakesOfTheRows() {
        for (String sql : List.of(
                "INSERT OVERWRITE TABLE t SELECT TRANSFORM (a, b) USING 'python3 m.py' AS (c, d) FROM src",
                "FROM (FROM src MAP a, b USING 'cat' AS c INT, d CLUSTER BY c) m"
                        + " INSERT OVERWRITE TABLE t REDUCE m.c, m.d USING 'cat' AS c, d")) {
            assertThat(unread(sql, Dialect.HIVE)).isEmpty();
            assertThat(lint(sql).findings()).singleElement().satisfies(finding -> {
                assertThat(finding.rule()).isEqualTo(Rule.OPAQUE);
                assertThat(finding.target()).isEqualTo("t");
            });
            assertThat(lint(sql).verdict()).isEqualTo(Verdict.UNKNOWN);
        }
    }

    @Test
    void shouldNotJudgeTablesWhoseNamesAreComputed() {
        for (String sql : List.of("INSERT OVERWRITE TABLE t SELECT a FROM IDENTIFIER('t' || :suffix)",
                "INSERT OVERWRITE TABLE IDENTIFIER('not a name') SELECT a FROM u",
                "INSERT OVERWRITE TABLE t SELECT x.a FROM u x JOIN IDENTIFIER(:other) y ON x.a = y.a")) {
            assertThat(lint(sql).verdict()).isEqualTo(Verdict.UNKNOWN);
        }
    }

    @Test
    void shouldTakeANameThatIsWrittenOutAsTextForAName() {
        assertThat(lint("INSERT INTO IDENTIFIER('ta' || 'b') VALUES (1)").verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(lint("INSERT OVERWRITE TABLE t SELECT a + 1 FROM IDENTIFIER('T')").verdict())
                .isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(lint("INSERT OVERWRITE TABLE t SELECT a FROM IDENTIFIER('u')").verdict())
                .isEqualTo(lint("INSERT OVERWRITE TABLE t SELECT a FROM u").verdict());
    }

    @Test
    void shouldTakeANameInBracesForAParameter() {
        String dated = "INSERT OVERWRITE TABLE t PARTITION (dt = '%1$s') SELECT a * %1$s FROM u WHERE dt = '%1$s'";

        assertThat(lint(dated.formatted("{pt}")).verdict()).isEqualTo(lint(dated.formatted("${pt}")).verdict())
                .isNotEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void shouldReadReplaceTableOfSpark() {
        String sql = "REPLACE TABLE t USING parquet AS SELECT a FROM u";

        assertThat(new Linter(Optional.of(Dialect.SPARK)).lint("t.sql", sql.getBytes(StandardCharsets.UTF_8)).getFirst()
                .analysis().verdict()).isEqualTo(lint("CREATE OR " + sql).verdict()).isNotEqualTo(Verdict.UNKNOWN);
        assertThat(unread("REPLACE TABLE t (a INT) USING csv", Dialect.SPARK)).isEmpty();
    }

    @Test
    void shouldTellARenamedColumnFromAChangedOne() {
        assertThat(lint("ALTER TABLE t CHANGE COLUMN a a BIGINT COMMENT 'wider'").verdict())
                .isEqualTo(Verdict.IDEMPOTENT);
        assertThat(lint("ALTER TABLE t CHANGE a b BIGINT").findings()).extracting(Finding::rule)
                .contains(Rule.SWAP_NOT_ATOMIC);
        assertThat(lint("ALTER TABLE t CHANGE a b BIGINT").verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
    }

    private static List<String> unread(String sql, Dialect dialect) {
        return ScriptReader.read(sql, dialect).statements().stream().map(Placed::statement)
                .filter(Statement.Unread.class::isInstance).map(Statement.Unread.class::cast)
                .map(Statement.Unread::reason).toList();
    }

    private static Analysis lint(String sql) {
        return new Linter(Optional.of(Dialect.HIVE)).lint("t.sql", sql.getBytes(StandardCharsets.UTF_8)).getFirst()
                .analysis();
    }
}
