// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.azkaban;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class AzkabanFormatTest {

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new AzkabanFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldTellFlowsAndJobsAndTheirOwnRetries() {
        desk.send(event("FLOW_STARTED", "7", "")).send(event("FLOW_FINISHED", "7", "\"flowStatus\":\"FAILED\","))
                .send(event("FLOW_FINISHED", "8", "\"flowStatus\":\"SUCCEEDED\",\"flowRetryRootExecutionID\":\"7\","
                        + "\"flowRetryCount\":\"1\","))
                .send(event("JOB_FINISHED", "7", "\"jobStatus\":\"FAILED\",\"jobId\":\"load\",\"attemptID\":\"2\","));
        assertThat(desk.told()).containsExactly("Started azkaban-prod/dwh.daily/* 7#1",
                "Failed azkaban-prod/dwh.daily/* 7#1 FAILED UNSTATED", "Succeeded azkaban-prod/dwh.daily/* 7#2 OWNER",
                "Failed azkaban-prod/dwh.daily.load/* 7#3 FAILED UNSTATED");
    }

    @Test
    void shouldCountTheSameOnceInAnyOrderAndUseAMapping() {
        desk.job("azkaban-prod/dwh.daily", "{\"partition\":\"ds={{start_time|yyyy-MM-dd}}\"}");
        String end = event("FLOW_FINISHED", "7", "\"flowStatus\":\"KILLED\",");
        desk.send(end).send(end).send(event("FLOW_STARTED", "7", "")).after(Duration.ofMinutes(1));
        assertThat(desk.told()).containsExactly("Killed azkaban-prod/dwh.daily/ds=2026-11-28 7#1 UNKNOWN",
                "Started azkaban-prod/dwh.daily/ds=2026-11-28 7#1");
    }

    @Test
    void shouldNotTakeAFlowThatStillFailsForOneThatHas() {
        desk.send(event("FLOW_FINISHED", "7", "\"flowStatus\":\"FAILED_FINISHING\","))
                .send(event("FLOW_FINISHED", "8", "\"flowStatus\":\"VANISHED\",")).send("{\"eventType\":\"X\"}")
                .send("{\"eventType\":\"FLOW_STARTED\"}");
        assertThat(desk.told()).contains("StateUnknown azkaban-prod/dwh.daily/* 8#1 VANISHED")
                .noneMatch(line -> line.startsWith("Failed"));
        assertThat(desk.parked()).containsExactly("UNKNOWN_TYPE eventType", "SCHEMA projectName");
    }

    private static String event(String type, String execution, String more) {
        return "{\"eventType\":\"" + type + "\"," + more
                + "\"projectName\":\"dwh\",\"flowName\":\"daily\",\"executionId\":\""
                + execution + "\",\"startTime\":\"1795834800000\",\"endTime\":\"1795838400000\"}";
    }
}
