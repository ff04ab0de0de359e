// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.databricks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.Question;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;

/**
 * Notifications of Databricks jobs and tasks. They state no parameters, no attempt and no time, so {@code runs/get} is asked.
 * A job run keeps its id over repairs; a task run has a new id for each try and names the first.
 */
public final class DatabricksFormat implements SourceFormat {

    /** Asked with {@code id}: the run. */
    public static final String RUN = "run";
    private static final String NAME = "databricks";
    private static final Duration LAG = Duration.ofSeconds(10);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Optional.empty();
    }

    @Override
    public String entity(JsonNode body) {
        Fields run = Fields.of(body).in("run");
        return run.text("parent_run_id").or(() -> run.text("run_id")).orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        Fields event = Fields.of(body.json());
        String type = event.text("event_type").orElse("");
        String run = event.in("run").required("run_id", "use the notification as Databricks sends it");
        if (!type.matches("jobs\\.on_(start|success|failure|duration_warning_threshold_exceeded"
                + "|streaming_backlog_exceeded)")) {
            return Reading.of(new Finding.Parked(Kind.UNKNOWN_TYPE, "event_type", "'" + type + "' is not known"));
        }
        Question question = new Question(RUN, Map.of("id", run));
        return body.answer(question).map(answer -> Reading.of(told(body, event, type, question, Fields.of(answer))))
                .orElseGet(() -> Reading.of(new Finding.Wanted(question,
                        "the notification states neither attempt nor parameters", Duration.ZERO)));
    }

    private static List<Finding> told(RawBody body, Fields event, String type, Question question, Fields run) {
        Attempt attempt = attempt(body.source(), event, run);
        Optional<Instant> end = run.time("end_time", ZoneOffset.UTC);
        Finding start = attempt.started(lastRepair(run).or(() -> run.time("start_time", ZoneOffset.UTC))
                .orElse(body.receivedAt()), Optional.empty());
        String result = run.in("state").text("result_state").or(() -> ended(run.in("status"))).orElse("");
        String life = run.in("state").text("life_cycle_state").or(() -> run.in("status").text("state")).orElse("");
        boolean over = type.endsWith("_success") || type.endsWith("_failure");
        if (life.equals("SKIPPED")) {
            return List.of(attempt.skipped(end.orElse(body.receivedAt())));
        }
        if (result.isEmpty() && !life.equals("INTERNAL_ERROR")) {
            if (over && attempt.number() == 1) {
                return List.of(new Finding.Wanted(question, "the run has not ended yet for the API", LAG));
            }
            return List.of(type.endsWith("exceeded") ? attempt.alive(body.receivedAt()) : start);
        }
        Instant at = end.orElse(body.receivedAt());
        Optional<ErrorEvidence> error = error(run);
        RetryOutlook outlook = event.in("task").text("task_key").isPresent()
                ? RetryOutlook.UNSTATED
                : RetryOutlook.FINAL;
        return switch (result) {
            case "SUCCESS", "SUCCESS_WITH_FAILURES" -> List.of(start, attempt.succeeded(at));
            case "FAILED", "" -> List.of(start, attempt.failed(at, FailureKind.FAILED, outlook, error));
            case "TIMEDOUT" -> List.of(start, attempt.failed(at, FailureKind.TIMED_OUT, outlook, error));
            case "CANCELED" -> List.of(start, attempt.killed(at, KilledBy.UNKNOWN, Optional.empty()));
            case "UPSTREAM_FAILED", "UPSTREAM_CANCELED" -> List.of(attempt.upstreamFailed(at, Optional.empty()));
            case "EXCLUDED", "DISABLED", "MAXIMUM_CONCURRENT_RUNS_REACHED" -> List.of(attempt.skipped(at));
            default -> List.of(attempt.unknown(at, result));
        };
    }

    /** {@code status} is to take the place of {@code state}: an answer may hold it alone. */
    private static Optional<String> ended(Fields status) {
        if (status.text("state").filter("TERMINATED"::equals).isEmpty()) {
            return Optional.empty();
        }
        return status.in("termination_details").text("code").map(code -> switch (code) {
            case "SUCCESS", "SUCCESS_WITH_FAILURES", "DISABLED" -> code;
            case "CANCELED", "USER_CANCELED" -> "CANCELED";
            case "SKIPPED", "MAX_CONCURRENT_RUNS_EXCEEDED" -> "EXCLUDED";
            default -> "FAILED";
        });
    }

    private static Attempt attempt(String source, Fields event, Fields run) {
        String job = event.in("job").text("name").or(() -> run.text("run_name"))
                .or(() -> event.in("job").text("job_id")).orElse("job");
        Optional<String> task = event.in("task").text("task_key");
        Map<String, String> values = new LinkedHashMap<>();
        for (JsonNode parameter : run.raw("job_parameters")) {
            Fields each = Fields.of(parameter);
            each.text("name").ifPresent(name -> each.text("value").or(() -> each.text("default"))
                    .ifPresent(value -> values.put("parameter." + name, value)));
        }
        run.time("start_time", ZoneOffset.UTC).ifPresent(at -> values.put("start_time", at.toString()));
        Optional<String> stated = Optional.ofNullable(values.get("parameter.partition"))
                .or(() -> Optional.ofNullable(values.get("parameter.ds")).map(day -> "ds=" + day))
                .or(() -> Optional.ofNullable(values.get("parameter.dt")).map(day -> "dt=" + day));
        String id = task.isPresent()
                ? run.text("original_attempt_run_id").or(() -> run.text("run_id")).orElse("")
                : event.in("run").text("run_id").orElse("");
        int number = task.isPresent()
                ? run.count("attempt_number", 0).orElse(0) + 1
                : Math.max(1, run.raw("repair_history").size());
        values.put("run", id);
        return Attempt
                .of(Fields.job(source, task.map(key -> job + "." + key).orElse(job)), Fields.run(id), number, NAME)
                .stating(Fields.partition(stated)).with(values);
    }

    private static Optional<Instant> lastRepair(Fields run) {
        JsonNode history = run.raw("repair_history");
        return history.isEmpty()
                ? Optional.empty()
                : Fields.of(history.get(history.size() - 1)).time("start_time", ZoneOffset.UTC);
    }

    private static Optional<ErrorEvidence> error(Fields run) {
        Optional<String> code = run.in("status").in("termination_details").text("code");
        return run.in("state").text("state_message")
                .or(() -> run.in("status").in("termination_details").text("message"))
                .or(() -> code).map(text -> Fields.error(text, Optional.empty(), code, Optional.empty(),
                        Optional.empty(), run.text("run_page_url")));
    }
}
