// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The {@code tags} facet of a run. */
final class RunTags {

    private RunTags() {}

    /** Key in lower case to value; the first of each key. */
    static Map<String, String> of(JsonNode event) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (JsonNode tag : event.path("run").path("facets").path("tags").path("tags")) {
            JsonNode key = tag.path("key");
            JsonNode value = tag.path("value");
            if (key.isString() && value.isString() && !value.stringValue().isBlank()) {
                tags.putIfAbsent(key.stringValue().toLowerCase(Locale.ROOT), value.stringValue().strip());
            }
        }
        return tags;
    }
}
