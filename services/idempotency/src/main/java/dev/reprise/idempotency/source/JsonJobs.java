// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.idempotency.rule.Rule;

/** Job definitions in JSON: which kind it is. */
public final class JsonJobs {
    static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private JsonJobs() {}

    /**
     * @param text a JSON document
     * @return the answers for the jobs it holds, at least one
     */
    public static List<JobAnalysis> analyse(String text) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            return List.of(JobAnalysis.of(Analyses.unknown(Rule.NOT_UNDERSTOOD, new Place(line, 1),
                    "is no JSON: " + e.getOriginalMessage())));
        }
        if (root.path("job").path("content").isArray()) {
            return DataxJobs.analyse(root, text);
        }
        if (root.path("steps").isArray()) {
            return DataxJobs.integration(root, text);
        }
        if (root.path("nodes").isObject() && root.path("metadata").isObject()) {
            return DbtManifest.analyse(root);
        }
        return List.of(JobAnalysis.of(Analyses.unknown(Rule.NOT_UNDERSTOOD, Place.START,
                "JSON of no known kind: expected a DataX job (job.content), a Data Integration job (steps) or a dbt manifest (metadata, nodes)")));
    }
}
