// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dbt;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.PartitionKey;

/** {@code run_results.json}: one run for each invocation, one job for each node; batches of a model are its partitions. */
public final class DbtFormat implements SourceFormat {

    private static final String NAME = "dbt";
    private static final Pattern SCHEMA_VERSION = Pattern.compile("run-results/v(\\d{1,3})\\.json");
    private static final Set<String> VERSIONS = Set.of("4", "5", "6");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        Matcher matcher = SCHEMA_VERSION.matcher(Fields.of(body).in("metadata").text("dbt_schema_version").orElse(""));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @Override
    public String entity(JsonNode body) {
        return Fields.of(body).in("metadata").text("invocation_id").orElse("");
    }

    @Override
    public Reading read(RawBody body) {
        Fields metadata = Fields.of(body.json()).in("metadata");
        String invocation = metadata.required("invocation_id", "post the whole of run_results.json");
        List<Finding> findings = new ArrayList<>();
        Optional<String> version = version(body.json());
        if (version.filter(VERSIONS::contains).isEmpty()) {
            findings.add(new Finding.Parked(Kind.UNKNOWN_VERSION, "metadata.dbt_schema_version",
                    "version " + version.orElse("none") + " of run_results.json is not known: 4, 5 and 6 are"));
        }
        if (!body.json().path("results").isArray()) {
            findings.add(new Finding.Parked(Kind.SCHEMA, "results", "results is no list: post run_results.json"));
        }
        Instant generated = metadata.time("generated_at", ZoneOffset.UTC).orElse(body.receivedAt());
        Instant begun = metadata.time("invocation_started_at", ZoneOffset.UTC).orElse(generated);
        Map<String, String> values = values(Fields.of(body.json()).in("args"), begun);
        for (JsonNode result : body.json().path("results")) {
            node(findings, body.source(), invocation, result, begun, generated, values);
        }
        return Reading.of(findings);
    }

    private static void node(List<Finding> findings, String source, String invocation, JsonNode result, Instant begun,
            Instant generated, Map<String, String> values) {
        Fields fields = Fields.of(result);
        Optional<String> id = fields.text("unique_id");
        Optional<String> status = fields.text("status");
        if (id.isEmpty() || status.isEmpty()) {
            findings.add(new Finding.Parked(Kind.SCHEMA, id.isEmpty() ? "results.unique_id" : "results.status",
                    "a result has no " + (id.isEmpty() ? "unique_id" : "status")));
            return;
        }
        Instant start = timing(result, "started_at", true).orElse(begun);
        Instant end = timing(result, "completed_at", false).orElse(generated);
        Attempt attempt = Attempt.of(Fields.job(source, id.get()), Fields.run(invocation), 1, NAME).with(values);
        List<PartitionKey> good = batches(result, "successful");
        List<PartitionKey> bad = batches(result, "failed");
        if (good.isEmpty() && bad.isEmpty()) {
            findings.addAll(told(attempt, status.get(), start, end, fields));
            return;
        }
        for (PartitionKey batch : good) {
            findings.add(attempt.stating(Optional.of(batch)).started(start, Optional.empty()));
            findings.add(attempt.stating(Optional.of(batch)).succeeded(end));
        }
        for (PartitionKey batch : bad) {
            findings.add(attempt.stating(Optional.of(batch)).started(start, Optional.empty()));
            findings.add(attempt.stating(Optional.of(batch)).failed(end, FailureKind.FAILED, RetryOutlook.FINAL,
                    error(fields)));
        }
    }

    private static List<Finding> told(Attempt attempt, String status, Instant start, Instant end, Fields fields) {
        Finding started = attempt.started(start, Optional.empty());
        return switch (status) {
            case "success", "pass", "warn" -> List.of(started, attempt.succeeded(end));
            case "error", "fail", "runtime error", "partial success" -> List.of(started, attempt.failed(end,
                    FailureKind.FAILED, RetryOutlook.FINAL, error(fields)));
            // dbt skips what stands behind something that failed
            case "skipped" -> List.of(attempt.upstreamFailed(end, Optional.empty()));
            case "no-op", "reused" -> List.of(attempt.skipped(end));
            default -> List.of(attempt.unknown(end, status));
        };
    }

    private static List<PartitionKey> batches(JsonNode result, String kind) {
        List<PartitionKey> found = new ArrayList<>();
        for (JsonNode batch : result.path("batch_results").path(kind)) {
            Fields ends = Fields.of(batch.isArray() && batch.size() == 2
                    ? JsonNodeFactory.instance.objectNode().put("start",
                            batch.get(0).asString("")).put("end", batch.get(1).asString(""))
                    : batch);
            Optional<Instant> start = ends.time("start", ZoneOffset.UTC);
            Optional<Instant> end = ends.time("end", ZoneOffset.UTC);
            if (start.isPresent() && end.isPresent()) {
                found.add(new PartitionKey(start.get() + "/" + end.get()));
            }
        }
        return found;
    }

    private static Optional<Instant> timing(JsonNode result, String field, boolean first) {
        Optional<Instant> found = Optional.empty();
        for (JsonNode step : result.path("timing")) {
            Optional<Instant> at = Fields.of(step).time(field, ZoneOffset.UTC);
            if (at.isPresent() && (!first || found.isEmpty())) {
                found = at;
            }
        }
        return found;
    }

    private static Map<String, String> values(Fields args, Instant begun) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("start_time", begun.toString());
        args.raw("vars").properties().stream().filter(each -> each.getValue().isValueNode())
                .forEach(each -> values.put("parameter." + each.getKey(), each.getValue().asString()));
        for (String name : List.of("event_time_start", "event_time_end", "target")) {
            args.text(name).ifPresent(text -> values.put("parameter." + name, text));
        }
        return values;
    }

    private static Optional<ErrorEvidence> error(Fields fields) {
        return fields.text("message").map(text -> Fields.error(text, Optional.empty(), fields.text("status"),
                Optional.empty(), Optional.empty(), Optional.empty()));
    }
}
