// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;

/** Answers as a JSON array, one element per job. */
public final class JsonReport implements Report {
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final PrintWriter out;
    private final JsonGenerator json;

    /** @param out takes the array; it is left open */
    public JsonReport(PrintWriter out) {
        this.out = out;
        this.json = JsonDocuments.generator(mapper, out);
        json.writeStartArray();
    }

    @Override
    public void add(LintResult result) {
        json.writeTree(node(result));
    }

    @Override
    public void end() {
        json.writeEndArray();
        json.flush();
        out.print('\n');
        out.flush();
    }

    private ObjectNode node(LintResult result) {
        ObjectNode node = mapper.createObjectNode();
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
        return node;
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
        result.acceptance(finding).ifPresent(accepted -> node.putObject("accepted")
                .put("kind", accepted.kind().name()).put("reason", accepted.reason()));
    }
}
