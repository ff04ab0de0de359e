// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dataworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class DataWorksFormatTest {

    private static final String QUESTION = "task-instance{id=4532688169}";
    private static final long FIRST = 1_652_700_580_000L;
    private static final long SECOND = 1_652_704_180_000L;
    private static final String INSTANCE = "dataworks-prod/300002.load_orders/bizdate=20220515";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new DataWorksFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldAskForDateAndRunNumber() {
        desk.knows(QUESTION, answer(1, FIRST, 1)).send(event(5, FIRST, FIRST + 20_000));
        assertThat(desk.told()).isEmpty();
        assertThat(desk.answer()).containsExactly(QUESTION);
        assertThat(desk.told()).containsExactly("Failed " + INSTANCE + " 4532688169#1 FAILED UNSTATED");
    }

    @Test
    void shouldReadEachStatusForWhatItIs() {
        desk.knows(QUESTION, answer(1, FIRST, 1));
        for (int status = 1; status <= 9; status++) {
            desk.send(event(status, FIRST, FIRST + status * 1000L)).answer();
        }
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " 4532688169#1",
                "Failed " + INSTANCE + " 4532688169#1 FAILED UNSTATED", "Succeeded " + INSTANCE
                        + " 4532688169#1 OWNER",
                "Heartbeat " + INSTANCE + " 4532688169#1", "Heartbeat " + INSTANCE + " 4532688169#1",
                "StateUnknown " + INSTANCE + " 4532688169#1 status 9");
    }

    @Test
    void shouldNotTakeTheRunThatIsForTheOneThatWas() {
        // asked late: the instance was run again meanwhile
        desk.knows(QUESTION, answer(2, SECOND, 1)).send(event(5, FIRST, FIRST + 20_000)).answer();
        assertThat(desk.told()).containsExactly("Failed " + INSTANCE + " 4532688169#1 FAILED UNSTATED");
        desk.send(event(6, SECOND, SECOND + 20_000)).answer();
        assertThat(desk.told()).containsExactly("Succeeded " + INSTANCE + " 4532688169#2 OWNER");
    }

    @Test
    void shouldRememberWhichRunBeganWhen() {
        desk.knows(QUESTION, answer(3, FIRST, 1)).send(event(4, FIRST, FIRST)).answer();
        desk.knows(QUESTION, answer(4, SECOND, 1)).send(event(5, FIRST, FIRST + 20_000)).answer();
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " 4532688169#3",
                "Failed " + INSTANCE + " 4532688169#3 FAILED UNSTATED");
    }

    @Test
    void shouldParkARunWhoseNumberNobodyCanTell() {
        desk.knows(QUESTION, answer(5, SECOND, 1)).send(event(5, FIRST, FIRST + 20_000)).answer();
        assertThat(desk.told()).containsExactly(
                "StateUnknown reprise/ingest.dataworks/uncertain-attempt 2026-11-29#1 uncertain-attempt");
        assertThat(desk.parked()).containsExactly("UNCERTAIN_ATTEMPT data.beginRunningTime");
    }

    @Test
    void shouldAskAgainWhereTheAnswerIsOlderThanTheEvent() {
        desk.knows(QUESTION, answer(1, FIRST, 1)).send(event(4, SECOND, SECOND)).answer();
        assertThat(desk.told()).isEmpty();
        desk.knows(QUESTION, answer(2, SECOND, 1)).after(Duration.ofSeconds(6)).answer();
        assertThat(desk.told()).containsExactly("Started " + INSTANCE + " 4532688169#2");
    }

    @Test
    void shouldOrderByTheTimeOfTheChangeAndTellNothingTwice() {
        desk.knows(QUESTION, answer(1, FIRST, 1)).send(event(6, FIRST, FIRST + 30_000)).answer();
        desk.send(event(4, FIRST, FIRST)).answer();
        desk.send(event(6, FIRST, FIRST + 30_000).replace("539fd8f4", "00000000")).answer();
        assertThat(desk.told()).containsExactly("Succeeded " + INSTANCE + " 4532688169#1 OWNER");
    }

    @Test
    void shouldNeverTellAFrozenOrDryInstanceAsFailed() {
        desk.knows(QUESTION, answer(1, FIRST, 1));
        desk.send(event(5, FIRST, FIRST).replace("\"taskType\":0", "\"taskType\":2")).answer();
        desk.send(event(6, FIRST, FIRST + 1000).replace("\"taskType\":0", "\"taskType\":3")).answer();
        assertThat(desk.told()).containsExactly("Skipped " + INSTANCE + " 4532688169#1");
        desk.send(event(5, FIRST, FIRST + 2000).replace("\"dagType\":0", "\"dagType\":2"));
        assertThat(desk.answer()).isEmpty();
    }

    @Test
    void shouldKeepHoursOfADayApart() {
        desk.knows(QUESTION, answer(1, FIRST, 7)).send(event(6, FIRST, FIRST)).answer();
        assertThat(desk.told()).containsExactly("Succeeded " + INSTANCE + "/period=7 4532688169#1 OWNER");
    }

    @Test
    void shouldTellTheWholeJobWithoutDateAndUseAMapping() {
        String undated = answer(1, FIRST, 1).replaceAll("\"Bizdate\":\\d+,", "");
        desk.knows(QUESTION, undated).send(event(4, FIRST, FIRST)).answer();
        assertThat(desk.told()).containsExactly("Started dataworks-prod/300002.load_orders/* 4532688169#1");
        desk.job("dataworks-prod/300002.load_orders",
                "{\"partition\":\"ds={{bizdate|yyyy-MM-dd}}\",\"zone\":\"Asia/Shanghai\"}");
        desk.knows(QUESTION, answer(1, FIRST, 1)).send(event(6, FIRST, FIRST + 1)).answer();
        assertThat(desk.told()).containsExactly(
                "Succeeded dataworks-prod/300002.load_orders/ds=2022-05-15 4532688169#1 OWNER");
    }

    @Test
    void shouldTellWhatPersonsDid() {
        desk.knows(QUESTION, answer(1, FIRST, 1)).send(person("kill-instance")).answer();
        assertThat(desk.told()).containsExactly("Killed " + INSTANCE + " 4532688169#1 USER");
        desk.send(person("set-instance-success")).answer();
        assertThat(desk.told()).containsExactly("Succeeded " + INSTANCE + " 4532688169#1 OWNER");
        desk.send(person("rerun-instance"));
        assertThat(desk.answer()).isEmpty();
    }

    @Test
    void shouldReadDeliveriesOfOtherForms() {
        desk.knows(QUESTION, answer(1, FIRST, 1));
        String data = event(6, FIRST, FIRST + 5).replaceAll("^.*\"data\":(.*)}$", "$1");
        desk.send(data).answer();
        assertThat(desk.told()).hasSize(1);
        desk.send("{\"specversion\":\"1.0\",\"data\":\"" + data.replace("\"", "\\\"").replace(":6,", ":4,") + "\"}")
                .answer();
        desk.send("{\"specversion\":\"2.0\",\"type\":\"dataworks:Strange:Thing\",\"data\":{\"a\":1}}");
        assertThat(desk.parked()).isEqualTo(List.of("UNKNOWN_VERSION specversion", "UNKNOWN_TYPE data.eventCode"));
    }

    private static String person(String code) {
        return "{\"specversion\":\"1.0\",\"time\":\"2022-05-16T19:31:00+08:00\",\"data\":{\"eventCode\":\"" + code
                + "\",\"operator\":\"1900000000000735\",\"taskIds\":[4532688169]}}";
    }

    private static String event(int status, long began, long modified) {
        return "{\"id\":\"539fd8f4-4ea1-4625-aa8b-6c9066740000\",\"source\":\"acs.dataworks\",\"specversion\":\"1.0\","
                + "\"type\":\"dataworks:InstanceStatusChanges:InstanceStatusChanges\","
                + "\"time\":\"2022-05-16T19:29:37+08:00\",\"data\":{\"eventCode\":\"instance-status-changes\","
                + "\"appId\":300002,\"dagType\":0,\"nodeId\":1002698219,\"taskId\":4532688169,\"taskType\":0,"
                + "\"status\":" + status + ",\"modifyTime\":" + modified + ",\"beginRunningTime\":" + began
                + ",\"finishTime\":" + (status >= 5 ? modified : 0) + "}}";
    }

    private static String answer(int runNumber, long started, int period) {
        return "{\"RequestId\":\"22C97E95\",\"TaskInstance\":{\"Id\":4532688169,\"TaskName\":\"load_orders\","
                + "\"ProjectId\":300002,\"Bizdate\":1652544000000,\"PeriodNumber\":" + period + ",\"RunNumber\":"
                + runNumber + ",\"StartedTime\":" + started + ",\"Status\":\"Failure\"}}";
    }
}
