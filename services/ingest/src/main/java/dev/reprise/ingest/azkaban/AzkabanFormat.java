// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.azkaban;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
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
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;

/**
 * Flows and jobs of Azkaban: the map that its event reporter gets, as one JSON object. A rerun is always a new execution; what
 * Azkaban itself retries names its root.
 */
public final class AzkabanFormat implements SourceFormat {

    private static final String NAME = "azkaban";
    private static final Set<String> STARTS = Set.of("FLOW_STARTED", "JOB_STARTED");
    private static final Set<String> ENDS = Set.of("FLOW_FINISHED", "JOB_FINISHED");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Fields.of(body).text("azkabanVersion");
    }

    @Override
    public String entity(JsonNode body) {
        return Fields.of(body).text("executionId").orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        Fields fields = Fields.of(body.json());
        String type = fields.text("eventType").orElse("");
        if (!STARTS.contains(type) && !ENDS.contains(type)) {
            return type.startsWith("FLOW_") || type.startsWith("JOB_")
                    ? Reading.ignored(type + " is neither a start nor an end")
                    : Reading.of(new Finding.Parked(Kind.UNKNOWN_TYPE, "eventType", "'" + type + "' is not known"));
        }
        Attempt attempt = attempt(body.source(), fields, type.startsWith("JOB_"));
        Optional<Instant> start = fields.time("startTime", ZoneOffset.UTC);
        if (STARTS.contains(type)) {
            return Reading.of(attempt.started(start.orElse(body.receivedAt()), Optional.empty()));
        }
        Instant end = fields.time("endTime", ZoneOffset.UTC).orElse(body.receivedAt());
        String status = fields.text(type.startsWith("JOB_") ? "jobStatus" : "flowStatus")
                .or(() -> fields.text("status"))
                .orElse("");
        return Reading.of(switch (status) {
            case "SUCCEEDED", "FAILED_SUCCEEDED" -> attempt.succeeded(end);
            case "FAILED", "EXECUTION_STOPPED" -> attempt.failed(end, FailureKind.FAILED, RetryOutlook.UNSTATED,
                    fields.text("failedJobId").or(() -> fields.text("errorMessage")).map(text -> Fields.error(text,
                            Optional.empty(), Optional.of(status), Optional.empty(), Optional.empty(),
                            Optional.empty())));
            case "FAILED_FINISHING", "RUNNING", "KILLING" -> attempt.alive(end);
            case "KILLED" -> attempt.killed(end, KilledBy.UNKNOWN, fields.text("modifiedBy"));
            case "CANCELLED" -> attempt.upstreamFailed(end, Optional.empty());
            case "SKIPPED", "DISABLED" -> attempt.skipped(end);
            default -> attempt.unknown(end, status.isEmpty() ? "none" : status);
        });
    }

    private static Attempt attempt(String source, Fields fields, boolean job) {
        String project = fields.required("projectName", "give the map of the event reporter as it is");
        String flow = fields.text("flowName").or(() -> fields.text("flowId")).orElse("");
        String execution = fields.required("executionId", "give the map of the event reporter as it is");
        String name = project + "." + flow + (job ? "." + fields.text("jobId").orElse("") : "");
        // a flow that Azkaban starts again itself has a new execution that names the first
        String root = fields.text("flowRetryRootExecutionID").or(() -> fields.text("rootExecutionId"))
                .filter(id -> !id.startsWith("-")).orElse(execution);
        int number = (job ? fields.count("attemptID", 0) : fields.count("flowRetryCount", 0)).orElse(0) + 1;
        Map<String, String> values = new LinkedHashMap<>();
        fields.time("submitTime", ZoneOffset.UTC).ifPresent(at -> values.put("submit_time", at.toString()));
        fields.time("startTime", ZoneOffset.UTC).ifPresent(at -> values.put("start_time", at.toString()));
        values.put("run", root);
        return Attempt.of(Fields.job(source, name), Fields.run(job ? execution : root), number, NAME)
                .stating(Fields.partition(fields.text("partition"))).with(values);
    }
}
