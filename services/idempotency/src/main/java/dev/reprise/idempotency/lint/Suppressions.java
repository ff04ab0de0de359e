// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.reprise.idempotency.lint.LintResult.Accepted;
import dev.reprise.idempotency.lint.LintResult.Kind;
import dev.reprise.idempotency.parse.Lines;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/**
 * Suppressions in the text: {@code -- reprise: ignore RR101, RR602 because the table is a log}. One applies to the
 * statement on its own line, else to the next one. Without a reason it applies to nothing, and is itself a finding.
 */
final class Suppressions {
    private static final Pattern COMMENT = Pattern
            .compile(
                    "(?:--|#|//|/\\*|\\*)\\s*reprise:\\s*ignore\\s+(RR\\d{3}(?:\\s*,\\s*RR\\d{3})*)[ \\t]*(?:(?:because|:|-)[ \\t]*)?([^\\n]*)",
                    Pattern.CASE_INSENSITIVE);

    private record Suppression(int line, Set<String> rules, String reason) {}

    private final List<Suppression> suppressions = new ArrayList<>();
    private final List<Finding> unreasoned = new ArrayList<>();

    Suppressions(String text) {
        Lines lines = new Lines(text);
        Matcher matcher = COMMENT.matcher(text);
        while (matcher.find()) {
            String reason = matcher.group(2).replaceAll("\\*/.*", "").strip();
            Set<String> rules = Set.of(matcher.group(1).toUpperCase(Locale.ROOT).split("\\s*,\\s*")).stream()
                    .collect(Collectors.toUnmodifiableSet());
            int line = lines.line(matcher.start());
            if (reason.isEmpty()) {
                unreasoned.add(new Finding(Rule.SUPPRESSION_WITHOUT_REASON, line, lines.column(matcher.start()), "",
                        "the suppression of " + String.join(", ", rules) + " gives no reason",
                        Safety.UNKNOWN, Safety.UNKNOWN, List.of()));
            } else {
                suppressions.add(new Suppression(line, rules, reason));
            }
        }
    }

    /** @return suppressions without reason, as findings */
    List<Finding> unreasoned() {
        return List.copyOf(unreasoned);
    }

    /** @return those of the findings that are accepted here */
    List<Accepted> accepted(List<Finding> findings) {
        List<Accepted> accepted = new ArrayList<>();
        for (Suppression suppression : suppressions) {
            OptionalInt line = findings.stream().mapToInt(Finding::line).filter(l -> l >= suppression.line()).min();
            findings.stream().filter(
                    f -> line.isPresent() && f.line() == line.getAsInt() && suppression.rules().contains(f.rule().id()))
                    .forEach(f -> accepted.add(new Accepted(f, suppression.reason(), Kind.IN_SOURCE)));
        }
        return List.copyOf(accepted);
    }
}
