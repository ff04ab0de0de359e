// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.oracle.Oracle.Outcome;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Safety;

/** Random windows of statements on SQLite and H2: whatever is called safe must be seen to be safe. */
class RandomScriptsTest {
    private static final int SCRIPTS = 600;
    private static final String SCHEMA = "-- reprise: assume k(id INT PRIMARY KEY, v INT)\n";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCallNothingSafeThatAnEngineRefutes(boolean sqlite) throws SQLException {
        Oracle oracle = new Oracle(sqlite ? Engine.sqlite() : Engine.h2());
        List<String> refuted = new ArrayList<>();
        int idempotent = 0;
        int changing = 0;
        for (long seed = 0; seed < SCRIPTS; seed++) {
            List<String> script = RandomScripts.script(seed, sqlite);
            Optional<Oracle.Seen> seen = oracle.ask(RandomScripts.SETUP, script);
            if (seen.isEmpty()) {
                continue;
            }
            String text = SCHEMA + String.join(";\n", script) + ";";
            Analysis analysis = new Linter(Optional.of(sqlite ? Dialect.SQLITE : Dialect.H2))
                    .lint("random.sql", text.getBytes(StandardCharsets.UTF_8)).getFirst()
                    .analysis();
            boolean failure = analysis.afterFailure() == Safety.SAFE && seen.get().afterFailure() != Outcome.EQUAL;
            boolean success = analysis.afterSuccess() == Safety.SAFE && seen.get().afterSuccess() != Outcome.EQUAL;
            if (failure || success) {
                refuted.add("seed " + seed + " " + seen.get() + "\n" + text);
            }
            idempotent += analysis.verdict().name().equals("IDEMPOTENT") ? 1 : 0;
            changing += seen.get().afterSuccess() == Outcome.EQUAL && seen.get().afterFailure() == Outcome.EQUAL
                    ? 0
                    : 1;
        }
        System.out.println((sqlite ? "sqlite" : "h2") + ": called idempotent " + idempotent + ", seen to change "
                + changing + ", refuted " + refuted.size());
        assertThat(refuted).isEmpty();
        // The scripts can tell: both outcomes occur.
        assertThat(idempotent).isGreaterThan(50);
        assertThat(changing).isGreaterThan(50);
    }
}
