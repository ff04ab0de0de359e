// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.io.PrintWriter;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/**
 * Findings as SARIF 2.1.0. Viewers show results of kind {@code fail} only, so every open finding is one, with error,
 * warning or note as its level; the exact verdict stands in the properties.
 */
public final class SarifReport implements Report {
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final PrintWriter out;
    private final JsonGenerator json;

    /**
     * @param out takes the log; it is left open
     * @param version of the program that reports
     */
    public SarifReport(PrintWriter out, String version) {
        this.out = out;
        this.json = JsonDocuments.generator(mapper, out);
        json.writeStartObject();
        json.writeStringProperty("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        json.writeStringProperty("version", "2.1.0");
        json.writeArrayPropertyStart("runs");
        json.writeStartObject();
        json.writeName("tool");
        json.writeTree(tool(version));
        json.writeStringProperty("columnKind", "utf16CodeUnits");
        json.writeArrayPropertyStart("results");
    }

    @Override
    public void add(LintResult result) {
        for (Finding finding : result.analysis().findings()) {
            if (finding.worst() != Safety.SAFE) {
                ObjectNode node = mapper.createObjectNode();
                result(result, finding, node);
                json.writeTree(node);
            }
        }
    }

    @Override
    public void end() {
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        json.flush();
        out.print('\n');
        out.flush();
    }

    /** All rules, also those that find nothing: a rule's place in the list is its index. */
    private ObjectNode tool(String version) {
        ObjectNode tool = mapper.createObjectNode();
        ObjectNode driver = tool.putObject("driver");
        driver.put("name", "reprise").put("version", version);
        ArrayNode descriptors = driver.putArray("rules");
        for (Rule rule : Rule.values()) {
            descriptor(rule, descriptors.addObject());
        }
        return tool;
    }

    private static void descriptor(Rule rule, ObjectNode node) {
        node.put("id", rule.id()).put("name", name(rule));
        node.putObject("shortDescription").put("text", rule.title());
        node.putObject("help").put("text", rule.fix());
    }

    private static String name(Rule rule) {
        StringBuilder name = new StringBuilder();
        for (String part : rule.name().split("_")) {
            name.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    private static void result(LintResult result, Finding finding, ObjectNode node) {
        node.put("ruleId", finding.rule().id()).put("ruleIndex", finding.rule().ordinal()).put("kind", "fail")
                .put("level", level(finding.worst()));
        node.putObject("message").put("text", finding.message() + ". Fix: " + finding.fix() + ".");
        ObjectNode location = node.putArray("locations").addObject();
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", result.file().replace('\\', '/'));
        physical.putObject("region").put("startLine", finding.line()).put("startColumn", finding.column());
        result.job().ifPresent(job -> location.putArray("logicalLocations").addObject().put("name", job));
        node.putObject("partialFingerprints").put("reprise/v1", Fingerprint.of(result, finding));
        ArrayNode suppressions = node.putArray("suppressions");
        result.acceptance(finding)
                .ifPresent(accepted -> suppressions.addObject()
                        .put("kind", accepted.kind() == LintResult.Kind.IN_SOURCE ? "inSource" : "external")
                        .put("justification", accepted.reason()));
        ObjectNode properties = node.putObject("properties");
        properties.put("verdict", result.analysis().verdict().name()).put("afterFailure", finding.afterFailure().name())
                .put("afterSuccess", finding.afterSuccess().name());
        ArrayNode conditions = properties.putArray("conditions");
        finding.conditions().stream().map(Condition::code).forEach(conditions::add);
    }

    private static String level(Safety safety) {
        return switch (safety) {
            case UNSAFE -> "error";
            case UNKNOWN -> "warning";
            case CONDITIONAL, SAFE -> "note";
        };
    }
}
