// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dolphinscheduler;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.dolphinscheduler.AlertBody.Workflow;
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
import dev.reprise.schemas.id.PartitionKey;

/**
 * Workflow instances of DolphinScheduler 3. The alert states neither the state of the workflow nor which attempt it is about,
 * so it only wakes: the answer of the API is what is told. The instance keeps its id over all attempts; {@code runTimes}
 * counts them.
 */
public final class DolphinSchedulerFormat implements SourceFormat {

    /** Asked with {@code project} and {@code instance}: the workflow instance. */
    public static final String WORKFLOW_INSTANCE = "workflow-instance";
    private static final String NAME = "dolphinscheduler";
    private static final Duration LAG = Duration.ofSeconds(10);
    /** {@code name-version-time}: what DolphinScheduler makes of a definition's name for an instance. */
    private static final Pattern INSTANCE_SUFFIX = Pattern.compile("-\\d{1,9}-\\d{14,17}\\z");

    @Override
    public String name() {
        return NAME;
    }

    /** The alert states no version; it is told by the names of its fields. */
    @Override
    public Optional<String> version(JsonNode body) {
        String text = body.toString();
        return text.contains("workflowInstanceId")
                ? Optional.of("3.3")
                : text.contains("processId") || text.contains("processInstanceId")
                        ? Optional.of("3.2")
                        : Optional.empty();
    }

    @Override
    public String entity(JsonNode body) {
        return AlertBody.of(body, ZoneOffset.UTC).workflows().stream().findFirst()
                .map(each -> each.project() + "/" + each.instance()).orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        List<Workflow> workflows = AlertBody.of(body.json(), body.zone()).workflows();
        if (workflows.isEmpty()) {
            return Reading.of(new Finding.Parked(Kind.SCHEMA, "msg",
                    "no workflow instance is named: put ${msg} into the body of the HTTP alert, and alert on workflows"));
        }
        List<Finding> findings = new ArrayList<>();
        for (Workflow workflow : workflows) {
            Question question = new Question(WORKFLOW_INSTANCE,
                    Map.of("project", workflow.project(), "instance", workflow.instance()));
            findings.addAll(body.answer(question).map(answer -> told(body, workflow, question, answer))
                    .orElseGet(() -> List.of(new Finding.Wanted(question,
                            "the alert states neither state nor attempt of the workflow", Duration.ZERO))));
        }
        return Reading.of(findings);
    }

    private static List<Finding> told(RawBody body, Workflow workflow, Question question, JsonNode answer) {
        Fields found = Fields.of(answer);
        ZoneId zone = body.zone();
        Optional<String> state = found.text("state");
        Optional<Integer> runTimes = found.count("runTimes", 1);
        if (state.isEmpty() || runTimes.isEmpty()) {
            return List.of(new Finding.Parked(Kind.SCHEMA, state.isEmpty() ? "state" : "runTimes",
                    "the answer about workflow instance " + workflow.instance() + " has no "
                            + (state.isEmpty() ? "state" : "runTimes")));
        }
        Attempt attempt = attempt(body.source(), workflow, found, runTimes.get(), zone);
        Instant started = found.time("restartTime", zone).or(() -> found.time("startTime", zone))
                .orElse(body.receivedAt());
        Instant ended = found.time("endTime", zone).orElse(body.receivedAt());
        Finding start = attempt.started(started, Optional.empty());
        return switch (state.get()) {
            case "FAILURE" -> List.of(start, attempt.failed(ended, FailureKind.FAILED, RetryOutlook.FINAL,
                    error(workflow)));
            case "SUCCESS" -> List.of(start, attempt.succeeded(ended));
            case "STOP" -> List.of(start, attempt.killed(ended, KilledBy.UNKNOWN, Optional.empty()));
            case "PAUSE", "READY_PAUSE" -> List.of(new Finding.Ignored("the workflow is paused by a person"));
            case "SUBMITTED_SUCCESS", "RUNNING_EXECUTION", "RUNNING", "SERIAL_WAIT", "WAIT_TO_RUN", "READY_STOP",
                    "DELAY_EXECUTION", "DISPATCH", "FAILOVER", "READY_BLOCK" ->
                going(attempt, workflow, started, question, start);
            default -> List.of(attempt.unknown(body.receivedAt(), state.get()));
        };
    }

    /** The alert is about something that has ended; if it runs, either the API lags or the next attempt runs already. */
    private static List<Finding> going(Attempt attempt, Workflow workflow, Instant started, Question question,
            Finding start) {
        boolean restarted = attempt.number() > 1 && workflow.lastEnd().filter(started::isAfter).isPresent();
        if (!restarted) {
            return List.of(new Finding.Wanted(question, "the workflow still runs", LAG));
        }
        if (attempt.number() == 2) {
            Attempt first = new Attempt(attempt.job(), attempt.run(), 1, NAME, attempt.stated(), attempt.derived(),
                    attempt.slice(), attempt.values());
            return List.of(first.failed(workflow.lastEnd().orElse(started), FailureKind.FAILED, RetryOutlook.FINAL,
                    error(workflow)), start);
        }
        return List.of(start);
    }

    private static Attempt attempt(String source, Workflow workflow, Fields found, int runTimes, ZoneId zone) {
        String definition = found.in("workflowDefinition").text("name")
                .or(() -> found.in("processDefinition").text("name"))
                .or(() -> found.text("name").map(name -> INSTANCE_SUFFIX.matcher(name).replaceFirst("")))
                .or(() -> found.text("workflowDefinitionCode")).or(() -> found.text("processDefinitionCode"))
                .orElse(workflow.instance());
        String project = workflow.projectName().orElse(workflow.project());
        Optional<Instant> schedule = found.time("scheduleTime", zone);
        Map<String, String> values = new LinkedHashMap<>();
        schedule.ifPresent(at -> values.put("schedule_time", at.toString()));
        found.time("startTime", zone).ifPresent(at -> values.put("start_time", at.toString()));
        values.put("name", definition);
        values.put("run", workflow.instance());
        return Attempt
                .of(Fields.job(source, project + "." + definition), Fields.run(workflow.instance()), runTimes, NAME)
                .deriving(schedule.map(at -> new PartitionKey("schedule_time=" + at))).with(values);
    }

    private static Optional<ErrorEvidence> error(Workflow workflow) {
        return workflow.failedTasks().isEmpty()
                ? Optional.empty()
                : Optional.of(Fields.error(String.join("\n", workflow.failedTasks()), Optional.empty(),
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    }
}
