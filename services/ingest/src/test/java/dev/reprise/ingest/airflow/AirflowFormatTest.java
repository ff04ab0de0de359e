// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.airflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;

class AirflowFormatTest {

    private static final String DAY = "2026-11-27T00:00:00Z/2026-11-28T00:00:00Z";
    private static final String INSTANCE = "airflow-prod/sales.load/" + DAY;
    private static final String RUN = "scheduled__2026-11-27T00:00:00+00:00";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new AirflowFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldTellTriesOfOneRunByTheirNumbers() {
        desk.send(body("running", 1, "")).send(body("retry", 1, "\"exception\":\"boom\","))
                .send(body("running", 2, "")).send(body("success", 2, ""));
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " " + RUN + "#1",
                "Failed " + INSTANCE + " " + RUN + "#1 FAILED WILL_RETRY", "Started " + INSTANCE + " " + RUN + "#2",
                "Succeeded " + INSTANCE + " " + RUN + "#2 OWNER");
    }

    @Test
    void shouldTellTheLastFailureAsFinal() {
        desk.send(body("failed", 3, "\"exception\":\"boom\",\"exception_type\":\"ValueError\","));
        assertThat(desk.told()).containsExactly("Failed " + INSTANCE + " " + RUN + "#3 FAILED FINAL");
    }

    @Test
    void shouldNotCallAFailureFinalThatAirflowRetries() {
        desk.send(body("failed", 1, "\"state\":\"up_for_retry\","));
        assertThat(desk.told()).containsExactly("Failed " + INSTANCE + " " + RUN + "#1 FAILED WILL_RETRY");
    }

    @Test
    void shouldCountTheSameTwiceOnce() {
        desk.send(body("failed", 1, "\"at\":\"2026-11-28T03:05:00Z\","))
                .send(body("failed", 1, "\"at\":\"2026-11-28T03:05:00Z\","))
                // sent once more by a listener, a moment later
                .send(body("failed", 1, "\"at\":\"2026-11-28T03:05:09Z\","));
        assertThat(desk.told()).hasSize(1);
    }

    @Test
    void shouldTellAnAttemptAsOpenLineageDoes() {
        desk.from("default").send(body("failed", 1, ""));
        RunEvent event = desk.toldEvents().getFirst();
        assertThat(event.instance().key()).isEqualTo("default/sales.load/" + DAY);
        assertThat(event.attemptId().toString()).isEqualTo(RUN + "#1");
    }

    @Test
    void shouldKeepAttemptsApartThatComeOutOfOrder() {
        desk.send(body("running", 2, "")).send(body("retry", 1, "")).send(body("running", 1, ""));
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " " + RUN + "#2",
                "Failed " + INSTANCE + " " + RUN + "#1 FAILED WILL_RETRY", "Started " + INSTANCE + " " + RUN + "#1");
    }

    @Test
    void shouldInventNoEnd() {
        desk.send(body("running", 1, "")).after(Duration.ofHours(7));
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " " + RUN + "#1");
    }

    @Test
    void shouldTellTheWholeJobWhereNoPartitionIsKnown() {
        desk.send(manual("{}"));
        assertThat(desk.told()).containsExactly("Failed airflow-prod/sales.load/* manual__1#1 FAILED FINAL");
    }

    @Test
    void shouldMakeThePartitionByTheJobsMapping() {
        desk.job("airflow-prod/sales.load",
                "{\"partition\":\"ds={{logical_date|yyyy-MM-dd}}\",\"zone\":\"Asia/Shanghai\"}");
        desk.send(manual("{}"));
        assertThat(desk.told())
                .containsExactly("Failed airflow-prod/sales.load/ds=2026-11-28 manual__1#1 FAILED FINAL");
        desk.job("airflow-prod/sales.load", "{\"partition\":\"region={{parameter.region}}\"}");
        desk.send(manual("{\"region\":\"eu\"}"));
        assertThat(desk.rules()).containsExactly("mapping");
    }

    @Test
    void shouldLetTheSourcesOwnPartitionWin() {
        desk.job("airflow-prod/sales.load", "{\"partition\":\"ds={{logical_date|yyyy-MM-dd}}\"}");
        desk.send(body("failed", 1, "\"partition_key\":\"region=eu\","));
        assertThat(desk.told()).containsExactly(
                "Failed airflow-prod/sales.load/region=eu " + RUN + "#1 FAILED FINAL");
    }

    @Test
    void shouldKeepMappedTasksApart() {
        desk.send(body("failed", 1, "\"map_index\":3,")).send(body("success", 1, "\"map_index\":4,"));
        assertThat(desk.told()).containsExactly("Failed " + INSTANCE + "/map_index=3 " + RUN + "#1 FAILED FINAL",
                "Succeeded " + INSTANCE + "/map_index=4 " + RUN + "#1 OWNER");
    }

    @Test
    void shouldReadWhatAnOldClockSaysAndParkTheFuture() {
        desk.send(body("failed", 1, "\"end_date\":\"2020-01-01T00:00:00Z\","));
        assertThat(desk.told()).hasSize(1);
        desk.send(body("failed", 2, "\"end_date\":\"2026-11-29T19:10:01Z\","));
        assertThat(desk.told()).containsExactly("StateUnknown reprise/ingest.airflow/future-time 2026-11-29#1 "
                + "future-time");
        assertThat(desk.parked()).containsExactly("FUTURE_TIME");
    }

    @Test
    void shouldTellWhatIsCertainOfAnUnknownVersion() {
        desk.send(body("failed", 1, "").replace("\"version\":1", "\"version\":2"));
        assertThat(desk.told()).containsExactly(
                "StateUnknown reprise/ingest.airflow/unknown-version 2026-11-29#1 unknown-version",
                "Failed " + INSTANCE + " " + RUN + "#1 FAILED FINAL");
        desk.send(body("success", 2, "").replace("\"version\":1", "\"version\":2"));
        assertThat(desk.told()).hasSize(1);
        assertThat(desk.parkedCount("unknown-version")).isEqualTo(2);
    }

    @Test
    void shouldTellStatesThatAreNoFailures() {
        desk.send(body("skipped", 1, "")).send(body("upstream_failed", 2, "")).send(body("up_for_reschedule", 3, ""))
                .send(body("failed", 4, "\"failure_kind\":\"manual\",")).send(body("queued", 5, ""))
                .send(body("exploded", 6, ""));
        assertThat(desk.told()).containsExactly("Skipped " + INSTANCE + " " + RUN + "#1",
                "UpstreamFailed " + INSTANCE + " " + RUN + "#2", "Heartbeat " + INSTANCE + " " + RUN + "#3",
                "Killed " + INSTANCE + " " + RUN + "#4 USER", "StateUnknown " + INSTANCE + " " + RUN + "#6 exploded");
    }

    @Test
    void shouldTellTimeOutsAndHideSecrets() {
        desk.send(body("failed", 1, "\"exception_type\":\"airflow.exceptions.AirflowTaskTimeout\","
                + "\"exception\":\"password=hunter2 in dsn\","));
        RunFailed failed = (RunFailed) desk.toldEvents().getFirst();
        assertThat(failed.kind().name()).isEqualTo("TIMED_OUT");
        assertThat(failed.error().orElseThrow().message()).doesNotContain("hunter2");
    }

    @Test
    void shouldParkWhatNamesNoAttempt() {
        desk.send(body("failed", 0, "")).send("{\"event\":\"failed\"}").sendBytes(new byte[]{'{'});
        assertThat(desk.parked()).containsExactly("SCHEMA try_number", "SCHEMA dag_id", "SYNTAX");
    }

    @Test
    void shouldTellTheSameIdsWhenRawIsReadAgain(@TempDir Path other) {
        desk.send(body("running", 1, "")).send(body("failed", 1, ""));
        try (SourceDesk again = new SourceDesk(new AirflowFormat(), other, Map.of())) {
            desk.raw().forEach(again::pipe);
            assertThat(again.ids()).isEqualTo(desk.ids()).hasSize(2).doesNotHaveDuplicates();
        }
    }

    private static String manual(String params) {
        return "{\"version\":1,\"event\":\"failed\",\"dag_id\":\"sales\",\"task_id\":\"load\",\"run_id\":\"manual__1\","
                + "\"try_number\":1,\"map_index\":-1,\"logical_date\":\"2026-11-27T20:00:00+00:00\","
                + "\"data_interval_start\":\"2026-11-27T20:00:00+00:00\","
                + "\"data_interval_end\":\"2026-11-27T20:00:00+00:00\",\"params\":" + params + "}";
    }

    private static String body(String event, int number, String more) {
        return "{\"version\":1," + more + "\"event\":\"" + event + "\",\"dag_id\":\"sales\",\"task_id\":\"load\","
                + "\"run_id\":\"" + RUN + "\",\"try_number\":" + number + ","
                + "\"data_interval_start\":\"2026-11-27T00:00:00+00:00\","
                + "\"data_interval_end\":\"2026-11-28T00:00:00+00:00\","
                + "\"logical_date\":\"2026-11-27T00:00:00+00:00\"}";
    }
}
