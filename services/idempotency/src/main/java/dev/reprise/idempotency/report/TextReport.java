// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Safety;
import dev.reprise.schemas.job.Verdict;

/** Answers for people: the verdict, and each reason with the line it stands on. */
public final class TextReport implements Report {
    private static final int WIDTH = 160;
    private final PrintWriter out;
    private final boolean all;

    /**
     * @param out takes the text; it is left open
     * @param all whether jobs with a good verdict, and the reasons for it, are shown too
     */
    public TextReport(PrintWriter out, boolean all) {
        this.out = out;
        this.all = all;
    }

    @Override
    public void add(LintResult result) {
        List<Finding> shown = result.analysis().findings().stream()
                .filter(finding -> all || finding.worst() != Safety.SAFE).toList();
        if (all || !shown.isEmpty() || result.analysis().verdict() != Verdict.IDEMPOTENT) {
            head(result);
            shown.forEach(finding -> finding(result, finding));
        }
    }

    @Override
    public void end() {
        out.flush();
    }

    private void head(LintResult result) {
        out.append(result.file());
        result.job().ifPresent(job -> out.append(" [").append(job).append(']'));
        out.append(": ").append(result.analysis().verdict().name()).append("  after failure ")
                .append(words(result.analysis().afterFailure())).append(", after success ")
                .append(words(result.analysis().afterSuccess()));
        result.analysis().converges().ifPresent(
                yes -> out.append(yes ? ", converges on corrected input" : ", does not converge on corrected input"));
        out.append('\n');
    }

    private static String words(Safety safety) {
        return safety.name().toLowerCase(Locale.ROOT);
    }

    private void finding(LintResult result, Finding finding) {
        out.append("  ").append(finding.line() + ":" + finding.column()).append("  ").append(finding.rule().id())
                .append("  ").append(words(finding.worst())).append("  ").append(finding.message()).append('\n');
        frame(finding, result.text().line(finding.line()));
        finding.conditions().stream().map(Condition::words)
                .forEach(condition -> out.append("      condition: ").append(condition).append('\n'));
        if (finding.worst() != Safety.SAFE) {
            out.append("      fix: ").append(finding.fix()).append('\n');
        }
        result.acceptance(finding)
                .ifPresent(accepted -> out.append("      accepted: ").append(accepted.reason()).append('\n'));
    }

    private void frame(Finding finding, String text) {
        if (text.isBlank()) {
            return;
        }
        // A caret below control characters would point elsewhere, and a terminal would obey them.
        String line = text.replaceAll("\\p{Cntrl}", " ");
        int from = Math.max(0, Math.min(finding.column() - 1, line.length()) - WIDTH / 2);
        String shown = line.substring(from, Math.min(line.length(), from + WIDTH));
        String number = String.valueOf(finding.line());
        out.append("      ").append(number).append(" | ").append(shown).append('\n');
        out.append("      ").append(" ".repeat(number.length())).append(" | ")
                .append(" ".repeat(Math.max(0, Math.min(finding.column() - 1 - from, WIDTH)))).append("^\n");
    }
}
