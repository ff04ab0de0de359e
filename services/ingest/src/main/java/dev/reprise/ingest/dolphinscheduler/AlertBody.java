// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dolphinscheduler;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.source.Fields;

/**
 * The alert: in {@code msg}, as text or as a tree, one element for each task that did not succeed, or one for the workflow.
 *
 * @param workflows the workflow instances it names, each once
 */
record AlertBody(List<Workflow> workflows) {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * A workflow instance.
     *
     * @param project the code of its project
     * @param instance its id
     * @param projectName the name of its project, where the alert has it
     * @param lastEnd the latest end of a task that the alert names
     * @param failedTasks names and states of tasks that did not succeed
     */
    record Workflow(String project, String instance, Optional<String> projectName, Optional<Instant> lastEnd,
            List<String> failedTasks) {}

    static AlertBody of(JsonNode body, ZoneId zone) {
        Map<String, Workflow> found = new LinkedHashMap<>();
        for (JsonNode element : elements(body)) {
            Fields fields = Fields.of(element);
            Optional<String> project = fields.text("projectCode");
            Optional<String> instance = fields.text("workflowInstanceId").or(() -> fields.text("processInstanceId"))
                    .or(() -> fields.text("processId"));
            if (project.isEmpty() || instance.isEmpty()) {
                continue;
            }
            String key = project.get() + "/" + instance.get();
            Workflow before = found.getOrDefault(key, new Workflow(project.get(), instance.get(),
                    fields.text("projectName"), Optional.empty(), List.of()));
            List<String> tasks = new ArrayList<>(before.failedTasks());
            fields.text("taskName").ifPresent(task -> tasks.add(task + " "
                    + fields.text("taskState").orElse("did not succeed")
                    + fields.text("logPath").map(log -> ", log " + log).orElse("")));
            Optional<Instant> end = fields.time("taskEndTime", zone).or(() -> fields.time("endTime", zone));
            found.put(key, new Workflow(before.project(), before.instance(), before.projectName(),
                    later(before.lastEnd(), end), tasks));
        }
        return new AlertBody(List.copyOf(found.values()));
    }

    private static Optional<Instant> later(Optional<Instant> one, Optional<Instant> other) {
        return one.filter(at -> other.isEmpty() || at.isAfter(other.get())).or(() -> other);
    }

    /** Elements wherever they stand: the user's own template decides the name of the field and whether it is quoted. */
    private static List<JsonNode> elements(JsonNode body) {
        List<JsonNode> found = new ArrayList<>();
        collect(body, 0, found);
        return found;
    }

    private static void collect(JsonNode node, int depth, List<JsonNode> found) {
        if (depth > 4) {
            return;
        }
        if (node.isObject() && node.has("projectCode")) {
            found.add(node);
        } else if (node.isObject() || node.isArray()) {
            node.forEach(each -> collect(each, depth + 1, found));
        } else if (node.isString() && node.stringValue().contains("projectCode")) {
            parse(node.stringValue()).ifPresent(tree -> collect(tree, depth + 1, found));
        }
    }

    private static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(MAPPER.readTree(text));
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }
}
