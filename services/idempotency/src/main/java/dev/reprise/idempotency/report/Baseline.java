// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.LintResult.Accepted;
import dev.reprise.idempotency.lint.LintResult.Kind;
import dev.reprise.idempotency.rule.Finding;

/** Findings that were there when the check was introduced: known, and not to be reported again. */
public final class Baseline {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();
    static final int VERSION = 1;
    private final Map<String, String> entries;

    private Baseline(Map<String, String> entries) {
        this.entries = entries;
    }

    /**
     * @param json a baseline as {@link #write} makes it
     * @return the baseline
     * @throws IllegalArgumentException when it is none; the message names the field and what it should be
     */
    public static Baseline read(String json) {
        JsonNode root;
        try {
            root = MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "baseline: is no JSON (" + e.getOriginalMessage() + "); write it anew with --write-baseline", e);
        }
        if (root.path("version").asInt(0) != VERSION) {
            throw new IllegalArgumentException(
                    "baseline: version is " + root.path("version") + ", expected " + VERSION);
        }
        if (!root.path("findings").isArray()) {
            throw new IllegalArgumentException("baseline: findings is missing, expected an array");
        }
        Map<String, String> entries = new LinkedHashMap<>();
        for (JsonNode finding : root.path("findings")) {
            String fingerprint = finding.path("fingerprint").asString("");
            if (fingerprint.isEmpty()) {
                throw new IllegalArgumentException("baseline: findings[" + entries.size() + "].fingerprint is missing");
            }
            entries.put(fingerprint, finding.path("reason").asString("known before the check was introduced"));
        }
        return new Baseline(Map.copyOf(entries));
    }

    /**
     * @param result an answer
     * @return the same with the findings of the baseline accepted
     */
    public LintResult apply(LintResult result) {
        List<Accepted> accepted = new ArrayList<>();
        for (Finding finding : result.open()) {
            String reason = entries.get(Fingerprint.of(result, finding));
            if (reason != null) {
                accepted.add(new Accepted(finding, reason, Kind.BASELINE));
            }
        }
        return result.accepting(accepted);
    }
}
