// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.util.ArrayList;
import java.util.List;

import dev.reprise.schemas.job.DefinitionFinding;

/** The lines of a definition that decide, each with its rule and the fix. */
public final class FindingLines {
    private FindingLines() {}

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
