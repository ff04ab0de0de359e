// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.oracle.Oracle.Outcome;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.job.Verdict;

/** Scripts of Hive, MaxCompute and Spark on a local Spark: whatever is called safe must be seen to be safe. */
class SparkOracleIT {
    private static final int SCRIPTS = Integer.getInteger("oracle.spark.scripts", 20);
    private static final long FIRST_SEED = Long.getLong("oracle.spark.seed", 0);

    private static SparkEngine spark;

    @BeforeAll
    static void start() throws IOException {
        spark = SparkEngine.start();
    }

    @AfterAll
    static void stop() throws IOException {
        spark.close();
    }

    @Test
    void shouldNotBeRefutedByLabelledScripts() throws SQLException {
        List<String> refuted = LabelledOracleTest.Outcomes.over(Map.of("Spark", spark.overwriting(false)));

        assertThat(refuted).isEmpty();
    }

    @Test
    void shouldCallNoWindowSafeThatSparkRefutes() throws SQLException {
        List<String> refuted = new ArrayList<>();
        int refused = 0;
        int idempotent = 0;
        int changing = 0;
        List<LakeScripts.Window> windows = new ArrayList<>(LakeScripts.written());
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
            windows.add(LakeScripts.random(seed));
        }
        for (LakeScripts.Window window : windows) {
            Optional<Oracle.Seen> seen = new Oracle(spark.overwriting(window.dynamic())).ask(LakeScripts.SETUP,
                    window.statements());
            if (seen.isEmpty()) {
                refused++;
                continue;
            }
            boolean equal = seen.get().afterFailure() == Outcome.EQUAL && seen.get().afterSuccess() == Outcome.EQUAL;
            changing += equal ? 0 : 1;
            for (Dialect dialect : window.dialects()) {
                Analysis analysis = new Linter(Optional.of(dialect))
                        .lint("window.sql", window.text(dialect).getBytes(StandardCharsets.UTF_8)).getFirst()
                        .analysis();
                boolean failure = analysis.afterFailure() == Safety.SAFE
                        && seen.get().afterFailure() != Outcome.EQUAL;
                boolean success = analysis.afterSuccess() == Safety.SAFE
                        && seen.get().afterSuccess() != Outcome.EQUAL;
                if (failure || success) {
                    refuted.add(window.name() + " as " + dialect + " " + analysis.verdict() + " " + seen.get() + "\n"
                            + window.text(dialect));
                }
                idempotent += analysis.verdict() == Verdict.IDEMPOTENT ? 1 : 0;
            }
        }
        System.out.println("windows " + windows.size() + ", not run by Spark " + refused + ", seen to change "
                + changing + ", verdicts idempotent " + idempotent + ", refuted " + refuted);
        assertThat(refuted).isEmpty();
        // The windows can tell: both outcomes occur.
        assertThat(idempotent).isGreaterThan(5);
        assertThat(changing).isGreaterThan(5);
    }
}
