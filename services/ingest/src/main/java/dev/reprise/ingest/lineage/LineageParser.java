// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.definition.JobEvidence;
import dev.reprise.ingest.lineage.LineageEvent.Hints;
import dev.reprise.ingest.lineage.Parsed.Kind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * Reads OpenLineage bodies from a tree, leniently: unknown fields and facets are passed over, whatever is absent is absent.
 * The client library's own model is not used: it drops parts of the subset facet and throws on an unknown event type. Safe
 * for use by many threads.
 */
public final class LineageParser {

    /** How far a sender's clock may be ahead of ours. */
    public static final Duration MAX_AHEAD = Duration.ofMinutes(10);
    private static final int MAX_ATTEMPT = 1_000_000;
    /** The newest major version of the specification that is known. */
    private static final int NEWEST = 2;
    private static final Pattern SPECIFICATION = Pattern.compile("https?://openlineage\\.io/spec/(\\d{1,4})-");

    private final JsonMapper mapper = JsonMapper.builder()
            // one order of names, so that the same event written twice has one hash
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    /**
     * Reads a body; every body has an answer.
     *
     * @param receivedAt when it came in, by our clock: an event from more than {@link #MAX_AHEAD} after that is parked, as
     *        its age could not be told
     */
    public Parsed parse(byte[] body, Instant receivedAt) {
        JsonNode event;
        try {
            event = mapper.readTree(body);
        } catch (JacksonException e) {
            return new Parsed.Parked(Kind.SYNTAX, "", "the body is no JSON: " + e.getOriginalMessage());
        }
        if (!event.isObject()) {
            return new Parsed.Parked(Kind.SCHEMA, "", "the body is no JSON object: give one OpenLineage event");
        }
        Optional<Parsed.Parked> newer = newer(event.path("schemaURL"));
        Parsed parsed = parse(event, receivedAt);
        return newer.isEmpty()
                ? parsed
                : parsed instanceof Parsed.Parked parked
                        ? new Parsed.Parked(Kind.UNKNOWN_VERSION, parked.field(), parked.message())
                        : new Parsed.Newer(parsed, newer.get());
    }

    private Parsed parse(JsonNode event, Instant receivedAt) {
        if (!event.path("run").isObject()) {
            return event.path("job").isObject() || event.path("dataset").isObject()
                    ? new Parsed.Ignored("job and dataset events say nothing of a run")
                    : new Parsed.Parked(Kind.SCHEMA, "run", "run is missing: give {\"runId\": …}");
        }
        try {
            return run(event, receivedAt.plus(MAX_AHEAD));
        } catch (UnusableFieldException e) {
            return new Parsed.Parked(e.kind, e.field, e.problem);
        }
    }

    /** Versions before the newest that is known are read alike; an address without a version says nothing. */
    private static Optional<Parsed.Parked> newer(JsonNode schema) {
        Matcher version = SPECIFICATION.matcher(schema.asString(""));
        return version.lookingAt() && Integer.parseInt(version.group(1)) > NEWEST
                ? Optional.of(new Parsed.Parked(Kind.UNKNOWN_VERSION, "schemaURL", "version " + version.group(1)
                        + " of OpenLineage is not known: what it shares with version " + NEWEST
                        + " is read; upgrade Reprise for the rest"))
                : Optional.empty();
    }

    private Parsed run(JsonNode event, Instant latest) {
        RunRef self = new RunRef(runId(event.path("run").path("runId"), "run.runId"), job(event.path("job"), "job"));
        Instant at = eventTime(event.path("eventTime"));
        if (at.isAfter(latest)) {
            throw new UnusableFieldException(Kind.SCHEMA, "eventTime",
                    "eventTime " + at + " is in the future: set the sender's clock");
        }
        LineageType type = type(event.path("eventType"));
        JobSort sort = JobSort.of(event);
        if (sort.endless()) {
            return new Parsed.Ignored("a streaming job or a service has no expected end");
        }
        Optional<RunRef> parent = parent(event).filter(ref -> !ref.run().equals(self.run()));
        RunRole role = sort.role(parent.isPresent());
        if (role == RunRole.PART && parent.isEmpty()) {
            // its name flips with the plan of the statement: nobody could start that job again
            return new Parsed.Ignored("a statement that does not name its application belongs to no job");
        }
        JsonNode facets = event.path("run").path("facets");
        Map<String, String> tags = RunTags.of(event);
        Hints hints = new Hints(attempt(facets, tags), rerun(tags), outlook(facets),
                type == LineageType.FAIL ? ErrorReader.read(facets) : Optional.empty(), runName(facets), slice(facets),
                values(facets));
        return new Parsed.Run(new LineageEvent(hash(event), at, type, self, role, sort.source(),
                parent, PartitionReader.read(event), hints), JobEvidence.read(event));
    }

    private static Optional<RunRef> parent(JsonNode event) {
        JsonNode parent = event.path("run").path("facets").path("parent");
        if (!parent.isObject()) {
            return Optional.empty();
        }
        return Optional.of(new RunRef(runId(parent.path("run").path("runId"), "run.facets.parent.run.runId"),
                job(parent.path("job"), "run.facets.parent.job")));
    }

    private static RunId runId(JsonNode value, String field) {
        String text = text(value, field, "give the run's UUID");
        try {
            return new RunId(text);
        } catch (IllegalArgumentException e) {
            throw new UnusableFieldException(Kind.SCHEMA, field, String.valueOf(e.getMessage()));
        }
    }

    private static JobId job(JsonNode job, String field) {
        String namespace = text(job.path("namespace"), field + ".namespace", "give the job's namespace");
        String name = text(job.path("name"), field + ".name", "give the job's name");
        try {
            return new JobId(namespace, name);
        } catch (IllegalArgumentException e) {
            throw new UnusableFieldException(Kind.SCHEMA, field, String.valueOf(e.getMessage()));
        }
    }

    private static Instant eventTime(JsonNode value) {
        String text = text(value, "eventTime", "give a time such as 2026-11-29T03:00:00Z");
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw new UnusableFieldException(Kind.SCHEMA, "eventTime",
                    "eventTime is no RFC 3339 time with an offset: give a time such as 2026-11-29T03:00:00Z");
        }
    }

    private static LineageType type(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return LineageType.OTHER;
        }
        try {
            return LineageType.valueOf(value.asString().strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException | JacksonException _) {
            throw new UnusableFieldException(Kind.UNKNOWN_TYPE, "eventType",
                    "eventType is none of START, RUNNING, COMPLETE, ABORT, FAIL, OTHER");
        }
    }

    /** The scheduler's own count before a tag: the tag may be a constant in somebody's configuration. */
    private static Optional<Integer> attempt(JsonNode facets, Map<String, String> tags) {
        JsonNode tryNumber = facets.path("airflow").path("taskInstance").path("try_number");
        if (tryNumber.isInt() && counts(tryNumber.intValue())) {
            return Optional.of(tryNumber.intValue());
        }
        try {
            return Optional.ofNullable(tags.get("attempt")).map(Integer::valueOf).filter(LineageParser::counts);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** Airflow names its runs; the id that OpenLineage gives is another one for each try. */
    private static Optional<RunId> runName(JsonNode facets) {
        JsonNode name = facets.path(facets.has("airflow") ? "airflow" : "airflowDagRun").path("dagRun").path("run_id");
        try {
            return name.isString() ? Optional.of(new RunId(name.stringValue())) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Map<String, String> values(JsonNode facets) {
        Map<String, String> values = new LinkedHashMap<>();
        JsonNode run = facets.path(facets.has("airflow") ? "airflow" : "airflowDagRun").path("dagRun");
        for (String name : List.of("logical_date", "data_interval_start", "data_interval_end", "run_after")) {
            put(values, name, run.path(name));
        }
        JsonNode nominal = facets.path("nominalTime");
        if (!values.containsKey("data_interval_start")) {
            put(values, "data_interval_start", nominal.path("nominalStartTime"));
            put(values, "data_interval_end", nominal.path("nominalEndTime"));
        }
        put(values, "run", run.path("run_id"));
        return values;
    }

    private static void put(Map<String, String> values, String name, JsonNode value) {
        if (value.isString() && !value.stringValue().isBlank()) {
            values.put(name, value.stringValue());
        }
    }

    private static Optional<String> slice(JsonNode facets) {
        JsonNode index = facets.path("airflow").path("taskInstance").path("map_index");
        return index.isInt() && index.intValue() >= 0 ? Optional.of("map_index=" + index.intValue()) : Optional.empty();
    }

    private static boolean counts(int attempt) {
        return attempt >= 1 && attempt <= MAX_ATTEMPT;
    }

    private static Optional<RerunId> rerun(Map<String, String> tags) {
        try {
            return Optional.ofNullable(tags.get("rerun")).map(RerunId::new);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Airflow tries again while the number of the try is at most the number of retries. */
    private static RetryOutlook outlook(JsonNode facets) {
        JsonNode retries = facets.path("airflow").path("task").path("retries");
        JsonNode tryNumber = facets.path("airflow").path("taskInstance").path("try_number");
        if (!retries.isInt() || !tryNumber.isInt()) {
            return RetryOutlook.UNSTATED;
        }
        return tryNumber.intValue() <= retries.intValue() ? RetryOutlook.WILL_RETRY : RetryOutlook.FINAL;
    }

    private static String text(JsonNode value, String field, String fix) {
        if (!value.isString() || value.stringValue().isBlank()) {
            throw new UnusableFieldException(Kind.SCHEMA, field, field + " is missing or no text: " + fix);
        }
        return value.stringValue();
    }

    private String hash(JsonNode event) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(mapper.writeValueAsBytes(event)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Leaves the reading of one body; never leaves this class. */
    private static final class UnusableFieldException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Kind kind;
        private final String field;
        private final String problem;

        UnusableFieldException(Kind kind, String field, String problem) {
            super(problem, null, false, false);
            this.kind = kind;
            this.field = field;
            this.problem = problem;
        }
    }
}
