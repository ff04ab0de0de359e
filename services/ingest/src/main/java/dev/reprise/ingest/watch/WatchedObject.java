// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object as it is taken in: without what nobody reads and may be large, and with the kind that entries of lists leave
 * out, so that it has the same bytes however it was seen.
 *
 * @param json the object
 */
record WatchedObject(ObjectNode json) {

    static WatchedObject of(ObjectNode seen, WatchedKind kind) {
        ObjectNode json = seen.deepCopy();
        json.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        without(json, "metadata", "managedFields");
        without(json, "status", "nodes", "storedTemplates", "storedWorkflowTemplateSpec", "compressedNodes");
        // The containers' variables may hold secrets, and nothing is read from them; kubectl keeps a copy of all of it.
        without(json, "spec", "template", "templates");
        if (json.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
        }
        return new WatchedObject(json);
    }

    String uid() {
        return json.at("/metadata/uid").asString("");
    }

    /** What changes with each change. */
    String version() {
        return json.at("/metadata/resourceVersion").asString("");
    }

    /** When it ended; empty while it has not, as far as can be seen. */
    Optional<Instant> endedAt() {
        for (JsonNode condition : json.at("/status/conditions")) {
            String type = condition.path("type").asString("");
            if (condition.path("status").asString("").equals("True")
                    && (type.equals("Complete") || type.equals("Failed"))) {
                return time(condition.path("lastTransitionTime"));
            }
        }
        return time(json.at("/status/finishedAt"));
    }

    private static Optional<Instant> time(JsonNode node) {
        try {
            return node.isString() ? Optional.of(Instant.parse(node.asString())) : Optional.empty();
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static void without(ObjectNode json, String part, String... names) {
        if (json.path(part) instanceof ObjectNode inner) {
            for (String name : names) {
                inner.remove(name);
            }
        }
    }
}
