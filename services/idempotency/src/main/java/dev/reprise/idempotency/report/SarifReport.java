// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.ObjectMapper;
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
public final class SarifReport {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private SarifReport() {}

    /**
     * @param results answers
     * @param version of the program that reports
     * @return the log as indented text
     */
    public static String render(List<LintResult> results, String version) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        root.put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "reprise").put("version", version);
        List<Rule> rules = rules(results);
        ArrayNode descriptors = driver.putArray("rules");
        rules.forEach(rule -> descriptor(rule, descriptors.addObject()));
        run.put("columnKind", "utf16CodeUnits");
        ArrayNode array = run.putArray("results");
        for (LintResult result : results) {
            for (Finding finding : result.analysis().findings()) {
                if (finding.worst() != Safety.SAFE) {
                    result(result, finding, rules, array.addObject());
                }
            }
        }
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static List<Rule> rules(List<LintResult> results) {
        List<Rule> rules = new ArrayList<>();
        results.forEach(result -> result.analysis().findings().stream().filter(f -> f.worst() != Safety.SAFE)
                .map(Finding::rule).filter(rule -> !rules.contains(rule))
                .forEach(rules::add));
        return rules;
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

    private static void result(LintResult result, Finding finding, List<Rule> rules, ObjectNode node) {
        node.put("ruleId", finding.rule().id()).put("ruleIndex", rules.indexOf(finding.rule())).put("kind", "fail")
                .put("level", level(finding.worst()));
        node.putObject("message").put("text", finding.message() + ". Fix: " + finding.fix() + ".");
        ObjectNode location = node.putArray("locations").addObject();
        ObjectNode physical = location.putObject("physicalLocation");
        physical.putObject("artifactLocation").put("uri", result.file().replace('\\', '/'));
        physical.putObject("region").put("startLine", finding.line()).put("startColumn", finding.column());
        result.job().ifPresent(job -> location.putArray("logicalLocations").addObject().put("name", job));
        node.putObject("partialFingerprints").put("reprise/v1", Fingerprint.of(result, finding));
        ArrayNode suppressions = node.putArray("suppressions");
        result.accepted().stream().filter(accepted -> accepted.finding().equals(finding))
                .forEach(accepted -> suppressions.addObject()
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
