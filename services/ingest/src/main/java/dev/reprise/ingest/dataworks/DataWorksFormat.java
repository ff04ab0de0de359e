// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dataworks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.Question;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.schemas.event.KilledBy;

/**
 * Task instances of DataWorks. An event names the instance and its status by a number, but neither the business date nor the
 * number of the run: both are asked of {@code GetTaskInstance}. The instance keeps its id over all runs.
 */
public final class DataWorksFormat implements SourceFormat {

    /** Asked with {@code id}: the task instance. */
    public static final String TASK_INSTANCE = "task-instance";
    static final String NAME = "dataworks";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Set<String> WAITING = Set.of("1", "2", "3");
    private static final Map<String, String> OTHER_RUNS = Map.of("2", "a smoke test", "4", "a run on trial");
    private static final String STATUS_CHANGE = "instance-status-changes";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Fields.of(body).text("specversion");
    }

    @Override
    public String entity(JsonNode body) {
        Fields data = Fields.of(data(body));
        return data.text("taskId").or(() -> ids(data).stream().findFirst()).orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        Fields envelope = Fields.of(body.json());
        JsonNode json = data(body.json());
        Fields data = Fields.of(json);
        List<Finding> findings = new ArrayList<>();
        envelope.text("specversion").filter(version -> !version.equals("1.0"))
                .ifPresent(version -> findings.add(new Finding.Parked(Kind.UNKNOWN_VERSION, "specversion",
                        "CloudEvents " + version + " is not known: send 1.0")));
        String code = data.text("eventCode").or(() -> envelope.text("type")).orElse("");
        Optional<Instant> told = envelope.time("time", ZoneOffset.UTC);
        Reading reading = switch (kind(code)) {
            case STATUS_CHANGE -> statusChange(body, data);
            case "kill-instance" -> persons(body, data, told, true);
            case "set-instance-success" -> persons(body, data, told, false);
            case "rerun-instance", "freeze-instance", "unfreeze-instance", "pre-rerun-instance" ->
                Reading.ignored("what follows is told by the status of the instance");
            case "dag-status-changes" -> Reading.ignored("the instances of a DAG are told one by one");
            default -> Reading.of(new Finding.Parked(Kind.UNKNOWN_TYPE, "data.eventCode",
                    "event '" + code + "' is not known: subscribe to instance status changes"));
        };
        findings.addAll(reading.findings());
        return new Reading(findings, reading.memory());
    }

    private static Reading statusChange(RawBody body, Fields data) {
        String id = data.required("taskId", "give the id of the task instance");
        String status = data.required("status", "give the status of the instance");
        String dagType = data.text("dagType").orElse("");
        if (OTHER_RUNS.containsKey(dagType)) {
            return Reading.ignored(OTHER_RUNS.get(dagType) + " makes no data of the schedule");
        }
        if (WAITING.contains(status)) {
            return Reading.ignored("an instance that waits has done nothing");
        }
        Question question = question(id);
        return body.answer(question).map(answer -> new InstanceStory(body, question, answer).status(data, status))
                .orElseGet(() -> wanted(question));
    }

    /** What a person did, of one instance or several. */
    private static Reading persons(RawBody body, Fields data, Optional<Instant> at, boolean kill) {
        List<Finding> findings = new ArrayList<>();
        for (String id : ids(data)) {
            Question question = question(id);
            findings.addAll(body.answer(question)
                    .map(answer -> List.of(new InstanceStory(body, question, answer).byPerson(at, attempt -> kill
                            ? attempt.killed(at.orElse(body.receivedAt()), KilledBy.USER, data.text("operator"))
                            : attempt.succeeded(at.orElse(body.receivedAt())))))
                    .orElseGet(() -> wanted(question).findings()));
        }
        return findings.isEmpty()
                ? Reading.of(new Finding.Parked(Kind.SCHEMA, "data.taskIds", "taskIds is missing or empty"))
                : Reading.of(findings);
    }

    private static Question question(String id) {
        return new Question(TASK_INSTANCE, Map.of("id", id));
    }

    private static Reading wanted(Question question) {
        return Reading.of(new Finding.Wanted(question,
                "the event states neither the business date nor the number of the run", Duration.ZERO));
    }

    private static List<String> ids(Fields data) {
        List<String> ids = new ArrayList<>();
        data.raw("taskIds").forEach(id -> ids.add(id.asString()));
        return ids;
    }

    /** {@code InstanceStatusChanges}, {@code instance-status-changes} and both in a type with colons are the same. */
    private static String kind(String code) {
        String last = code.substring(code.lastIndexOf(':') + 1);
        return last.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** The data of an event; some deliveries have it as text, some leave the envelope out. */
    private static JsonNode data(JsonNode body) {
        JsonNode data = body.path("data");
        if (data.isString()) {
            try {
                return MAPPER.readTree(data.stringValue());
            } catch (JacksonException _) {
                return data;
            }
        }
        return data.isObject() ? data : body;
    }
}
