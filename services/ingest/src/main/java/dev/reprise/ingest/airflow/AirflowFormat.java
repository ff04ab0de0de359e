// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.airflow;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.ingest.source.UnusableFieldException;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.PartitionKey;

/**
 * Task instances of Airflow 2 and 3. Job, partition, run and try are named as the OpenLineage normaliser names them, so that
 * an attempt told by both is one: job {@code dag.task}, the data interval, the id of the DAG run, the number of the try.
 */
public final class AirflowFormat implements SourceFormat {

    private static final String NAME = "airflow";
    private static final Set<String> VERSIONS = Set.of("1");
    private static final int MAX_PARAMETERS = 64;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Fields.of(body).text("version");
    }

    @Override
    public String entity(JsonNode body) {
        Fields fields = Fields.of(body);
        return fields.text("dag_id").orElse("") + "/" + fields.text("run_id").orElse("") + "/"
                + fields.text("task_id").orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        Fields fields = Fields.of(body.json());
        List<Finding> findings = new ArrayList<>();
        version(body.json()).filter(version -> !VERSIONS.contains(version))
                .ifPresent(version -> findings.add(new Finding.Parked(Kind.UNKNOWN_VERSION, "version",
                        "version " + version + " of the snippet is newer than this Reprise: upgrade Reprise")));
        findings.add(told(fields, attempt(body.source(), fields), body.receivedAt()));
        return Reading.of(findings);
    }

    private static Attempt attempt(String source, Fields fields) {
        String dag = fields.required("dag_id", "give the id of the DAG");
        Optional<String> task = fields.text("task_id");
        Optional<Integer> mapIndex = fields.count("map_index", 0);
        int number = fields.count("try_number", 1).or(() -> task.isPresent()
                ? Optional.empty()
                : Optional.of(fields.count("clear_number", 0).orElse(0) + 1))
                .orElseThrow(() -> new UnusableFieldException(Kind.SCHEMA, "try_number",
                        "try_number is missing or below 1: give the number of the try"));
        return Attempt.of(Fields.job(source, task.map(id -> dag + "." + id).orElse(dag)),
                Fields.run(fields.required("run_id", "give the id of the DAG run")), number, NAME)
                .stating(Fields.partition(fields.text("partition").or(() -> fields.text("partition_key"))))
                .deriving(interval(fields)).slicing(mapIndex.map(index -> "map_index=" + index))
                .with(values(fields));
    }

    /** Equal ends are a manual or data-triggered run: its time names no data. */
    private static Optional<PartitionKey> interval(Fields fields) {
        Optional<Instant> start = fields.time("data_interval_start", ZoneOffset.UTC);
        Optional<Instant> end = fields.time("data_interval_end", ZoneOffset.UTC);
        return start.isPresent() && end.isPresent() && start.get().isBefore(end.get())
                ? Optional.of(new PartitionKey(start.get() + "/" + end.get()))
                : Optional.empty();
    }

    private static Map<String, String> values(Fields fields) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String time : List.of("logical_date", "data_interval_start", "data_interval_end", "run_after")) {
            fields.time(time, ZoneOffset.UTC).ifPresent(at -> values.put(time, at.toString()));
        }
        fields.text("run_id").ifPresent(run -> values.put("run", run));
        fields.text("task_id").ifPresent(task -> values.put("task", task));
        fields.text("map_index").filter(index -> !index.startsWith("-"))
                .ifPresent(index -> values.put("map_index", index));
        fields.raw("params").properties().stream().limit(MAX_PARAMETERS)
                .filter(each -> each.getValue().isValueNode() && !each.getValue().isNull())
                .forEach(each -> values.put("parameter." + each.getKey(), each.getValue().asString()));
        return values;
    }

    private static Finding told(Fields fields, Attempt attempt, Instant receivedAt) {
        Instant sent = fields.time("at", ZoneOffset.UTC).orElse(receivedAt);
        Instant ended = fields.time("end_date", ZoneOffset.UTC).orElse(sent);
        String event = fields.required("event", "give what happened, such as failed").toLowerCase(Locale.ROOT);
        return switch (event) {
            case "running" -> attempt.started(fields.time("start_date", ZoneOffset.UTC).orElse(sent),
                    Fields.rerun(fields.text("rerun").or(() -> fields.text("run_id"))));
            case "success" -> attempt.succeeded(ended);
            case "retry", "up_for_retry" -> failed(fields, attempt, ended, RetryOutlook.WILL_RETRY);
            case "failed" -> failed(fields, attempt, ended, fields.text("state").filter("up_for_retry"::equals)
                    .isPresent() ? RetryOutlook.WILL_RETRY : RetryOutlook.FINAL);
            case "skipped", "removed" -> attempt.skipped(ended);
            case "upstream_failed" -> attempt.upstreamFailed(ended, fields.text("upstream"));
            // a sensor that lets go of its slot, and a task that waits for a trigger, still live
            case "up_for_reschedule", "deferred" -> attempt.alive(sent);
            case "queued", "scheduled" -> new Finding.Ignored("a task that waits has done nothing");
            default -> attempt.unknown(sent, event);
        };
    }

    private static Finding failed(Fields fields, Attempt attempt, Instant at, RetryOutlook outlook) {
        Optional<String> type = fields.text("exception_type");
        Optional<String> kind = fields.text("failure_kind").map(text -> text.toUpperCase(Locale.ROOT));
        if (kind.filter("MANUAL"::equals).isPresent()) {
            return attempt.killed(at, KilledBy.USER, fields.text("actor"));
        }
        boolean timedOut = kind.filter("TIMEOUT"::equals).isPresent()
                || type.filter(name -> name.endsWith("TaskTimeout") || name.endsWith("SensorTimeout")).isPresent();
        Optional<String> message = fields.text("exception").or(() -> fields.text("reason"));
        Optional<ErrorEvidence> error = message.or(() -> kind).or(() -> type)
                .map(text -> Fields.error(text, type, kind, fields.number("exit_code").map(Long::intValue),
                        fields.text("traceback"), fields.text("log_url")));
        return attempt.failed(at, timedOut ? FailureKind.TIMED_OUT : FailureKind.FAILED, outlook, error);
    }
}
