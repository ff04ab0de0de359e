// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.schemas.job.Verdict;

/** The labelled scripts: most of them were executed on real engines. Labels are what the analysis is held to. */
class LabelledExamplesTest {
    private record Labelled(String id, String dialect, String script, String verdict, String afterFailure,
            String afterSuccess,
            Optional<Boolean> converges) {}

    private record Agreement(int all, int verdict, int halves, int converging, int converges, List<String> unsafe,
            List<String> wrong) {}

    @ParameterizedTest
    @ValueSource(strings = {"examples.json", "variants.json"})
    void shouldAgreeWithTheLabels(String file) {
        Agreement agreement = agreement(file, false);

        System.out.println(file + ": " + agreement);
        assertThat(agreement.unsafe()).isEmpty();
        assertThat(agreement.verdict() * 100).as("%s", agreement.wrong()).isGreaterThanOrEqualTo(95 * agreement.all());
        assertThat(agreement.halves() * 100).as("%s", agreement.wrong()).isGreaterThanOrEqualTo(95 * agreement.all());
        assertThat(agreement.converges() * 100).isGreaterThanOrEqualTo(95 * agreement.converging());
    }

    @ParameterizedTest
    @ValueSource(strings = {"examples.json", "variants.json"})
    void shouldGiveNoUnsafeVerdictWhenTheDialectIsGuessed(String file) {
        Agreement agreement = agreement(file, true);

        System.out.println(file + ", dialect guessed: " + agreement);
        assertThat(agreement.unsafe()).isEmpty();
        assertThat(agreement.verdict() * 100).as("%s", agreement.wrong()).isGreaterThanOrEqualTo(95 * agreement.all());
    }

    @Test
    void shouldNotDependOnTheNamesInTheExamples() {
        List<String> wrong = new ArrayList<>();
        for (Labelled labelled : read("examples.json")) {
            String renamed = labelled.script().replaceAll("\\bt\\b", "mart_sales_7")
                    .replaceAll("\\bsrc\\b", "landing_x").replaceAll("\\bods\\b", "layer0_in")
                    .replaceAll("\\bdwd\\b", "layer1_out").replaceAll("\\bacc\\b", "running_total_9");
            Analysis analysis = analysis(labelled, renamed, false);
            if (!analysis.verdict().name().equals(labelled.verdict())) {
                wrong.add(labelled.id() + " " + analysis.verdict());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldNotDependOnCaseSpaceAndComments() {
        List<String> wrong = new ArrayList<>();
        for (Labelled labelled : read("examples.json")) {
            if (labelled.dialect().startsWith("shell")) {
                continue;
            }
            String spaced = labelled.script().replace("SELECT ", "select /* what */\n\t").replace(" FROM ", "\n  From ")
                    .replace("WHERE ", "where\n");
            Analysis analysis = analysis(labelled, spaced, false);
            if (!analysis.verdict().name().equals(labelled.verdict())) {
                wrong.add(labelled.id() + " " + analysis.verdict());
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Agreement agreement(String file, boolean guess) {
        List<String> unsafe = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int all = 0;
        int verdict = 0;
        int halves = 0;
        int converging = 0;
        int converges = 0;
        for (Labelled labelled : read(file)) {
            Analysis analysis = analysis(labelled, labelled.script(), guess);
            boolean same = analysis.verdict().name().equals(labelled.verdict());
            all++;
            verdict += same ? 1 : 0;
            halves += analysis.afterFailure().name().equals(labelled.afterFailure())
                    && analysis.afterSuccess().name().equals(labelled.afterSuccess()) ? 1 : 0;
            converging += labelled.converges().isPresent() ? 1 : 0;
            converges += labelled.converges().isPresent() && labelled.converges().equals(analysis.converges()) ? 1 : 0;
            if (!same) {
                wrong.add(labelled.id() + " is " + analysis.verdict());
            }
            if (labelled.verdict().equals(Verdict.NOT_IDEMPOTENT.name()) && analysis.verdict() == Verdict.IDEMPOTENT) {
                unsafe.add(labelled.id());
            }
        }
        return new Agreement(all, verdict, halves, converging, converges, unsafe, wrong);
    }

    private static Analysis analysis(Labelled labelled, String script, boolean guess) {
        Optional<Dialect> dialect = guess ? Optional.empty() : Dialect.named(labelled.dialect());
        return new Linter(dialect).lint("script.sql", script.getBytes(StandardCharsets.UTF_8)).getFirst().analysis();
    }

    /** The examples describe their tables in plain comments; the analysis takes only what is marked as a declaration. */
    private static String declared(String script) {
        return script.replaceAll("--(?! *reprise:) *", "-- reprise: assume ");
    }

    private static List<Labelled> read(String file) {
        InputStream stream = LabelledExamplesTest.class.getResourceAsStream("/labelled/" + file);
        List<Labelled> examples = new ArrayList<>();
        for (JsonNode node : JsonMapper.builder().build().readTree(java.util.Objects.requireNonNull(stream, file))) {
            JsonNode converges = node.path("convergesWhenUpstreamChanges");
            examples.add(new Labelled(node.path("id").asString(), node.path("dialect").asString(),
                    declared(node.path("script").asString()),
                    node.path("verdict").asString(), node.path("rerunAfterFailure").asString(),
                    node.path("rerunAfterSuccess").asString(),
                    converges.isBoolean() ? Optional.of(converges.asBoolean()) : Optional.empty()));
        }
        return examples;
    }
}
