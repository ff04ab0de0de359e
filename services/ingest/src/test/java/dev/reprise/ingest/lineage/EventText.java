// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes OpenLineage bodies for tests, with only what a test is about. */
public final class EventText {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private final ObjectNode event = MAPPER.createObjectNode();

    private EventText(String type, String run, String job) {
        event.put("eventType", type).put("eventTime", NOON.toString()).put("producer", "https://example.org/test")
                .put("schemaURL", "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent");
        event.putObject("run").put("runId", uuid(run)).putObject("facets");
        event.putObject("job").put("namespace", "prod").put("name", job).putObject("facets");
        event.putArray("outputs");
    }

    /** An event of a job that reports for itself. */
    public static EventText of(String type, String run, String job) {
        return new EventText(type, run, job);
    }

    /** An event of an Airflow task. */
    public static EventText task(String type, String run) {
        return of(type, run, "dag.task").sort("AIRFLOW", "TASK");
    }

    /** An event of a Spark application. */
    public static EventText application(String type, String run) {
        return of(type, run, "app").sort("SPARK", "APPLICATION");
    }

    /** An event of a statement inside a Spark application. */
    public static EventText statement(String type, String run, String application) {
        return of(type, run, "app.execute").sort("SPARK", "SQL_JOB").parent(application, "app");
    }

    /** A run id that stands for a word. */
    public static String uuid(String word) {
        return UUID.nameUUIDFromBytes(word.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Sets the job type facet. */
    public EventText sort(String integration, String type) {
        jobFacet("jobType").put("integration", integration).put("jobType", type).put("processingType", "BATCH");
        return this;
    }

    /** Sets the parent facet. */
    public EventText parent(String run, String job) {
        ObjectNode parent = runFacet("parent");
        parent.putObject("run").put("runId", uuid(run));
        parent.putObject("job").put("namespace", "prod").put("name", job);
        return this;
    }

    /** Moves the time by that many seconds. */
    public EventText at(long seconds) {
        event.put("eventTime", NOON.plusSeconds(seconds).toString());
        return this;
    }

    /** Adds a run tag. */
    public EventText tag(String key, String value) {
        ObjectNode facet = event.at("/run/facets/tags").isMissingNode()
                ? runFacet("tags")
                : (ObjectNode) event.at("/run/facets/tags");
        facet.withArray("tags").addObject().put("key", key).put("value", value).put("source", "TEST");
        return this;
    }

    /** Sets the nominal time facet. */
    public EventText nominal(String start, String end) {
        runFacet("nominalTime").put("nominalStartTime", start).put("nominalEndTime", end);
        return this;
    }

    /** Sets the SQL facet. */
    public EventText sql(String query) {
        jobFacet("sql").put("query", query);
        return this;
    }

    /** Adds an input. */
    public EventText reads(String name) {
        event.withArray("inputs").addObject().put("namespace", "db").put("name", name);
        return this;
    }

    /** Adds an output with what happens to it; empty where the event does not say. */
    public EventText writes(String name, String change) {
        ObjectNode output = event.withArray("outputs").addObject().put("namespace", "db").put("name", name);
        if (!change.isEmpty()) {
            output.putObject("facets").putObject("lifecycleStateChange").put("lifecycleStateChange", change);
        }
        return this;
    }

    /** Sets Airflow's own facet. */
    public EventText tries(int number, int retries) {
        ObjectNode facet = runFacet("airflow");
        facet.putObject("taskInstance").put("try_number", number);
        facet.putObject("task").put("retries", retries);
        return this;
    }

    /** Adds an output written at a place. */
    public EventText location(String location) {
        event.withArray("outputs").addObject().put("namespace", "file").put("name", "out").putObject("outputFacets")
                .putObject("subset").putObject("outputCondition").put("type", "location").putArray("locations")
                .add(location);
        return this;
    }

    /** A facet of the run, to be filled in. */
    public ObjectNode runFacet(String name) {
        return ((ObjectNode) event.at("/run/facets")).putObject(name);
    }

    /** A facet of the job, to be filled in. */
    public ObjectNode jobFacet(String name) {
        return ((ObjectNode) event.at("/job/facets")).putObject(name);
    }

    /** The whole tree, to be changed. */
    public ObjectNode tree() {
        return event;
    }

    @Override
    public String toString() {
        return event.toString();
    }
}
