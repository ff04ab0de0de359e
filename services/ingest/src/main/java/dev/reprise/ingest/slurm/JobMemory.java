// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.slurm;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.schemas.id.RerunId;

/** What is known of one job from all its hooks: name, comment, when each attempt began, which have ended. */
final class JobMemory {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private final ObjectNode json;

    private JobMemory(ObjectNode json) {
        this.json = json;
    }

    static JobMemory of(Optional<JsonNode> remembered) {
        return new JobMemory(remembered.filter(JsonNode::isObject).map(node -> ((ObjectNode) node).deepCopy())
                .orElseGet(JsonNodeFactory.instance::objectNode));
    }

    ObjectNode json() {
        return json;
    }

    /** Whether no hook has told of the job's comment. */
    boolean unknown() {
        return !json.has("hooked");
    }

    void knows(Optional<String> name, Optional<String> comment) {
        name.ifPresent(text -> json.put("name", text));
        comment.ifPresent(text -> {
            json.put("hooked", true);
            if (!text.equals("(null)")) {
                json.put("comment", text);
            }
        });
        if (name.isPresent() && comment.isEmpty() && !json.has("name")) {
            json.put("name", name.get());
        }
    }

    void began(int restarts, Instant at) {
        json.put("hooked", true);
        ObjectNode prologs = json.withObjectProperty("prologs");
        if (!prologs.has(Integer.toString(restarts))) {
            prologs.put(Integer.toString(restarts), at.getEpochSecond());
        }
    }

    void completes(int number, Optional<Instant> start, Optional<Instant> submit) {
        start.ifPresent(at -> json.withObjectProperty("starts").put(Long.toString(at.getEpochSecond()), number));
        json.withObjectProperty("completed").put(Integer.toString(number), true);
        // it moves with each requeue: the first is the job's own
        submit.filter(at -> !json.has("submit") || at.getEpochSecond() < json.path("submit").asLong())
                .ifPresent(at -> json.put("submit", at.getEpochSecond()));
    }

    boolean completed(int number) {
        return json.path("completed").has(Integer.toString(number));
    }

    /**
     * Which attempt began at a time. The prolog runs on the same machine right after the start: the first that ran between
     * start and end belongs to it. Without one, attempts are counted by their starts.
     */
    int number(Optional<Instant> start, Instant end) {
        if (start.isEmpty()) {
            return Math.max(1, json.path("prologs").size());
        }
        long began = start.get().getEpochSecond();
        int known = json.path("starts").path(Long.toString(began)).asInt(0);
        if (known > 0) {
            return known;
        }
        int found = 0;
        long nearest = Long.MAX_VALUE;
        for (Map.Entry<String, JsonNode> prolog : json.path("prologs").properties()) {
            long at = prolog.getValue().asLong();
            if (at >= began - 1 && at <= end.getEpochSecond() + 1 && at < nearest) {
                nearest = at;
                found = Integer.parseInt(prolog.getKey()) + 1;
            }
        }
        if (found > 0) {
            return found;
        }
        TreeSet<Long> starts = new TreeSet<>();
        starts.add(began);
        json.path("starts").propertyNames().forEach(each -> starts.add(Long.valueOf(each)));
        return starts.headSet(began, true).size();
    }

    Optional<RerunId> rerun() {
        return Fields.rerun(Optional.ofNullable(comment().get("rerun")).or(() -> name()));
    }

    private Optional<String> name() {
        return Fields.of(json).text("name");
    }

    /** The comment: JSON, or {@code name=value} with semicolons or commas between. */
    private Map<String, String> comment() {
        Map<String, String> found = new LinkedHashMap<>();
        String text = Fields.of(json).text("comment").orElse("");
        if (text.startsWith("{")) {
            try {
                MAPPER.readTree(text).properties().stream().filter(each -> each.getValue().isValueNode())
                        .forEach(each -> found.put(each.getKey(), each.getValue().asString()));
                return found;
            } catch (JacksonException _) {
                return found;
            }
        }
        for (String part : text.split("[;,]")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                found.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
            }
        }
        return found;
    }

    Attempt attempt(String source, String id, int number, Optional<String> task) {
        Map<String, String> comment = comment();
        Map<String, String> values = new LinkedHashMap<>();
        comment.forEach((key, value) -> values.put("parameter." + key, value));
        Fields.of(json).time("submit", ZoneOffset.UTC).ifPresent(at -> values.put("submit_time", at.toString()));
        String name = Optional.ofNullable(comment.get("job")).filter(text -> !text.isBlank()).or(this::name).orElse(id);
        values.put("name", name);
        values.put("run", id);
        task.ifPresent(each -> values.put("task", each));
        Optional<String> stated = Optional.ofNullable(comment.get("partition"))
                .or(() -> Optional.ofNullable(comment.get("ds")).map(day -> "ds=" + day))
                .or(() -> Optional.ofNullable(comment.get("dt")).map(day -> "dt=" + day));
        return Attempt.of(Fields.job(source, name), Fields.run(id), number, SlurmFormat.NAME)
                .stating(Fields.partition(stated)).slicing(task.map(each -> "array_task=" + each)).with(values);
    }
}
