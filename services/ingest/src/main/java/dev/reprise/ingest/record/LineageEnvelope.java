// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * The few fields of an OpenLineage event that the border asks for, so that an event which nobody could ever use is refused
 * while its sender still listens. Everything else is the normaliser's.
 */
public final class LineageEnvelope {

    /**
     * A field that is not usable.
     *
     * @param field in dotted form
     * @param detail what was found
     * @param fix what to give instead
     */
    public record Fault(String field, String detail, String fix) {}

    private final JsonNode event;

    /** Looks at an event; any tree is allowed. */
    public LineageEnvelope(JsonNode event) {
        this.event = event;
    }

    /** Everything that is not usable; empty for an event that may be taken in. */
    public List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        if (!event.isObject()) {
            return List.of(new Fault("", "the event is no JSON object", "give one OpenLineage event"));
        }
        requireText("eventTime", event.path("eventTime"), faults);
        requireText("producer", event.path("producer"), faults);
        requireText("schemaURL", event.path("schemaURL"), faults);
        if (event.has("run")) {
            requireUuid("run.runId", event.path("run").path("runId"), faults);
            requireText("job.namespace", event.path("job").path("namespace"), faults);
            requireText("job.name", event.path("job").path("name"), faults);
        } else if (!event.has("job") && !event.has("dataset")) {
            faults.add(new Fault("run", "run is missing, and there is neither job nor dataset",
                    "give a run event, a job event or a dataset event"));
        }
        return faults;
    }

    /**
     * What must keep its order: the root of the tree of runs, so that an application, its statements and the task above them
     * are read by one reader. For events without a run, their job or dataset.
     */
    public String orderingKey() {
        JsonNode parent = event.path("run").path("facets").path("parent");
        return text(parent.path("root").path("run").path("runId"))
                .or(() -> text(parent.path("run").path("runId")))
                .or(() -> text(event.path("run").path("runId")))
                .orElseGet(() -> {
                    JsonNode named = event.has("job") ? event.path("job") : event.path("dataset");
                    return text(named.path("namespace")).orElse("") + "/" + text(named.path("name")).orElse("");
                });
    }

    /** The name of its kind for counters: {@code run}, {@code job} or {@code dataset}. */
    public String kind() {
        return event.has("run") ? "run" : event.has("job") ? "job" : "dataset";
    }

    private static void requireText(String field, JsonNode value, List<Fault> faults) {
        if (text(value).isEmpty()) {
            faults.add(new Fault(field, field + " is missing, empty or no text",
                    "give it as the OpenLineage specification says"));
        }
    }

    private static void requireUuid(String field, JsonNode value, List<Fault> faults) {
        try {
            String id = text(value).orElse("");
            if (UUID.fromString(id).toString().equalsIgnoreCase(id)) {
                return;
            }
        } catch (IllegalArgumentException _) {
            // told below, in the same words as a short form that Java reads but nobody else does
        }
        faults.add(new Fault(field, field + " is missing or no UUID", "give the run's UUID"));
    }

    private static Optional<String> text(JsonNode value) {
        return value.isString() && !value.stringValue().isBlank() ? Optional.of(value.stringValue()) : Optional.empty();
    }
}
