// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class LineageParserTest {

    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private final LineageParser parser = new LineageParser();

    @Test
    void shouldGiveOneHashToTheSameEventWrittenInAnotherOrder() {
        String one = "{\"eventTime\":\"2026-11-28T12:00:00Z\",\"run\":{\"runId\":\"r\"},\"job\":{\"namespace\":\"n\",\"name\":\"j\"}}";
        String other = "{ \"job\": {\"name\":\"j\", \"namespace\":\"n\"}, \"run\": {\"runId\":\"r\"}, \"eventTime\":\"2026-11-28T12:00:00Z\"}";
        assertThat(run(one).bodyHash()).isEqualTo(run(other).bodyHash()).hasSize(64);
        assertThat(run(one.replace("\"r\"", "\"s\"")).bodyHash()).isNotEqualTo(run(one).bodyHash());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"run.runId | /run | runId", "job.namespace | /job | namespace",
        "job.name | /job | name",
        "eventTime | | eventTime"})
    void shouldParkAnEventWithoutWhatNamesItsRun(String field, String parent, String name) {
        EventText event = EventText.task("START", "t");
        ((ObjectNode) event.tree().at(parent == null ? "" : parent)).remove(name);
        assertThat(parse(event.toString())).isInstanceOfSatisfying(Parsed.Parked.class, parked -> {
            assertThat(parked.kind()).isEqualTo(Parsed.Kind.SCHEMA);
            assertThat(parked.field()).isEqualTo(field);
            assertThat(parked.message()).contains("give");
        });
    }

    @Test
    void shouldParkWhatItDoesNotUnderstand() {
        assertParked("{", Parsed.Kind.SYNTAX, "");
        assertParked("", Parsed.Kind.SCHEMA, "");
        assertParked("[]", Parsed.Kind.SCHEMA, "");
        assertParked("{}", Parsed.Kind.SCHEMA, "run");
        assertParked(EventText.task("PAUSED", "t").toString(), Parsed.Kind.UNKNOWN_TYPE, "eventType");
        assertParked(EventText.task("START", "t").at(601).toString(), Parsed.Kind.SCHEMA, "eventTime");
        assertParked(EventText.task("START", "t").toString().replace("12:00:00Z", "noon"), Parsed.Kind.SCHEMA,
                "eventTime");
        assertParked(EventText.task("START", "t").toString().replace("dag.task", "x".repeat(600)), Parsed.Kind.SCHEMA,
                "job");
    }

    @ParameterizedTest
    @CsvSource({"https://openlineage.io/spec/1-0-5/OpenLineage.json#/definitions/RunEvent, false",
        "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent, false",
        "https://openlineage.io/spec/3-0-0/OpenLineage.json#/$defs/RunEvent, true",
        "https://example.org/spec/9-0-0/RunEvent, false", "none, false"})
    void shouldSetAVersionApartThatIsNewer(String schema, boolean newer) {
        EventText event = EventText.task("START", "t");
        event.tree().put("schemaURL", schema);
        assertThat(parse(event.toString())).isInstanceOf(newer ? Parsed.Newer.class : Parsed.Run.class);
    }

    @Test
    void shouldIgnoreWhatHasNoEnd() {
        EventText streaming = EventText.of("RUNNING", "r", "job");
        streaming.jobFacet("jobType").put("integration", "FLINK").put("processingType", "STREAMING");
        assertThat(parse(streaming.toString())).isInstanceOf(Parsed.Ignored.class);
        assertThat(parse("{\"eventTime\":\"2026-11-28T12:00:00Z\",\"dataset\":{\"namespace\":\"n\",\"name\":\"d\"}}"))
                .isInstanceOf(Parsed.Ignored.class);
    }

    @Test
    void shouldIgnoreAStatementThatNamesNoApplication() {
        assertThat(parse(EventText.of("FAIL", "s", "app.execute").sort("SPARK", "SQL_JOB").toString()))
                .isInstanceOf(Parsed.Ignored.class);
    }

    @Test
    void shouldTakeAnEventWithoutATypeAsOneThatSaysNothing() {
        EventText event = EventText.task("START", "t");
        event.tree().remove("eventType");
        assertThat(run(event.toString()).type()).isEqualTo(LineageType.OTHER);
    }

    @Test
    void shouldTakeTheSchedulersCountBeforeATag() {
        assertThat(run(EventText.task("START", "t").tries(3, 5).tag("attempt", "1").toString()).hints().attempt())
                .contains(3);
        assertThat(run(EventText.task("START", "t").tag("attempt", "0").toString()).hints().attempt()).isEmpty();
        assertThat(run(EventText.task("START", "t").tag("attempt", "two").toString()).hints().attempt()).isEmpty();
    }

    @Test
    void shouldKnowTheProducerByItsFacetsWhereTheJobTypeIsMissing() {
        EventText airflow = EventText.of("START", "t", "dag.task").parent("d", "dag").tries(1, 0);
        assertThat(run(airflow.toString()).role()).isEqualTo(RunRole.OWNER);
        EventText spark = EventText.of("START", "a", "app");
        spark.runFacet("processing_engine").put("name", "spark");
        assertThat(run(spark.toString()).role()).isEqualTo(RunRole.APPLICATION);
        assertThat(run(spark.parent("t", "dag.task").toString()).role()).isEqualTo(RunRole.PART);
    }

    @Test
    void shouldTakeSecretsOutOfTheError() {
        EventText event = EventText.task("FAIL", "t");
        event.runFacet("errorMessage").put("message", "cannot open jdbc:postgresql://etl:hunter2@db/x?password=hunter2")
                .put("programmingLanguage", "python")
                .put("stackTrace",
                        "Traceback (most recent call last):\n  connect(token='hunter2')\npsycopg2.OperationalError: no");
        assertThat(run(event.toString()).hints().error()).hasValueSatisfying(error -> {
            assertThat(error.toString()).doesNotContain("hunter2");
            assertThat(error.type()).contains("psycopg2.OperationalError");
        });
    }

    private void assertParked(String body, Parsed.Kind kind, String field) {
        assertThat(parse(body)).isInstanceOfSatisfying(Parsed.Parked.class, parked -> {
            assertThat(parked.kind()).isEqualTo(kind);
            assertThat(parked.field()).isEqualTo(field);
        });
    }

    private LineageEvent run(String body) {
        assertThat(parse(body)).isInstanceOf(Parsed.Run.class);
        return ((Parsed.Run) parse(body)).event();
    }

    private Parsed parse(String body) {
        return parser.parse(body.getBytes(StandardCharsets.UTF_8), NOW);
    }
}
