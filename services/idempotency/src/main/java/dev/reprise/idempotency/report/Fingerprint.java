// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Finding;

/** What makes a finding the same finding after lines above it have moved: file, job, rule, target and the text of its line. */
final class Fingerprint {
    private Fingerprint() {}

    static String of(LintResult result, Finding finding) {
        List<String> lines = result.text().lines().toList();
        String line = finding.line() >= 1 && finding.line() <= lines.size()
                ? lines.get(finding.line() - 1).strip().replaceAll("\\s+", " ")
                : "";
        String identity = String.join("\n", result.file().replace('\\', '/'), result.job().orElse(""),
                finding.rule().id(), finding.target(), line);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
