// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.oracle.Oracle.Outcome;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.job.Verdict;

/** The labelled scripts that ran on SQLite, H2 and DuckDB, executed here again: no verdict may be refuted. */
class LabelledOracleTest {
    private static final Map<String, Engine> ENGINES = Map.of("SQLite", Engine.sqlite(), "H2", Engine.h2(), "DuckDB",
            Engine.duckdb());

    @Test
    void shouldBeRefutedByNoEngine() throws SQLException {
        List<String> refuted = Outcomes.over(ENGINES);

        assertThat(refuted).isEmpty();
    }

    /** What the engines say to the labelled scripts. */
    static final class Outcomes {
        private Outcomes() {}

        static List<String> over(Map<String, Engine> engines) throws SQLException {
            List<String> refuted = new ArrayList<>();
            List<String> refused = new ArrayList<>();
            int executed = 0;
            int converging = 0;
            InputStream stream = LabelledOracleTest.class.getResourceAsStream("/labelled/examples.json");
            for (JsonNode example : JsonMapper.builder().build().readTree(Objects.requireNonNull(stream))) {
                JsonNode recorded = example.path("oracle");
                String engine = recorded.path("engine").asString("").split(" ")[0];
                if (!engines.containsKey(engine)) {
                    continue;
                }
                Oracle oracle = new Oracle(engines.get(engine));
                List<String> setup = strings(recorded.path("setup"));
                List<String> statements = strings(recorded.path("statements"));
                Optional<Oracle.Seen> seen = oracle.ask(setup, statements);
                if (seen.isEmpty()) {
                    refused.add(example.path("id").asString());
                    continue;
                }
                executed++;
                Analysis analysis = new Linter(Dialect.named(example.path("dialect").asString()))
                        .lint("example.sql", example.path("script").asString().getBytes(StandardCharsets.UTF_8))
                        .getFirst().analysis();
                boolean failure = analysis.afterFailure() == Safety.SAFE && seen.get().afterFailure() != Outcome.EQUAL;
                boolean success = analysis.afterSuccess() == Safety.SAFE && seen.get().afterSuccess() != Outcome.EQUAL;
                boolean both = seen.get().afterFailure() == Outcome.EQUAL && seen.get().afterSuccess() == Outcome.EQUAL;
                boolean pessimistic = analysis.verdict() == Verdict.NOT_IDEMPOTENT && both
                        && example.path("clockShift").isMissingNode();
                if (failure || success || pessimistic) {
                    refuted.add(example.path("id").asString() + " " + analysis.verdict() + " " + seen.get());
                }
                List<String> correction = strings(recorded.path("mutateBetweenRuns"));
                if (!correction.isEmpty() && analysis.converges().isPresent() && analysis.converges().get()) {
                    converging++;
                    if (oracle.converges(setup, statements, correction).filter(yes -> !yes).isPresent()) {
                        refuted.add(example.path("id").asString() + " does not converge");
                    }
                }
            }
            System.out.println(engines.keySet() + ": executed " + executed + ", not run by the engine " + refused
                    + ", convergence checked " + converging + ", refuted " + refuted);
            assertThat(executed).isGreaterThan(10);
            return refuted;
        }

        private static List<String> strings(JsonNode node) {
            return node.valueStream().map(JsonNode::asString).toList();
        }
    }
}
