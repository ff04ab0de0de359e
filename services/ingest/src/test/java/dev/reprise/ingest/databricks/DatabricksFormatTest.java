// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.databricks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class DatabricksFormatTest {

    private static final String INSTANCE = "databricks-prod/daily_sales/ds=2026-11-28";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new DatabricksFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldAskBeforeItTells() {
        desk.knows("run{id=123456789}", run("FAILED", "")).send(job("failure"));
        assertThat(desk.told()).isEmpty();
        assertThat(desk.answer()).containsExactly("run{id=123456789}");
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " 123456789#1",
                "Failed " + INSTANCE + " 123456789#1 FAILED FINAL");
    }

    @Test
    void shouldCountRepairsAsAttemptsOfOneRun() {
        desk.knows("run{id=123456789}", run("FAILED", "")).send(job("failure")).answer();
        desk.knows("run{id=123456789}", run("SUCCESS", "\"repair_history\":[{\"type\":\"ORIGINAL\"},"
                + "{\"type\":\"REPAIR\",\"id\":1,\"start_time\":1795850000000}],")).send(job("success")).answer();
        assertThat(desk.told()).endsWith("Started " + INSTANCE + " 123456789#2",
                "Succeeded " + INSTANCE + " 123456789#2 OWNER");
    }

    @Test
    void shouldNameTriesOfATaskByTheFirst() {
        desk.knows("run{id=999}", "{\"run_id\":999,\"original_attempt_run_id\":990,\"attempt_number\":2,"
                + "\"state\":{\"life_cycle_state\":\"TERMINATED\",\"result_state\":\"TIMEDOUT\"}}");
        desk.send("{\"event_type\":\"jobs.on_failure\",\"task\":{\"task_key\":\"load\"},\"run\":{\"run_id\":\"999\","
                + "\"parent_run_id\":\"123456789\"},\"job\":{\"name\":\"daily_sales\"}}").answer();
        assertThat(desk.told()).contains("Failed databricks-prod/daily_sales.load/* 990#3 TIMED_OUT UNSTATED");
    }

    @Test
    void shouldTellTheSameOnceAndWaitWhileTheApiLags() {
        desk.knows("run{id=123456789}", run("", "")).send(job("failure")).answer();
        assertThat(desk.told()).isEmpty();
        desk.knows("run{id=123456789}", run("FAILED", "")).after(Duration.ofSeconds(11)).answer();
        desk.send(job("failure").replace("\"12345\"", "\"12346\"")).answer();
        assertThat(desk.told()).hasSize(2);
    }

    @Test
    void shouldReadEachResult() {
        for (String result : new String[]{"CANCELED", "UPSTREAM_FAILED", "EXCLUDED", "STRANGE"}) {
            desk.knows("run{id=123456789}", run(result, ""))
                    .send(job("failure").replace("}}", "},\"n\":\"" + result + "\"}")).answer();
        }
        assertThat(desk.told()).contains("Killed " + INSTANCE + " 123456789#1 UNKNOWN",
                "UpstreamFailed " + INSTANCE + " 123456789#1", "Skipped " + INSTANCE + " 123456789#1",
                "StateUnknown " + INSTANCE + " 123456789#1 STRANGE");
    }

    @Test
    void shouldReadAnAnswerThatHoldsTheStatusAlone() {
        for (String code : new String[]{"SUCCESS", "RUN_EXECUTION_ERROR", "USER_CANCELED", "SKIPPED"}) {
            desk.knows("run{id=123456789}", status(code))
                    .send(job("failure").replace("}}", "},\"n\":\"" + code + "\"}")).answer();
        }
        assertThat(desk.told()).contains("Succeeded " + INSTANCE + " 123456789#1 OWNER",
                "Failed " + INSTANCE + " 123456789#1 FAILED FINAL", "Killed " + INSTANCE + " 123456789#1 UNKNOWN",
                "Skipped " + INSTANCE + " 123456789#1");
    }

    private static String status(String code) {
        return run("FAILED", "").replaceAll("\"state\":\\{.*}}", "\"status\":{\"state\":\"TERMINATED\","
                + "\"termination_details\":{\"code\":\"" + code + "\"}}}");
    }

    @Test
    void shouldParkWhatIsUnknownAndWhatIsNeverAnswered() {
        desk.send(job("melt")).send(job("failure"));
        desk.after(Duration.ofHours(7));
        assertThat(desk.parked()).containsExactly("UNKNOWN_TYPE event_type", "UNANSWERED");
    }

    private static String job(String event) {
        return "{\"event_type\":\"jobs.on_" + event
                + "\",\"workspace_id\":\"12345\",\"run\":{\"run_id\":\"123456789\"},"
                + "\"job\":{\"job_id\":\"516892700102118\",\"name\":\"daily_sales\"}}";
    }

    private static String run(String result, String more) {
        return "{\"run_id\":123456789," + more + "\"start_time\":1795845600000,\"end_time\":"
                + (result.isEmpty() ? 0 : 1795846800000L) + ",\"job_parameters\":[{\"name\":\"ds\",\"default\":"
                + "\"2026-11-28\"}],\"state\":{\"life_cycle_state\":\"" + (result.isEmpty() ? "RUNNING" : "TERMINATED")
                + "\"" + (result.isEmpty() ? "" : ",\"result_state\":\"" + result + "\"") + "}}";
    }
}
