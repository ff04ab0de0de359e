// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.schemas.job.DefinitionFinding;

/** The lines of a definition that decide, each with its rule and the fix. */
public final class FindingLines {
    private FindingLines() {}

    /** Findings as the API gives them, as lines for a terminal. */
    public static List<String> of(JsonNode findings) {
        return of(findings.valueStream().map(FindingLines::finding).toList());
    }

    private static DefinitionFinding finding(JsonNode node) {
        return new DefinitionFinding(node.path("rule").asString("-"), node.path("place").asString("-"),
                text(node, "excerpt"), node.path("message").asString(""), text(node, "fix"));
    }

    private static Optional<String> text(JsonNode node, String field) {
        return Optional.of(node.path(field).asString("")).filter(value -> !value.isEmpty());
    }

    /** Findings as lines for a terminal. */
    public static List<String> of(List<DefinitionFinding> findings) {
        List<String> lines = new ArrayList<>();
        for (DefinitionFinding finding : findings) {
            lines.add(PlainText.oneLine(finding.place() + "  " + finding.rule() + "  " + finding.message()));
            finding.excerpt().ifPresent(text -> lines.add("    " + PlainText.oneLine(text)));
            finding.fix().ifPresent(fix -> lines.add("    fix: " + PlainText.oneLine(fix)));
        }
        return List.copyOf(lines);
    }
}
