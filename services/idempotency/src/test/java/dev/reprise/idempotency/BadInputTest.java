// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.schemas.job.Verdict;

/** Hostile, broken and huge input: unknown with a reason, in bounded time. The bounds are wide: machines are busy. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class BadInputTest {
    @ParameterizedTest
    @ValueSource(strings = {"INSERT INTO t VALUES ('abc", "/* never closed", "INSERT OVERWRITE TABLE t SELECT ${x",
        "{% if x %} INSERT INTO t SELECT 1 {% endif %}",
        "MERGE INTO t USING s", "INSERT INTO t SELECT * FROM (", "SELECT FROM WHERE", "FROBNICATE t", "UPDATE t SET",
        "DELETE t t t t", ")))(((", "EXEC x;", "INSERT INTO t EXEC p"})
    void shouldBeUnknownWithAReason(String text) {
        LintResult result = lint("x.sql", text.getBytes(StandardCharsets.UTF_8));

        assertThat(result.analysis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(result.analysis().findings())
                .allSatisfy(finding -> assertThat(finding.message()).isNotBlank().doesNotContain("Exception"));
    }

    @Test
    void shouldReadTheRestAfterABrokenStatement() {
        LintResult result = lint("x.sql", "FROBNICATE t;\nINSERT INTO a SELECT 1;".getBytes(StandardCharsets.UTF_8));

        assertThat(result.analysis().verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(result.analysis().findings()).extracting(finding -> finding.line()).contains(1, 2);
    }

    @Test
    void shouldRefuseBinaryAndWrongEncoding() {
        byte[] random = new byte[2000];
        new Random(3).nextBytes(random);

        assertThat(lint("x.sql", random).analysis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(lint("x.sql", "DROP TABLE t\0".getBytes(StandardCharsets.UTF_8)).analysis().verdict())
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(lint("x.sql", "-- \u00e9\nTRUNCATE TABLE t;".getBytes(StandardCharsets.ISO_8859_1)).analysis()
                .verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(lint("x.sql", "\uFEFFTRUNCATE TABLE t;".getBytes(StandardCharsets.UTF_8)).analysis().verdict())
                .isEqualTo(Verdict.IDEMPOTENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {".sql", ".json", ".java", ".py", ".sh"})
    void shouldBoundDepth(String ending) {
        for (String deep : new String[]{"(".repeat(50_000), "[".repeat(50_000),
            "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000),
            "UPDATE t SET v=" + "CASE WHEN a=1 THEN ".repeat(5_000) + "1" + " END".repeat(5_000),
            "DELETE FROM t WHERE " + "NOT ".repeat(20_000) + "a=1",
            "UPDATE t SET v=" + "1+".repeat(50_000) + "1"}) {
            assertThat(lint("x" + ending, deep.getBytes(StandardCharsets.UTF_8)).analysis().verdict())
                    .isEqualTo(Verdict.UNKNOWN);
        }
    }

    @Test
    void shouldBoundSubqueriesThatUseEachOther() {
        StringBuilder bomb = new StringBuilder("INSERT OVERWRITE TABLE t WITH a0 AS (SELECT 1 x)");
        for (int i = 1; i < 40; i++) {
            bomb.append(", a").append(i).append(" AS (SELECT p.x FROM a").append(i - 1).append(" p JOIN a")
                    .append(i - 1).append(" q ON p.x=q.x)");
        }
        bomb.append(" SELECT * FROM a39");

        assertThat(lint("x.sql", bomb.toString().getBytes(StandardCharsets.UTF_8)).analysis().verdict())
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void shouldReadAMegabyte() {
        assertThat(megabyte("INSERT INTO t (id, v) VALUES (%d, 'abc');\n", Dialect.MYSQL))
                .isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(megabyte("INSERT OVERWRITE TABLE t PARTITION (dt='%d') SELECT id FROM s;\n", Dialect.HIVE))
                .isEqualTo(Verdict.IDEMPOTENT);
        assertThat(megabyte("DELETE FROM t WHERE dt='%1$d';INSERT INTO t(id,dt) SELECT id,dt FROM s WHERE dt='%1$d';\n",
                Dialect.POSTGRES)).isEqualTo(Verdict.IDEMPOTENT);
    }

    @Test
    void shouldCallNoTokenSoupIdempotentThatWrites() {
        String[] words = ("INSERT INTO OVERWRITE TABLE t ( ) , ; FROM WHERE = 1 'a' DELETE UPDATE SET v MERGE USING ON WHEN MATCHED THEN PARTITION dt ${x} CASE END + - * AND OR NOT "
                + "NULL WITH AS").split(" ");
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            StringBuilder soup = new StringBuilder("INSERT INTO t SELECT * FROM s;\n");
            for (int k = 0; k < 40; k++) {
                soup.append(words[random.nextInt(words.length)]).append(' ');
            }
            assertThat(lint("x.sql", soup.toString().getBytes(StandardCharsets.UTF_8)).analysis().verdict())
                    .as(soup.toString()).isNotEqualTo(Verdict.IDEMPOTENT);
        }
    }

    private static Verdict megabyte(String line, Dialect dialect) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < 1_000_000; i++) {
            text.append(String.format(java.util.Locale.ROOT, line, i));
        }
        return new Linter(Optional.of(dialect)).lint("x.sql", text.toString().getBytes(StandardCharsets.UTF_8))
                .getFirst().analysis().verdict();
    }

    private static LintResult lint(String path, byte[] content) {
        return new Linter(path.endsWith(".sql") ? Optional.of(Dialect.HIVE) : Optional.empty()).lint(path, content)
                .getFirst();
    }
}
