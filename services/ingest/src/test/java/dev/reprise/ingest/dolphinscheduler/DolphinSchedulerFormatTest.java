// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dolphinscheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;

class DolphinSchedulerFormatTest {

    private static final String QUESTION = "workflow-instance{instance=1042, project=15852}";
    private static final String INSTANCE = "dolphinscheduler-prod/dwh.daily_sales/schedule_time=2026-11-27T19:00:00Z";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new DolphinSchedulerFormat(), state,
                Map.of("dolphinscheduler-prod", ZoneId.of("Asia/Shanghai")));
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldTellWhatTheApiSaysAndNotWhatTheAlertLooksLike() {
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00")).send(alert("load", "2026-11-28 03:00:09"));
        assertThat(desk.told()).isEmpty();
        assertThat(desk.answer()).containsExactly(QUESTION);
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " 1042#1",
                "Failed " + INSTANCE + " 1042#1 FAILED FINAL");
    }

    @Test
    void shouldReadTimesByTheClocksOfTheInstallation() {
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00")).send(alert("load", "2026-11-28 03:00:09"))
                .answer();
        RunEvent failed = desk.toldEvents().getLast();
        assertThat(failed.at()).hasToString("2026-11-27T19:05:00Z");
        assertThat(((RunFailed) failed).error().orElseThrow().message()).contains("load FAILURE");
    }

    @Test
    void shouldTellOneAttemptOnceHoweverManyAlertsWakeIt() {
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00")).send(alert("load", "2026-11-28 03:00:09"))
                .answer();
        assertThat(desk.told()).hasSize(2);
        desk.send(alert("report", "2026-11-28 03:00:10")).answer();
        assertThat(desk.told()).isEmpty();
    }

    @Test
    void shouldCountAttemptsByRunTimes() {
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00")).send(alert("load", "2026-11-28 03:00:09"))
                .answer();
        desk.knows(QUESTION, answer("SUCCESS", 2, "2026-11-28 04:00:00")).send(alert("load", "2026-11-28 04:00:09"))
                .answer();
        assertThat(desk.told()).endsWith("Started " + INSTANCE + " 1042#2",
                "Succeeded " + INSTANCE + " 1042#2 OWNER");
    }

    @Test
    void shouldAskAgainWhileTheApiLags() {
        desk.knows(QUESTION, answer("RUNNING_EXECUTION", 1, "2026-11-28 03:00:00"))
                .send(alert("load", "2026-11-28 03:00:09")).answer();
        assertThat(desk.told()).isEmpty();
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00")).after(Duration.ofSeconds(11)).answer();
        assertThat(desk.told()).contains("Failed " + INSTANCE + " 1042#1 FAILED FINAL");
    }

    @Test
    void shouldNotBlameTheNextAttemptForTheAlertOfTheLast() {
        desk.knows(QUESTION, answer("RUNNING_EXECUTION", 2, "2026-11-28 03:30:00"))
                .send(alert("load", "2026-11-28 03:00:09")).answer();
        assertThat(desk.told()).containsExactly("Failed " + INSTANCE + " 1042#1 FAILED FINAL",
                "Started " + INSTANCE + " 1042#2");
    }

    @Test
    void shouldWaitWithAReasonAndNeverGuess() {
        desk.send(alert("load", "2026-11-28 03:00:09"));
        assertThat(desk.answer()).hasSize(1);
        assertThat(desk.after(Duration.ofSeconds(16)).answer()).hasSize(1);
        assertThat(desk.after(Duration.ofHours(1)).answer()).hasSize(1);
        assertThat(desk.told()).isEmpty();
        desk.after(Duration.ofHours(6));
        assertThat(desk.parked()).containsExactly("UNANSWERED");
        assertThat(desk.told()).containsExactly(
                "StateUnknown reprise/ingest.dolphinscheduler/unanswered 2026-11-30#1 unanswered");
    }

    @Test
    void shouldTellTheWholeJobWhereNothingWasScheduledUnlessTheJobHasAMapping() {
        String manual = answer("FAILURE", 1, "2026-11-28 03:00:00").replace("\"scheduleTime\":\"2026-11-28 03:00:00\"",
                "\"scheduleTime\":null");
        desk.knows(QUESTION, manual).send(alert("load", "2026-11-28 03:00:09")).answer();
        assertThat(desk.told()).contains("Started dolphinscheduler-prod/dwh.daily_sales/* 1042#1");
        desk.job("dolphinscheduler-prod/dwh.daily_sales",
                "{\"partition\":\"dt={{schedule_time|yyyyMMdd}}\",\"zone\":\"Asia/Shanghai\"}");
        desk.knows(QUESTION, answer("FAILURE", 2, "2026-11-28 03:00:00")).send(alert("other", "2026-11-28 03:00:09"))
                .answer();
        assertThat(desk.told()).contains("Started dolphinscheduler-prod/dwh.daily_sales/dt=20261128 1042#2");
    }

    @Test
    void shouldReadTheNamesOfOlderReleasesAndUnquotedMessages() {
        desk.knows(QUESTION, answer("STOP", 1, "2026-11-28 03:00:00"))
                .send("{\"content\":[{\"projectCode\":15852,\"processInstanceId\":1042,\"projectName\":\"dwh\"}]}")
                .answer();
        assertThat(desk.told()).contains("Killed " + INSTANCE + " 1042#1 UNKNOWN");
    }

    @Test
    void shouldTellAStateThatNobodyKnowsAndParkWhatNamesNoWorkflow() {
        desk.knows(QUESTION, answer("TELEPORTED", 1, "2026-11-28 03:00:00"))
                .send(alert("load", "2026-11-28 03:00:09")).answer();
        assertThat(desk.told()).containsExactly("StateUnknown " + INSTANCE + " 1042#1 TELEPORTED");
        desk.send("{\"msg\":\"[{}]\"}").send("{\"msg\":\"projectCode{\"}");
        assertThat(desk.parked()).containsExactly("SCHEMA msg", "SCHEMA msg");
    }

    @Test
    void shouldBeWokenByAnAlertOfAlertmanagerWhoseLabelsNameTheWorkflow() {
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00"))
                .send("{\"version\":\"4\",\"alerts\":[{\"labels\":{\"projectCode\":\"15852\","
                        + "\"workflowInstanceId\":\"1042\",\"projectName\":\"dwh\"}}]}")
                .answer();
        assertThat(desk.told()).contains("Failed " + INSTANCE + " 1042#1 FAILED FINAL");
    }

    @Test
    void shouldNeedNoSchedulerWhenRawIsReadAgain(@TempDir Path other) {
        desk.knows(QUESTION, answer("FAILURE", 1, "2026-11-28 03:00:00")).send(alert("load", "2026-11-28 03:00:09"))
                .answer();
        try (SourceDesk again = new SourceDesk(new DolphinSchedulerFormat(), other,
                Map.of("dolphinscheduler-prod", ZoneId.of("Asia/Shanghai")))) {
            desk.raw().forEach(again::pipe);
            assertThat(again.ids()).isEqualTo(desk.ids()).hasSize(2);
        }
    }

    private static String alert(String task, String end) {
        return "{\"msg\":\"[{\\\"projectCode\\\":15852,\\\"projectName\\\":\\\"dwh\\\",\\\"workflowInstanceId\\\":1042,"
                + "\\\"workflowInstanceName\\\":\\\"daily_sales-1-20261128030000000\\\",\\\"taskName\\\":\\\"" + task
                + "\\\",\\\"taskState\\\":\\\"FAILURE\\\",\\\"taskEndTime\\\":\\\"" + end + "\\\"}]\"}";
    }

    private static String answer(String workflowState, int runTimes, String restart) {
        return "{\"id\":1042,\"name\":\"daily_sales-1-20261128030000000\",\"state\":\"" + workflowState
                + "\",\"runTimes\":" + runTimes + ",\"scheduleTime\":\"2026-11-28 03:00:00\","
                + "\"startTime\":\"2026-11-28 03:00:00\",\"restartTime\":\"" + restart
                + "\",\"endTime\":\"2026-11-28 03:05:00\"}";
    }
}
