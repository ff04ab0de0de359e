// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.idempotency.lint.FailOn;
import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.report.Baseline;
import dev.reprise.idempotency.report.BaselineDraft;
import dev.reprise.idempotency.report.DefinitionReport;
import dev.reprise.idempotency.report.JsonReport;
import dev.reprise.idempotency.report.Report;
import dev.reprise.idempotency.report.SarifReport;
import dev.reprise.idempotency.report.TextReport;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.Verdict;

/** The library's own surface: places, suppressions, baseline, renderings. */
class LinterTest {
    private static final String APPEND = "\n  INSERT INTO TABLE etl_log VALUES ('dwd', '${bizdate}');\n";

    @Test
    void shouldNameThePlace() {
        LintResult result = lint(APPEND);

        assertThat(result.analysis().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.APPEND);
            assertThat(finding.line()).isEqualTo(2);
            assertThat(finding.column()).isEqualTo(3);
            assertThat(finding.target()).isEqualTo("etl_log");
        });
        assertThat(result.analysis().recommended()).isEqualTo(RerunRule.ON_FAILURE);
    }

    @Test
    void shouldAcceptASuppressionWithReason() {
        LintResult result = lint("-- reprise: ignore RR101 because the table is a log" + APPEND);

        assertThat(result.analysis().verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(result.openVerdict()).isEqualTo(Verdict.IDEMPOTENT);
        assertThat(result.accepted()).singleElement()
                .satisfies(a -> assertThat(a.reason()).isEqualTo("the table is a log"));
    }

    @Test
    void shouldRefuseASuppressionWithoutReason() {
        LintResult result = lint("-- reprise: ignore RR101" + APPEND);

        assertThat(result.accepted()).isEmpty();
        assertThat(result.open()).extracting(finding -> finding.rule()).contains(Rule.APPEND,
                Rule.SUPPRESSION_WITHOUT_REASON);
    }

    @Test
    void shouldNotSuppressOtherRulesOrOtherStatements() {
        LintResult result = lint("-- reprise: ignore RR102 because of nothing" + APPEND);
        LintResult other = lint(
                "-- reprise: ignore RR101 because the first one is a log" + APPEND + "INSERT INTO TABLE b VALUES (1);");

        assertThat(result.openVerdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(other.open()).extracting(finding -> finding.target()).containsExactly("b");
    }

    @Test
    void shouldAcceptWhatTheBaselineHoldsAfterLinesHaveMoved() {
        String baseline = baseline(lint(APPEND));
        LintResult moved = Baseline.read(baseline).apply(lint("-- a new line\n\n" + APPEND));
        LintResult changed = Baseline.read(baseline).apply(lint(APPEND.replace("'dwd'", "'other'")));

        assertThat(moved.openVerdict()).isEqualTo(Verdict.IDEMPOTENT);
        assertThat(changed.openVerdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
    }

    @Test
    void shouldSayWhatIsWrongWithABaseline() {
        assertThatThrownBy(() -> Baseline.read("{")).hasMessageContaining("is no JSON");
        assertThatThrownBy(() -> Baseline.read("{\"version\":7}")).hasMessageContaining("version is 7, expected 1");
        assertThatThrownBy(() -> Baseline.read("{\"version\":1,\"findings\":[{}]}"))
                .hasMessageContaining("findings[0].fingerprint is missing");
    }

    @Test
    void shouldFailFromTheVerdictThatIsAskedFor() {
        LintResult append = lint(APPEND);
        LintResult unread = lint("FROBNICATE t;");
        LintResult dynamic = lint("INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, dt FROM s;");

        assertThat(FailOn.NEVER.fails(append)).isFalse();
        assertThat(FailOn.NOT_IDEMPOTENT.fails(append)).isTrue();
        assertThat(FailOn.NOT_IDEMPOTENT.fails(unread)).isFalse();
        assertThat(FailOn.UNKNOWN.fails(unread)).isTrue();
        assertThat(FailOn.UNKNOWN.fails(dynamic)).isFalse();
        assertThat(FailOn.CONDITIONAL.fails(dynamic)).isTrue();
        assertThat(FailOn.named("not-idempotent")).contains(FailOn.NOT_IDEMPOTENT);
        assertThat(FailOn.named("sometimes")).isEmpty();
    }

    @Test
    void shouldTellJobsFromOtherFiles() {
        assertThat(Linter.recognises("a/b.HQL", new byte[0])).isTrue();
        assertThat(Linter.recognises("package.json", "{\"name\":\"x\"}".getBytes(StandardCharsets.UTF_8))).isFalse();
        assertThat(Linter.recognises("job.json",
                "{\"job\":{\"content\":[{\"reader\":{},\"writer\":{}}]}}".getBytes(StandardCharsets.UTF_8))).isTrue();
        assertThat(Linter.recognises("x.py", "import os".getBytes(StandardCharsets.UTF_8))).isFalse();
        assertThat(Linter.recognises("X.java", "import org.apache.spark.sql.Row;".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }

    @Test
    void shouldRenderJson() {
        JsonNode root = JsonMapper.builder().build().readTree(rendered(JsonReport::new, lint(APPEND)));

        JsonNode first = root.get(0);
        assertThat(first.path("file").asString()).isEqualTo("job.sql");
        assertThat(first.path("verdict").asString()).isEqualTo("NOT_IDEMPOTENT");
        assertThat(first.path("afterFailure").asString()).isEqualTo("CONDITIONAL");
        assertThat(first.path("afterSuccess").asString()).isEqualTo("UNSAFE");
        assertThat(first.path("converges").asBoolean(true)).isFalse();
        JsonNode finding = first.path("findings").get(0);
        assertThat(finding.path("rule").asString()).isEqualTo("RR101");
        assertThat(finding.path("line").asInt()).isEqualTo(2);
        assertThat(finding.path("column").asInt()).isEqualTo(3);
        assertThat(finding.path("message").asString()).isNotBlank();
        assertThat(finding.path("fix").asString()).isNotBlank();
    }

    @Test
    void shouldRenderTextWithACodeFrame() {
        assertThat(rendered(out -> new TextReport(out, false), lint(APPEND))).contains("job.sql: NOT_IDEMPOTENT")
                .contains("2:3  RR101  unsafe")
                .contains("      2 |   INSERT INTO TABLE etl_log").contains("        |   ^").contains("fix: ");
    }

    @Test
    void shouldShowGoodJobsOnlyWhenAllIsAskedFor() {
        LintResult good = lint("INSERT OVERWRITE TABLE t PARTITION (dt='1') SELECT id FROM s;");

        assertThat(rendered(out -> new TextReport(out, false), good)).isEmpty();
        assertThat(rendered(out -> new TextReport(out, true), good)).contains("job.sql: IDEMPOTENT", "RR201");
    }

    @Test
    void shouldLeaveAnArrayOfAllAnswers() {
        JsonNode root = JsonMapper.builder().build()
                .readTree(rendered(JsonReport::new, lint(APPEND), lint("SELECT 1;")));

        assertThat(root.isArray()).isTrue();
        assertThat(root.size()).isEqualTo(2);
    }

    @Test
    void shouldCarryTheWorstReasonsWithTheirLines() {
        String sql = "TRUNCATE TABLE a;\nINSERT INTO TABLE a SELECT id FROM s;\r\n  INSERT INTO TABLE b SELECT id FROM s;\n";

        DefinitionAnalysis analysis = DefinitionReport.of(List.of(lint(sql)), sql, "jobs/load.sql", Instant.EPOCH);

        assertThat(analysis.verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(analysis.afterSuccess()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(analysis.definition()).isEqualTo("jobs/load.sql");
        assertThat(analysis.hash()).hasSize(64);
        assertThat(analysis.findings().getFirst()).isEqualTo(new DefinitionFinding("RR101", "jobs/load.sql:3",
                Optional.of("INSERT INTO TABLE b SELECT id FROM s;"), analysis.findings().getFirst().message(),
                Optional.of(Rule.APPEND.fix())));
        assertThat(analysis.findings()).allSatisfy(finding -> assertThat(finding.fix()).isPresent());
    }

    @Test
    void shouldCarryTheReasonsForAGoodVerdictOnlyWhereItIsGood() {
        String sql = "INSERT OVERWRITE TABLE t PARTITION (dt='1') SELECT id FROM s;";

        DefinitionAnalysis analysis = DefinitionReport.of(List.of(lint(sql)), sql, "t.sql", Instant.EPOCH);

        assertThat(analysis.verdict()).isEqualTo(Verdict.IDEMPOTENT);
        assertThat(analysis.findings()).singleElement()
                .satisfies(finding -> assertThat(finding.fix()).isEmpty());
    }

    @Test
    void shouldKeepTheBoundsOfWhatIsCarried() {
        String sql = ("INSERT INTO TABLE t" + "x".repeat(3000) + " SELECT rand() FROM s;\n").repeat(40);

        DefinitionAnalysis analysis = DefinitionReport.of(List.of(lint(sql)), sql, "p/".repeat(2000), Instant.EPOCH);

        assertThat(analysis.findings()).hasSize(DefinitionAnalysis.MAX_FINDINGS)
                .allSatisfy(finding -> assertThat(finding.place()).endsWith("/:" + line(finding)));
    }

    private static String line(DefinitionFinding finding) {
        return finding.place().substring(finding.place().lastIndexOf(':') + 1);
    }

    @Test
    void shouldRenderSarif() {
        JsonNode run = JsonMapper.builder().build()
                .readTree(rendered(out -> new SarifReport(out, "1.2.3"),
                        lint("-- reprise: ignore RR101 because it is a log" + APPEND)))
                .path("runs").get(0);

        JsonNode result = run.path("results").get(0);
        assertThat(run.path("tool").path("driver").path("version").asString()).isEqualTo("1.2.3");
        assertThat(run.path("tool").path("driver").path("rules").get(result.path("ruleIndex").asInt()).path("id")
                .asString()).isEqualTo("RR101");
        assertThat(result.path("level").asString()).isEqualTo("error");
        assertThat(result.path("kind").asString()).isEqualTo("fail");
        assertThat(result.path("locations").get(0).path("physicalLocation").path("region").path("startLine").asInt())
                .isEqualTo(2);
        assertThat(result.path("partialFingerprints").path("reprise/v1").asString()).hasSize(24);
        assertThat(result.path("suppressions").get(0).path("justification").asString()).isEqualTo("it is a log");
    }

    private static LintResult lint(String sql) {
        return new Linter(Optional.of(Dialect.ODPS)).lint("job.sql", sql.getBytes(StandardCharsets.UTF_8)).getFirst();
    }

    private static String baseline(LintResult result) {
        BaselineDraft draft = new BaselineDraft();
        draft.add(result);
        return draft.json();
    }

    private static String rendered(Function<PrintWriter, Report> report, LintResult... results) {
        StringWriter text = new StringWriter();
        Report rendering = report.apply(new PrintWriter(text));
        for (LintResult result : results) {
            rendering.add(result);
        }
        rendering.end();
        return text.toString();
    }
}
