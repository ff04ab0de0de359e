// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.util.List;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;

/** Answers as a JSON array, one element per job. */
public final class JsonReport {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private JsonReport() {}

    /**
     * @param results answers
     * @return the array as indented text
     */
    public static String render(List<LintResult> results) {
        ArrayNode array = MAPPER.createArrayNode();
        for (LintResult result : results) {
            ObjectNode node = array.addObject();
            node.put("file", result.file());
            result.job().ifPresent(job -> node.put("job", job));
            node.put("verdict", result.analysis().verdict().name());
            node.put("afterFailure", result.analysis().afterFailure().name());
            node.put("afterSuccess", result.analysis().afterSuccess().name());
            result.analysis().converges().ifPresentOrElse(yes -> node.put("converges", yes),
                    () -> node.putNull("converges"));
            node.put("recommendedRerun", result.analysis().recommended().name());
            ArrayNode conditions = node.putArray("conditions");
            result.analysis().conditions().stream().map(Condition::words).forEach(conditions::add);
            ArrayNode targets = node.putArray("targets");
            result.analysis().targets().forEach(
                    target -> targets.addObject().put("name", target.name()).put("verdict", target.verdict().name()));
            ArrayNode findings = node.putArray("findings");
            result.analysis().findings().forEach(finding -> finding(result, finding, findings.addObject()));
        }
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(array);
    }

    private static void finding(LintResult result, Finding finding, ObjectNode node) {
        node.put("rule", finding.rule().id());
        node.put("line", finding.line());
        node.put("column", finding.column());
        node.put("message", finding.message());
        node.put("fix", finding.fix());
        node.put("target", finding.target());
        node.put("afterFailure", finding.afterFailure().name());
        node.put("afterSuccess", finding.afterSuccess().name());
        ArrayNode conditions = node.putArray("conditions");
        finding.conditions().stream().map(Condition::code).forEach(conditions::add);
        result.accepted().stream().filter(accepted -> accepted.finding().equals(finding)).findFirst()
                .ifPresent(accepted -> node.putObject("accepted").put("kind", accepted.kind().name()).put("reason",
                        accepted.reason()));
    }
}
