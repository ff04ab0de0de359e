// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.nio.charset.StandardCharsets;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Finding;

/** What makes a finding the same finding after lines above it have moved: file, job, rule, target and the text of its line. */
final class Fingerprint {
    private static final int LENGTH = 24;

    private Fingerprint() {}

    static String of(LintResult result, Finding finding) {
        String line = result.text().line(finding.line()).strip().replaceAll("\\s+", " ");
        String identity = String.join("\n", result.file().replace('\\', '/'), result.job().orElse(""),
                finding.rule().id(), finding.target(), line);
        return Digests.sha256(identity.getBytes(StandardCharsets.UTF_8)).substring(0, LENGTH);
    }
}
