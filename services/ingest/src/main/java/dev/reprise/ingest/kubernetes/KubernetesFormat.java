// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.kubernetes;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
import dev.reprise.schemas.id.RerunId;

/**
 * A Job or a Workflow, alone or as an entry of a watch. The uid is the run: a name may be used again. Kubernetes' events are
 * passed over, as they are rolled up and lost.
 */
public final class KubernetesFormat implements SourceFormat {

    private static final String NAME = "kubernetes";
    private static final String OURS = "reprise.dev/";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Fields.of(object(body)).text("apiVersion");
    }

    @Override
    public String entity(JsonNode body) {
        return Fields.of(object(body)).in("metadata").text("uid").orElse("");
    }

    /** A watch puts the object into {@code object}. */
    private static JsonNode object(JsonNode body) {
        return body.path("object").isObject() ? body.path("object") : body;
    }

    @Override
    public Reading read(RawBody body) {
        JsonNode object = object(body.json());
        Fields fields = Fields.of(object);
        String kind = fields.text("kind").orElse("");
        String version = fields.text("apiVersion").orElse("");
        if (kind.equals("Event")) {
            return Reading.ignored("events are rolled up and lost: watch the objects");
        }
        if (!kind.equals("Job") && !kind.equals("Workflow")) {
            return Reading
                    .of(new Finding.Parked(Kind.UNKNOWN_TYPE, "kind", "'" + kind + "' is neither Job nor Workflow"));
        }
        List<Finding> findings = new ArrayList<>();
        if (!version.equals("batch/v1") && !version.equals("argoproj.io/v1alpha1")) {
            findings.add(new Finding.Parked(Kind.UNKNOWN_VERSION, "apiVersion", "'" + version + "' is not known"));
        }
        Reading told = kind.equals("Job") ? job(body, fields) : workflow(body, fields);
        findings.addAll(told.findings());
        return new Reading(findings, told.memory());
    }

    private static Reading job(RawBody body, Fields job) {
        Fields status = job.in("status");
        Attempt attempt = attempt(body.source(), job, 1);
        List<Finding> findings = new ArrayList<>();
        status.time("startTime", ZoneOffset.UTC).ifPresent(at -> findings.add(attempt.started(at, rerun(job))));
        for (JsonNode each : status.raw("conditions")) {
            Fields condition = Fields.of(each);
            if (condition.text("status").filter("True"::equals).isEmpty()) {
                continue;
            }
            Instant at = condition.time("lastTransitionTime", ZoneOffset.UTC).orElse(body.receivedAt());
            String reason = condition.text("reason").orElse("");
            // FailureTarget and SuccessCriteriaMet come earlier, while pods still run
            switch (condition.text("type").orElse("")) {
                case "Complete" -> findings.add(attempt.succeeded(at));
                case "Failed" -> findings.add(attempt.failed(at, reason.equals("DeadlineExceeded")
                        ? FailureKind.TIMED_OUT
                        : FailureKind.FAILED, RetryOutlook.FINAL, error(condition, reason)));
                default -> {}
            }
        }
        return findings.isEmpty() ? Reading.ignored("a job that waits has done nothing") : Reading.of(findings);
    }

    /** A workflow that is retried keeps name and uid and has no counter: a new start is a new attempt. */
    private static Reading workflow(RawBody body, Fields workflow) {
        Fields status = workflow.in("status");
        String phase = status.text("phase").orElse("");
        Optional<Instant> started = status.time("startedAt", ZoneOffset.UTC);
        if (started.isEmpty() || phase.isEmpty() || phase.equals("Pending")) {
            return Reading.ignored("a workflow that waits has done nothing");
        }
        ObjectNode starts = body.memory().filter(JsonNode::isObject).map(node -> ((ObjectNode) node).deepCopy())
                .orElseGet(JsonNodeFactory.instance::objectNode);
        String key = Long.toString(started.get().toEpochMilli());
        if (!starts.has(key)) {
            long time = started.get().toEpochMilli();
            if (starts.propertyStream().anyMatch(each -> Long.parseLong(each.getKey()) > time)) {
                // its number is taken, and a higher one would make it the newest
                return Reading.ignored("a start before one that was told already has been superseded");
            }
            starts.put(key, starts.size() + 1);
        }
        Attempt attempt = attempt(body.source(), workflow, starts.path(key).asInt(1));
        Instant end = status.time("finishedAt", ZoneOffset.UTC).orElse(body.receivedAt());
        Finding start = attempt.started(started.get(), rerun(workflow));
        List<Finding> findings = switch (phase) {
            case "Running" -> List.of(start);
            case "Succeeded" -> List.of(start, attempt.succeeded(end));
            case "Failed", "Error" -> List.of(start, ended(attempt, end, status, phase));
            default -> List.of(attempt.unknown(end, phase));
        };
        return Reading.of(findings).remembering(starts);
    }

    /** Argo calls it a failure, too, when a person stops a workflow or its deadline does: the message tells. */
    private static Finding ended(Attempt attempt, Instant end, Fields status, String phase) {
        String message = status.text("message").orElse("");
        if (message.startsWith("Stopped with strategy")) {
            return attempt.killed(end, KilledBy.USER, Optional.empty());
        }
        boolean timedOut = message.contains("exceeded its deadline")
                || message.contains("longer than the specified deadline");
        return attempt.failed(end, timedOut ? FailureKind.TIMED_OUT : FailureKind.FAILED, RetryOutlook.FINAL,
                error(status, phase));
    }

    private static Attempt attempt(String source, Fields object, int number) {
        Fields metadata = object.in("metadata");
        String uid = metadata.required("uid", "send the object as the API server has it");
        Map<String, String> values = new LinkedHashMap<>();
        metadata.in("annotations").text("batch.kubernetes.io/cronjob-scheduled-timestamp")
                .or(() -> metadata.in("annotations").text("workflows.argoproj.io/scheduled-time"))
                .ifPresent(text -> values.put("schedule_time", text));
        for (JsonNode parameter : object.in("spec").in("arguments").raw("parameters")) {
            Fields each = Fields.of(parameter);
            each.text("name").ifPresent(name -> each.text("value")
                    .ifPresent(value -> values.put("parameter." + name, value)));
        }
        metadata.text("name").ifPresent(name -> values.put("run", name));
        metadata.text("namespace").ifPresent(namespace -> values.put("namespace", namespace));
        Optional<String> stated = ours(object, "partition")
                .or(() -> Optional.ofNullable(values.get("parameter.partition")))
                .or(() -> Optional.ofNullable(values.get("parameter.ds")).map(day -> "ds=" + day))
                .or(() -> Optional.ofNullable(values.get("parameter.dt")).map(day -> "dt=" + day));
        return Attempt.of(Fields.job(source, name(object)), Fields.run(uid), number, NAME)
                .stating(Fields.partition(stated)).with(values);
    }

    /** What runs again and again: our annotation, the owner that makes jobs of a schedule, the template; else the name. */
    private static String name(Fields object) {
        Fields metadata = object.in("metadata");
        Optional<String> owner = Optional.empty();
        for (JsonNode each : metadata.raw("ownerReferences")) {
            Fields reference = Fields.of(each);
            if (owner.isEmpty() && reference.text("kind").filter(kind -> kind.startsWith("Cron")).isPresent()) {
                owner = reference.text("name");
            }
        }
        Optional<String> made = owner;
        Fields labels = metadata.in("labels");
        String name = ours(object, "job").or(() -> made).or(() -> labels.text("workflows.argoproj.io/cron-workflow"))
                .or(() -> labels.text("workflows.argoproj.io/workflow-template"))
                .or(() -> metadata.text("generateName").map(text -> text.replaceAll("-+\\z", "")))
                .or(() -> metadata.text("name"))
                .orElseThrow(() -> new IllegalArgumentException("metadata.name is missing"));
        return ours(object, "job").isPresent() ? name : metadata.text("namespace").orElse("default") + "." + name;
    }

    private static Optional<RerunId> rerun(Fields object) {
        return Fields.rerun(ours(object, "rerun").or(() -> object.in("metadata").text("name")));
    }

    /** Our own annotation or label. */
    private static Optional<String> ours(Fields object, String key) {
        Fields metadata = object.in("metadata");
        return metadata.in("annotations").text(OURS + key).or(() -> metadata.in("labels").text(OURS + key));
    }

    private static Optional<ErrorEvidence> error(Fields fields, String code) {
        return Optional.of(Fields.error(fields.text("message").orElse(code), Optional.empty(), Optional.of(code),
                Optional.empty(), Optional.empty(), Optional.empty()));
    }
}
