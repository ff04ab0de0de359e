// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.aws;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;

/** Glue job runs, EMR steps and Step Functions executions. EventBridge delivers at least once and in any order. */
public final class AwsFormat implements SourceFormat {

    private static final String NAME = "aws";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    /** Glue appends this to the id of a run that it starts again by itself. */
    private static final Pattern GLUE_ATTEMPT = Pattern.compile("(.+)_attempt_(\\d{1,4})");
    /** A rerun of ours adds a step with the name of the failed one and the rerun id behind it. */
    private static final Pattern EMR_RERUN = Pattern.compile("(.+) (rr-[a-z2-7]{32})");

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
        Fields detail = Fields.of(body).in("detail");
        return detail.text("executionArn")
                .or(() -> detail.text("stepId").map(step -> detail.text("clusterId").orElse("")
                        + "/" + step))
                .or(() -> detail.text("jobRunId").map(AwsFormat::withoutAttempt)).orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        Fields event = Fields.of(body.json());
        Fields detail = event.in("detail");
        Instant at = event.time("time", ZoneOffset.UTC).orElse(body.receivedAt());
        String type = event.text("detail-type").orElse("");
        Optional<Finding> unknown = version(body.json()).filter(version -> !version.equals("0"))
                .map(version -> new Finding.Parked(Kind.UNKNOWN_VERSION, "version",
                        "version " + version + " of the envelope is not known"));
        Finding finding = switch (type) {
            case "Glue Job State Change", "Glue Job Run Status" -> glue(body.source(), detail, at);
            case "EMR Step Status Change" -> emr(body.source(), detail, at);
            case "Step Functions Execution Status Change" -> execution(body.source(), detail, at);
            default -> new Finding.Parked(Kind.UNKNOWN_TYPE, "detail-type", "'" + type
                    + "' is not known: send Glue, EMR step and Step Functions changes");
        };
        return Reading.of(unknown.map(parked -> List.of(parked, finding))
                .orElseGet(() -> List.of(finding)));
    }

    private static Finding glue(String source, Fields detail, Instant at) {
        String id = detail.required("jobRunId", "give the event as EventBridge has it");
        Matcher again = GLUE_ATTEMPT.matcher(id);
        int number = again.matches() ? Integer.parseInt(again.group(2)) + 1 : 1;
        Attempt attempt = Attempt.of(Fields.job(source, detail.required("jobName", "give the name of the Glue job")),
                Fields.run(withoutAttempt(id)), number, NAME).with(Map.of("run", withoutAttempt(id)));
        String state = detail.required("state", "give the state of the run");
        return switch (state) {
            case "STARTING", "WAITING" -> new Finding.Ignored("a run that waits has done nothing");
            case "RUNNING" -> attempt.started(at, Optional.empty());
            case "STOPPING" -> attempt.alive(at);
            case "SUCCEEDED" -> attempt.succeeded(at);
            case "FAILED", "ERROR" -> attempt.failed(at, FailureKind.FAILED, RetryOutlook.UNSTATED, error(detail));
            case "TIMEOUT" -> attempt.failed(at, FailureKind.TIMED_OUT, RetryOutlook.UNSTATED, error(detail));
            case "STOPPED" -> attempt.killed(at, KilledBy.UNKNOWN, Optional.empty());
            default -> attempt.unknown(at, state);
        };
    }

    private static Finding emr(String source, Fields detail, Instant at) {
        String step = detail.required("stepId", "give the event as EventBridge has it");
        String cluster = detail.required("clusterId", "give the event as EventBridge has it");
        String told = detail.text("name").orElse(step);
        Matcher rerun = EMR_RERUN.matcher(told);
        String name = rerun.matches() ? rerun.group(1) : told;
        Attempt attempt = Attempt.of(Fields.job(source, name), Fields.run(cluster + "/" + step), 1, NAME)
                .with(Map.of("run", step, "name", name));
        String state = detail.required("state", "give the state of the step");
        return switch (state) {
            case "PENDING" -> new Finding.Ignored("a step that waits has done nothing");
            case "RUNNING" -> attempt.started(at, Fields.rerun(Optional.of(rerun.matches() ? rerun.group(2) : told)));
            case "COMPLETED" -> attempt.succeeded(at);
            case "FAILED" -> attempt.failed(at, FailureKind.FAILED, RetryOutlook.FINAL, error(detail));
            // not begun: a step before it failed, or the cluster is gone
            case "CANCELLED" -> attempt.upstreamFailed(at, detail.text("message"));
            case "INTERRUPTED", "CANCEL_PENDING" -> attempt.killed(at, KilledBy.SYSTEM, Optional.empty());
            default -> attempt.unknown(at, state);
        };
    }

    private static Finding execution(String source, Fields detail, Instant at) {
        String arn = detail.required("executionArn", "give the event as EventBridge has it");
        String machine = detail.text("stateMachineArn").map(text -> text.substring(text.lastIndexOf(':') + 1))
                .orElseGet(() -> arn.split(":").length > 6 ? arn.split(":")[6] : arn);
        Map<String, String> input = input(detail.text("input").orElse("{}"));
        Map<String, String> values = new LinkedHashMap<>();
        input.forEach((key, value) -> values.put("parameter." + key, value));
        detail.text("name").ifPresent(name -> values.put("run", name));
        Optional<Instant> start = detail.time("redriveDate", ZoneOffset.UTC)
                .or(() -> detail.time("startDate", ZoneOffset.UTC));
        start.ifPresent(time -> values.put("start_time", time.toString()));
        Optional<String> stated = Optional.ofNullable(input.get("partition"))
                .or(() -> Optional.ofNullable(input.get("ds")).map(day -> "ds=" + day))
                .or(() -> Optional.ofNullable(input.get("dt")).map(day -> "dt=" + day));
        Attempt attempt = Attempt.of(Fields.job(source, machine), Fields.run(arn),
                detail.count("redriveCount", 0).orElse(0) + 1, NAME).stating(Fields.partition(stated)).with(values);
        Instant end = detail.time("stopDate", ZoneOffset.UTC).orElse(at);
        String status = detail.required("status", "give the status of the execution");
        return switch (status) {
            case "RUNNING" -> attempt.started(start.orElse(at), Fields.rerun(detail.text("name"))
                    .or(() -> Fields.rerun(Optional.ofNullable(input.get("rerun_id")))));
            case "SUCCEEDED" -> attempt.succeeded(end);
            case "FAILED" -> attempt.failed(end, FailureKind.FAILED, RetryOutlook.FINAL, error(detail));
            case "TIMED_OUT" -> attempt.failed(end, FailureKind.TIMED_OUT, RetryOutlook.FINAL, error(detail));
            case "ABORTED" -> attempt.killed(end, KilledBy.UNKNOWN, Optional.empty());
            case "PENDING_REDRIVE" -> new Finding.Ignored("an execution that waits has done nothing");
            default -> attempt.unknown(at, status);
        };
    }

    private static Optional<ErrorEvidence> error(Fields detail) {
        Optional<String> code = detail.text("error");
        return detail.text("cause").or(() -> detail.text("message")).or(() -> code)
                .map(text -> Fields.error(text, code, code, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static Map<String, String> input(String text) {
        Map<String, String> found = new LinkedHashMap<>();
        try {
            MAPPER.readTree(text).properties().stream().filter(each -> each.getValue().isValueNode())
                    .forEach(each -> found.put(each.getKey(), each.getValue().asString()));
        } catch (JacksonException _) {
            return Map.of();
        }
        return found;
    }

    private static String withoutAttempt(String id) {
        Matcher matcher = GLUE_ATTEMPT.matcher(id);
        return matcher.matches() ? matcher.group(1) : id;
    }
}
