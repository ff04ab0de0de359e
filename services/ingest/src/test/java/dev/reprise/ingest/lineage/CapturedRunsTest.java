// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;

/** What the events of real Spark applications, and of a real client, come to. */
class CapturedRunsTest {

    private static final String SPARK_3 = "spark-3.5.8/";
    private static final String SPARK_4 = "spark-4.0.2/";
    private static final String SPARK_41 = "spark-4.1.3/";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "spark-3.5.8/insert-into__success.ndjson                     | batch-prod/daily_sales_insert            | dt=2026-11-28",
        "spark-3.5.8/overwrite-static-partition__success.ndjson      | batch-prod/daily_sales_overwrite         | dt=2026-11-28",
        "spark-3.5.8/overwrite-dynamic-partition__success.ndjson     | batch-prod/daily_sales_overwrite_dynamic | *",
        "spark-3.5.8/path-write-with-subset-facet__success.ndjson    | batch-prod/daily_sales_path              | dt=2026-11-28",
        "spark-3.5.8/seed-file-transport.ndjson                      | batch-prod/daily_sales_seed              | dt=2026-11-28",
        "spark-4.0.2/seed.ndjson                                     | batch-prod/daily_sales_seed              | dt=2026-11-28",
        "spark-4.0.2/overwrite.ndjson                                | batch-prod/daily_sales_overwrite         | dt=2026-11-28",})
    void shouldTellSuccessOfAnApplicationAsAnObservation(String file, String job, String partition) {
        List<RunEvent> events = Replay.of(Captures.bodies(file));
        assertThat(events).allSatisfy(event -> {
            assertThat(event.job()).hasToString(job);
            assertThat(event.partition()).hasToString(partition);
            assertThat(event.attempt()).isEqualTo(1);
            assertThat(event.source()).isEqualTo("openlineage/spark");
        });
        assertThat(withoutHeartbeats(events)).hasExactlyElementsOfTypes(RunStarted.class, RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OBSERVER);
    }

    @Test
    void shouldStayFailedWhenStatementAndApplicationCompleteAfterTheFailure() {
        List<RunEvent> events = Replay
                .of(Captures.bodies(SPARK_3 + "insert-into__fails-in-the-middle__attempt1.ndjson"));
        assertThat(withoutHeartbeats(events)).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        RunFailed failed = (RunFailed) events.getLast();
        // the task is what a scheduler can start again; neither the application nor the statement is
        assertThat(failed.instance()).hasToString("airflow-prod/daily_sales_dag.spark_task/dt=2026-11-28");
        assertThat(failed.run()).hasToString("0190d3a1-0000-7000-8000-000000000001");
        assertThat(failed.attempt()).isEqualTo(1);
        assertThat(failed.at()).isEqualTo(Instant.parse("2026-11-29T17:50:05.323Z"));
        assertThat(failed.retry()).isEqualTo(RetryOutlook.UNSTATED);
        assertThat(failed.error()).hasValueSatisfying(error -> {
            assertThat(error.message()).startsWith("Job aborted due to stage failure");
            assertThat(error.type()).contains("org.apache.spark.SparkException");
            assertThat(error.outputTail().orElseThrow()).contains("bad record 15000");
        });
    }

    @Test
    void shouldStayFailedOnSpark4WhereNoSchedulerIsNamed() {
        List<RunEvent> events = Replay.of(Captures.bodies(SPARK_4 + "fail.ndjson"));
        assertThat(withoutHeartbeats(events)).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        assertThat(events.getLast().instance()).hasToString("batch-prod/daily_sales_fail/dt=2026-11-28");
    }

    @Test
    void shouldTellTheSecondTryAsAnAttemptOfItsOwn() {
        List<String> both = new ArrayList<>(
                Captures.bodies(SPARK_3 + "insert-into__fails-in-the-middle__attempt1.ndjson"));
        both.addAll(Captures.bodies(SPARK_3 + "retry-of-failed__attempt2-success.ndjson"));
        List<RunEvent> events = withoutHeartbeats(Replay.of(both));
        // no success: the task has not spoken, and its application proves nothing
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class, RunStarted.class);
        assertThat(events).extracting(RunEvent::instance).containsOnly(events.getFirst().instance());
        assertThat(events).extracting(event -> event.attemptId().toString()).containsExactly(
                "0190d3a1-0000-7000-8000-000000000001#1", "0190d3a1-0000-7000-8000-000000000001#1",
                "0190d3a1-0000-7000-8000-000000000002#2");
    }

    @Test
    void shouldNotTakeAVariableOfTheStatementForAPartition() {
        // Spark 4.1 reports a statement before it puts variables in
        List<RunEvent> events = Replay
                .of(Captures.bodies(SPARK_41 + "overwrite-fails__variable-in-the-statement.ndjson"));
        assertThat(withoutHeartbeats(events)).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        RunFailed failed = (RunFailed) events.getLast();
        assertThat(failed.instance()).hasToString("spark-prod/daily_sales/*");
        assertThat(failed.error()).hasValueSatisfying(error -> {
            assertThat(error.message()).contains("Connection reset by peer");
            assertThat(error.type()).contains("org.apache.spark.SparkException");
        });
    }

    @Test
    void shouldTellNoEndWhenTheDriverIsKilledOnSpark41() {
        List<RunEvent> events = Replay.of(Captures.bodies(SPARK_41 + "driver-killed-9__no-terminal-event.ndjson"));
        assertThat(withoutHeartbeats(events)).hasExactlyElementsOfTypes(RunStarted.class);
        assertThat(events).extracting(event -> event.instance().toString())
                .containsOnly("spark-prod/daily_sales/dt=2026-11-28");
    }

    @Test
    void shouldTellNoEndWhenTheDriverIsKilled() {
        List<RunEvent> events = Replay.of(Captures.bodies(SPARK_3 + "driver-killed-9__no-terminal-event.ndjson"));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunHeartbeat.class);
        assertThat(events.getFirst().at()).isEqualTo(Instant.parse("2026-11-29T17:57:04.028Z"));
        assertThat(events.getFirst().partition()).hasToString("dt=2026-11-28");
    }

    @Test
    void shouldTellOnlyAnObservationWhenTheApplicationCompletesAfterACrash() {
        List<RunEvent> events = Replay
                .of(Captures.bodies(SPARK_3 + "driver-crashed-before-work__application-complete.ndjson"));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OBSERVER);
        assertThat(events.getLast().partition()).hasToString("*");
    }

    @Test
    void shouldReadTheSubsetFacetOfTheJavaClient() {
        List<RunEvent> events = Replay.of(Captures.wrapped("java-client-1.55.0/http-requests.ndjson", "body"));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        assertThat(events.getLast().instance()).hasToString("batch-prod/daily_sales/dt=2026-11-28");
        assertThat(((RunFailed) events.getLast()).error().map(error -> error.message())).isEqualTo(Optional.of("boom"));
    }

    @Test
    void shouldSayThatAirflowTriesAgain() {
        List<RunEvent> events = Replay
                .of(List.of(String.join("\n", Captures.bodies("openlineage-task-fail.shape.json"))));
        assertThat(events).hasExactlyElementsOfTypes(RunFailed.class);
        RunFailed failed = (RunFailed) events.getFirst();
        assertThat(failed.retry()).isEqualTo(RetryOutlook.WILL_RETRY);
        assertThat(failed.job()).hasToString("default/daily_sales_dag.load");
        assertThat(failed.partition()).hasToString("2026-11-27T00:00:00Z/2026-11-28T00:00:00Z");
    }

    @Test
    void shouldComeToTheSameFromTheTopicAsFromTheFiles() {
        List<RunEvent> fromTopic = Replay.of(Captures.wrapped(SPARK_3 + "topic-dump.ndjson", "value"));
        List<String> files = new ArrayList<>();
        for (String file : List.of("driver-crashed-before-work__application-complete",
                "overwrite-static-partition__success", "insert-into__success",
                "insert-into__fails-in-the-middle__attempt1", "retry-of-failed__attempt2-success",
                "overwrite-dynamic-partition__success", "path-write-with-subset-facet__success",
                "driver-killed-9__no-terminal-event")) {
            files.addAll(Captures.bodies(SPARK_3 + file + ".ndjson"));
        }
        assertThat(fromTopic).containsExactlyInAnyOrderElementsOf(Replay.of(files));
    }

    @Test
    void shouldTellNothingMoreWhenEverythingComesAgain() {
        List<String> bodies = Captures.wrapped(SPARK_3 + "topic-dump.ndjson", "value");
        List<String> twice = new ArrayList<>(bodies);
        twice.addAll(bodies);
        assertThat(Replay.of(twice)).isEqualTo(Replay.of(bodies));
        List<String> doubled = bodies.stream().flatMap(body -> Collections.nCopies(2, body).stream()).toList();
        assertThat(Replay.of(doubled)).isEqualTo(Replay.of(bodies));
    }

    private static List<RunEvent> withoutHeartbeats(List<RunEvent> events) {
        return events.stream().filter(event -> !(event instanceof RunHeartbeat)).toList();
    }
}
