// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.util.List;
import java.util.Locale;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Safety;

/** Answers for people: the verdict, and each reason with the line it stands on. */
public final class TextReport {
    private static final int WIDTH = 160;

    private TextReport() {}

    /**
     * @param results answers
     * @param all whether reasons for a good verdict are shown too
     * @return text with a line feed at its end
     */
    public static String render(List<LintResult> results, boolean all) {
        StringBuilder out = new StringBuilder();
        results.forEach(result -> render(result, all, out));
        return out.toString();
    }

    private static void render(LintResult result, boolean all, StringBuilder out) {
        out.append(result.file());
        result.job().ifPresent(job -> out.append(" [").append(job).append(']'));
        out.append(": ").append(result.analysis().verdict()).append("  after failure ")
                .append(words(result.analysis().afterFailure())).append(", after success ")
                .append(words(result.analysis().afterSuccess()));
        result.analysis().converges().ifPresent(
                yes -> out.append(yes ? ", converges on corrected input" : ", does not converge on corrected input"));
        out.append('\n');
        List<String> lines = result.text().lines().toList();
        for (Finding finding : result.analysis().findings()) {
            if (all || finding.worst() != Safety.SAFE) {
                finding(result, finding, lines, out);
            }
        }
    }

    private static String words(Safety safety) {
        return safety.name().toLowerCase(Locale.ROOT);
    }

    private static void finding(LintResult result, Finding finding, List<String> lines, StringBuilder out) {
        out.append("  ").append(finding.line()).append(':').append(finding.column()).append("  ")
                .append(finding.rule().id()).append("  ").append(words(finding.worst())).append("  ")
                .append(finding.message()).append('\n');
        frame(finding, lines, out);
        finding.conditions().stream().map(Condition::words)
                .forEach(condition -> out.append("      condition: ").append(condition).append('\n'));
        if (finding.worst() != Safety.SAFE) {
            out.append("      fix: ").append(finding.fix()).append('\n');
        }
        result.accepted().stream().filter(accepted -> accepted.finding().equals(finding)).findFirst()
                .ifPresent(accepted -> out.append("      accepted: ").append(accepted.reason()).append('\n'));
    }

    private static void frame(Finding finding, List<String> lines, StringBuilder out) {
        if (finding.line() < 1 || finding.line() > lines.size()) {
            return;
        }
        String line = lines.get(finding.line() - 1).replace('\t', ' ');
        int from = Math.max(0, Math.min(finding.column() - 1, line.length()) - WIDTH / 2);
        String shown = line.substring(from, Math.min(line.length(), from + WIDTH));
        String number = String.valueOf(finding.line());
        out.append("      ").append(number).append(" | ").append(shown).append('\n');
        out.append("      ").append(" ".repeat(number.length())).append(" | ")
                .append(" ".repeat(Math.max(0, Math.min(finding.column() - 1 - from, WIDTH)))).append("^\n");
    }
}
