// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StaticPartitionSqlTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "INSERT INTO t PARTITION (dt='2026-11-28') SELECT 1 | dt=2026-11-28",
        "insert overwrite table db.t partition(DT = '1', hour=07) select 1 | dt=1/hour=07",
        "INSERT OVERWRITE TABLE `my db`.`t` PARTITION (`dt`='1') SELECT 1 | dt=1",
        "WITH x AS (SELECT 1) INSERT INTO t PARTITION (dt='1') SELECT * FROM x | dt=1",
        "INSERT /* PARTITION (dt='0') */ INTO t PARTITION (dt='1') SELECT 1 | dt=1",
        "INSERT INTO t PARTITION (dt='it''s') SELECT 1 | dt=it's",
        "INSERT INTO t PARTITION (dt='1', country) SELECT 1 | dt=1",
        "INSERT INTO t PARTITION (dt='1', hour=f('x')) SELECT 1 | dt=1",
        "FROM s INSERT INTO a PARTITION (dt='1') SELECT x INSERT INTO b PARTITION (dt='2') SELECT y | dt=1,dt=2",})
    void shouldReadLiteralValuesOfInserts(String sql, String partitions) {
        assertThat(String.join(",", StaticPartitionSql.of(sql))).isEqualTo(partitions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSERT INTO t SELECT 1", "INSERT OVERWRITE TABLE t PARTITION (dt) SELECT 1, dt FROM s",
        "INSERT INTO t PARTITION (dt=date_sub(now(), 1)) SELECT 1", "INSERT INTO t PARTITION (dt='${ds}') SELECT 1",
        "INSERT INTO t PARTITION (dt=concat('1','2')) SELECT 1", "ALTER TABLE t DROP PARTITION (dt='1')",
        "SELECT 'INSERT INTO t PARTITION (dt=''1'')'", "-- INSERT INTO t PARTITION (dt='1')\nSELECT 1",
        "INSERT INTO t (a, b) VALUES (1, 2)", "INSERT INTO t PARTITION (dt='", "INSERT INTO t PARTITION", "INSERT",
        "INSERT INTO t PARTITION (dt='1' || '2') SELECT 1", ""})
    void shouldNotGuess(String sql) {
        assertThat(StaticPartitionSql.of(sql)).isEmpty();
    }

    @Test
    void shouldReadOnlyTheBeginningOfAnEndlessStatement() {
        assertThat(StaticPartitionSql.of("SELECT 1 -- ".repeat(100_000))).isEmpty();
    }

    @Property(tries = 500)
    void shouldAnswerForAnyText(@ForAll @StringLength(max = 200) String tail) {
        assertThat(StaticPartitionSql.of("INSERT INTO t PARTITION (" + tail)).hasSizeLessThanOrEqualTo(20);
    }
}
