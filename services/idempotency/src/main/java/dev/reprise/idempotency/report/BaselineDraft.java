// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.report;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.rule.Finding;

/** A baseline in the making: collects what is open, and keeps of it only what tells it again. */
public final class BaselineDraft {
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final Map<String, ObjectNode> entries = new LinkedHashMap<>();

    /** @param result an answer whose open findings are to be known from now on */
    public void add(LintResult result) {
        for (Finding finding : result.open()) {
            String fingerprint = Fingerprint.of(result, finding);
            entries.put(fingerprint,
                    mapper.createObjectNode().put("file", result.file().replace('\\', '/'))
                            .put("rule", finding.rule().id())
                            .put("target", finding.target()).put("fingerprint", fingerprint));
        }
    }

    /** @return how many findings it accepts */
    public int size() {
        return entries.size();
    }

    /** @return a baseline that accepts all of them, as JSON */
    public String json() {
        ObjectNode root = mapper.createObjectNode().put("version", Baseline.VERSION);
        ArrayNode findings = root.putArray("findings");
        entries.values().forEach(findings::add);
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
