// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.aws;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

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
 * Glue job runs, EMR steps and Step Functions executions. EventBridge delivers at least once and in any order, and leaves out
 * the arguments of runs and steps, and large inputs: these are asked for where the installation can be asked.
 */
public final class AwsFormat implements SourceFormat {

    /** Asked with {@code job} and {@code run}: a run of a Glue job. */
    public static final String JOB_RUN = "glue-job-run";
    /** Asked with {@code cluster} and {@code step}: a step of EMR. */
    public static final String STEP = "emr-step";
    /** Asked with {@code arn}: an execution of Step Functions. */
    public static final String EXECUTION = "execution";
    private static final String NAME = "aws";
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
            case "Glue Job State Change", "Glue Job Run Status" -> glue(body, detail, at);
            case "EMR Step Status Change" -> emr(body, detail, at);
            case "Step Functions Execution Status Change" -> execution(body, detail, at);
            default -> new Finding.Parked(Kind.UNKNOWN_TYPE, "detail-type", "'" + type
                    + "' is not known: send Glue, EMR step and Step Functions changes");
        };
        if (finding instanceof Finding.Wanted) {
            return Reading.of(finding); // read again, and only then in part
        }
        return Reading.of(unknown.map(parked -> List.of(parked, finding))
                .orElseGet(() -> List.of(finding)));
    }

    private static Finding glue(RawBody body, Fields detail, Instant at) {
        String id = detail.required("jobRunId", "give the event as EventBridge has it");
        Matcher again = GLUE_ATTEMPT.matcher(id);
        int number = again.matches() ? Integer.parseInt(again.group(2)) + 1 : 1;
        String job = detail.required("jobName", "give the name of the Glue job");
        String state = detail.required("state", "give the state of the run");
        if (state.equals("STARTING") || state.equals("WAITING")) {
            return new Finding.Ignored("a run that waits has done nothing");
        }
        Question question = new Question(JOB_RUN, Map.of("job", job, "run", id));
        if (lacks(body, question)) {
            return new Finding.Wanted(question, "EventBridge leaves out the arguments of a run", Duration.ZERO);
        }
        Map<String, String> arguments = AwsArguments
                .of(body.answer(question).map(run -> run.path("Arguments")).orElseGet(MissingNode::getInstance));
        Attempt attempt = Attempt.of(Fields.job(body.source(), job), Fields.run(withoutAttempt(id)), number, NAME)
                .stating(AwsArguments.partition(arguments))
                .with(AwsArguments.values(arguments, Map.of("run", withoutAttempt(id))));
        return switch (state) {
            case "RUNNING" -> attempt.started(at, Fields.rerun(Optional.ofNullable(arguments.get("rerun_id"))));
            case "STOPPING" -> attempt.alive(at);
            case "SUCCEEDED" -> attempt.succeeded(at);
            case "FAILED", "ERROR" -> attempt.failed(at, FailureKind.FAILED, RetryOutlook.UNSTATED, error(detail));
            case "TIMEOUT" -> attempt.failed(at, FailureKind.TIMED_OUT, RetryOutlook.UNSTATED, error(detail));
            case "STOPPED" -> attempt.killed(at, KilledBy.UNKNOWN, Optional.empty());
            default -> attempt.unknown(at, state);
        };
    }

    private static Finding emr(RawBody body, Fields detail, Instant at) {
        String step = detail.required("stepId", "give the event as EventBridge has it");
        String cluster = detail.required("clusterId", "give the event as EventBridge has it");
        String told = detail.text("name").orElse(step);
        Matcher rerun = EMR_RERUN.matcher(told);
        String name = rerun.matches() ? rerun.group(1) : told;
        String state = detail.required("state", "give the state of the step");
        if (state.equals("PENDING")) {
            return new Finding.Ignored("a step that waits has done nothing");
        }
        Question question = new Question(STEP, Map.of("cluster", cluster, "step", step));
        if (lacks(body, question)) {
            return new Finding.Wanted(question, "EventBridge leaves out the arguments of a step", Duration.ZERO);
        }
        Map<String, String> arguments = AwsArguments.of(
                body.answer(question).map(known -> known.path("Config").path("Args"))
                        .orElseGet(MissingNode::getInstance));
        Attempt attempt = Attempt.of(Fields.job(body.source(), name), Fields.run(cluster + "/" + step), 1, NAME)
                .stating(AwsArguments.partition(arguments))
                .with(AwsArguments.values(arguments, Map.of("run", step, "name", name)));
        return switch (state) {
            case "RUNNING" -> attempt.started(at, Fields.rerun(Optional.of(rerun.matches() ? rerun.group(2) : told)));
            case "COMPLETED" -> attempt.succeeded(at);
            case "FAILED" -> attempt.failed(at, FailureKind.FAILED, RetryOutlook.FINAL, error(detail));
            // not begun: a step before it failed, or the cluster is gone
            case "CANCELLED" -> attempt.upstreamFailed(at, detail.text("message"));
            case "INTERRUPTED", "CANCEL_PENDING" -> attempt.killed(at, KilledBy.SYSTEM, Optional.empty());
            default -> attempt.unknown(at, state);
        };
    }

    private static Finding execution(RawBody body, Fields detail, Instant at) {
        String arn = detail.required("executionArn", "give the event as EventBridge has it");
        String machine = detail.text("stateMachineArn").map(text -> text.substring(text.lastIndexOf(':') + 1))
                .orElseGet(() -> arn.split(":").length > 6 ? arn.split(":")[6] : arn);
        Question question = new Question(EXECUTION, Map.of("arn", arn));
        boolean left = detail.text("input").isEmpty()
                && !detail.in("inputDetails").text("included").orElse("").equals("true");
        if (left && lacks(body, question)) {
            return new Finding.Wanted(question, "EventBridge leaves out a large input", Duration.ZERO);
        }
        Map<String, String> input = AwsArguments.parsed(detail.text("input")
                .or(() -> body.answer(question).flatMap(answer -> Fields.of(answer).text("input"))).orElse("{}"));
        Map<String, String> more = new LinkedHashMap<>();
        detail.text("name").ifPresent(name -> more.put("run", name));
        Optional<Instant> start = detail.time("redriveDate", ZoneOffset.UTC)
                .or(() -> detail.time("startDate", ZoneOffset.UTC));
        start.ifPresent(time -> more.put("start_time", time.toString()));
        Attempt attempt = Attempt.of(Fields.job(body.source(), machine), Fields.run(arn),
                detail.count("redriveCount", 0).orElse(0) + 1, NAME).stating(AwsArguments.partition(input))
                .with(AwsArguments.values(input, more));
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

    private static boolean lacks(RawBody body, Question question) {
        return body.askable() && body.answer(question).isEmpty();
    }

    private static Optional<ErrorEvidence> error(Fields detail) {
        Optional<String> code = detail.text("error");
        return detail.text("cause").or(() -> detail.text("message")).or(() -> code)
                .map(text -> Fields.error(text, code, code, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static String withoutAttempt(String id) {
        Matcher matcher = GLUE_ATTEMPT.matcher(id);
        return matcher.matches() ? matcher.group(1) : id;
    }
}
