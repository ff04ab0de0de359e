// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.schemas.job.Verdict;

/** Counts answers. */
final class LintTally {
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private int jobs;
    private int accepted;

    void add(LintResult result) {
        jobs++;
        accepted += result.accepted().size();
        verdicts.merge(result.analysis().verdict(), 1, Integer::sum);
    }

    /** One line: how many jobs, and of which verdict. */
    String text(int files) {
        String counts = verdicts.entrySet().stream().map(entry -> entry.getValue() + " "
                + entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ')).collect(Collectors.joining(", "));
        return jobs + (jobs == 1 ? " job in " : " jobs in ") + files + (files == 1 ? " file" : " files")
                + (counts.isEmpty() ? "" : ": " + counts)
                + (accepted == 0 ? "" : "; " + accepted + (accepted == 1 ? " finding" : " findings") + " accepted");
    }
}
