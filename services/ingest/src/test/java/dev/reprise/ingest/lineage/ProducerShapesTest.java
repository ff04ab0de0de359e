// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;

/** Runs as Flink and {@code dbt-ol} tell them, by the shapes of their integrations. */
class ProducerShapesTest {
    private static final String MODEL = "warehouse.shop.sales";

    @Test
    void shouldKeepAFlinkJobFailedThatIsSaidToRunAfterwards() {
        // a checkpoint's RUNNING may be sent behind the FAIL of the job
        List<RunEvent> events = replay(flink("START", "f"), flink("RUNNING", "f").at(30), flink("FAIL", "f").at(60),
                flink("RUNNING", "f").at(70));
        assertThat(quiet(events)).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        assertThat(events).extracting(event -> event.instance().toString()).containsOnly("prod/copy_orders/dt=1");
        assertThat(events).extracting(RunEvent::source).containsOnly("openlineage/flink");
    }

    @Test
    void shouldTakeTheEndOfAFlinkJobForAnObservation() {
        List<RunEvent> events = replay(flink("START", "f"), flink("COMPLETE", "f").at(60));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OBSERVER);
    }

    @Test
    void shouldTellAFlinkJobInsideATaskToTheTask() {
        List<RunEvent> events = replay(flink("START", "f").parent("t", "dag.task"),
                flink("FAIL", "f").parent("t", "dag.task").at(60));
        assertThat(events).extracting(event -> event.job() + " " + event.run())
                .containsOnly("prod/dag.task " + EventText.uuid("t"));
    }

    @Test
    void shouldTellNoEndOfAFlinkJobWhoseClientWasKilled() {
        assertThat(replay(flink("START", "f"), flink("RUNNING", "f").at(30)))
                .hasExactlyElementsOfTypes(RunStarted.class, RunHeartbeat.class);
    }

    @Test
    void shouldTellAStatementOfDbtToItsModelAndNotToTheCommand() {
        List<RunEvent> events = replay(command("START"), model("START"), query("START"), query("FAIL").at(5),
                query("COMPLETE").at(6), model("FAIL").at(7));
        assertThat(quiet(events)).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        assertThat(events).extracting(event -> event.instance().toString()).containsOnly("prod/" + MODEL + "/dt=1");
        RunFailed failed = (RunFailed) quiet(events).getLast();
        assertThat(failed.run()).hasToString(EventText.uuid("m"));
        assertThat(failed.retry()).isEqualTo(RetryOutlook.UNSTATED);
    }

    @Test
    void shouldTellTheCommandOfDbtAsAJobOfItsOwn() {
        List<RunEvent> events = replay(command("START"), model("START"), model("FAIL").at(5), command("FAIL").at(9));
        assertThat(events).filteredOn(RunFailed.class::isInstance).extracting(event -> event.job().toString())
                .containsExactly("prod/" + MODEL, "prod/dbt-run-shop");
    }

    @Test
    void shouldBelieveAModelOfDbtThatSucceeds() {
        List<RunEvent> events = replay(model("START"), query("START"), query("COMPLETE").at(5),
                model("COMPLETE").at(6));
        assertThat(quiet(events)).hasExactlyElementsOfTypes(RunStarted.class, RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OWNER);
    }

    private static EventText flink(String type, String run) {
        EventText event = EventText.of(type, run, "copy_orders").sort("FLINK", "JOB").tag("dt", "1");
        event.runFacet("processing_engine").put("name", "flink").put("version", "1.20.0");
        event.runFacet("flink_job").put("jobId", "5c1f");
        return event;
    }

    private static EventText command(String type) {
        return EventText.of(type, "c", "dbt-run-shop").sort("DBT", "JOB");
    }

    private static EventText model(String type) {
        return EventText.of(type, "m", MODEL).sort("DBT", "MODEL").parent("c", "dbt-run-shop").tag("dt", "1");
    }

    private static EventText query(String type) {
        return EventText.of(type, "q", MODEL + ".sql.1").sort("DBT", "SQL").parent("m", MODEL);
    }

    private static List<RunEvent> replay(EventText... events) {
        return Replay.of(Stream.of(events).map(EventText::toString).toList());
    }

    private static List<RunEvent> quiet(List<RunEvent> events) {
        return events.stream().filter(event -> !(event instanceof RunHeartbeat)).toList();
    }
}
