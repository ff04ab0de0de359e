// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class AwsFormatTest {

    private static final String ARN = "arn:aws:states:us-east-1:1:execution:sm:daily";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new AwsFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldTellGlueRunsWithItsOwnRetriesAsAttempts() {
        desk.send(glue("RUNNING", "jr_1")).send(glue("FAILED", "jr_1")).send(glue("SUCCEEDED", "jr_1_attempt_1"));
        assertThat(desk.told()).containsExactly("Started aws-prod/daily_sales/* jr_1#1",
                "Failed aws-prod/daily_sales/* jr_1#1 FAILED UNSTATED",
                "Succeeded aws-prod/daily_sales/* jr_1#2 OWNER");
    }

    @Test
    void shouldTellStepsAndExecutions() {
        desk.send(event("EMR Step Status Change", "{\"stepId\":\"s-1\",\"name\":\"CustomJAR\",\"clusterId\":\"j-1\","
                + "\"state\":\"FAILED\",\"message\":\"failed\"}"));
        desk.send(execution("FAILED", 0)).send(execution("RUNNING", 1)).send(execution("SUCCEEDED", 1));
        assertThat(desk.told()).containsExactly("Failed aws-prod/CustomJAR/* j-1/s-1#1 FAILED FINAL",
                "Failed aws-prod/sm/dt=2026-11-28 " + ARN + "#1 FAILED FINAL",
                "Started aws-prod/sm/dt=2026-11-28 " + ARN + "#2",
                "Succeeded aws-prod/sm/dt=2026-11-28 " + ARN + "#2 OWNER");
    }

    @Test
    void shouldTellAStepOfOursUnderTheNameOfTheFailedOne() {
        desk.send(event("EMR Step Status Change", "{\"stepId\":\"s-2\",\"clusterId\":\"j-1\",\"state\":\"COMPLETED\","
                + "\"name\":\"CustomJAR rr-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}"));
        assertThat(desk.told()).containsExactly("Succeeded aws-prod/CustomJAR/* j-1/s-2#1 OWNER");
    }

    @Test
    void shouldCountARepeatedDeliveryOnceAndKeepAttemptsApartInAnyOrder() {
        desk.send(execution("RUNNING", 1)).send(execution("FAILED", 0)).send(execution("FAILED", 0))
                .send(execution("FAILED", 0).replace("\"id\":\"1\"", "\"id\":\"2\""));
        assertThat(desk.told()).containsExactly("Started aws-prod/sm/dt=2026-11-28 " + ARN + "#2",
                "Failed aws-prod/sm/dt=2026-11-28 " + ARN + "#1 FAILED FINAL");
    }

    @Test
    void shouldReadEachState() {
        desk.send(execution("TIMED_OUT", 0)).send(execution("ABORTED", 1)).send(execution("PENDING_REDRIVE", 2))
                .send(execution("ASLEEP", 3)).send(glue("TIMEOUT", "jr_2")).send(glue("STOPPED", "jr_3"));
        assertThat(desk.told()).extracting(line -> line.split(" ")[0]).containsExactly("Failed", "Killed",
                "StateUnknown", "Failed", "Killed");
    }

    @Test
    void shouldUseAMappingWhereAnEventNamesNoPartition() {
        desk.job("aws-prod/daily_sales", "{\"partition\":\"run={{run}}\"}");
        desk.send(glue("FAILED", "jr_1"));
        assertThat(desk.told()).containsExactly("Failed aws-prod/daily_sales/run=jr_1 jr_1#1 FAILED UNSTATED");
    }

    @Test
    void shouldParkWhatIsUnknownAndTheFuture() {
        desk.send(event("Lambda Something", "{}")).send(event("Glue Job State Change", "{}"))
                .send(glue("FAILED", "jr_1").replace("2026-11-28T06", "2026-11-30T06"))
                .send(glue("FAILED", "jr_9").replace("\"version\":\"0\"", "\"version\":\"1\""));
        desk.after(Duration.ofMinutes(1));
        assertThat(desk.parked()).containsExactly("UNKNOWN_TYPE detail-type", "SCHEMA detail.jobRunId", "FUTURE_TIME",
                "UNKNOWN_VERSION version");
    }

    private static String glue(String state, String run) {
        return event("Glue Job State Change", "{\"jobName\":\"daily_sales\",\"state\":\"" + state
                + "\",\"jobRunId\":\"" + run + "\",\"message\":\"m\"}");
    }

    private static String execution(String status, int redrives) {
        return event("Step Functions Execution Status Change", "{\"executionArn\":\"" + ARN
                + "\",\"stateMachineArn\":\"arn:aws:states:us-east-1:1:stateMachine:sm\",\"name\":\"daily\",\"status\":\""
                + status + "\",\"redriveCount\":" + redrives + ",\"startDate\":1795845600000,\"stopDate\":"
                + "1795846800000,\"input\":\"{\\\"dt\\\":\\\"2026-11-28\\\"}\"}");
    }

    private static String event(String type, String detail) {
        return "{\"version\":\"0\",\"id\":\"1\",\"detail-type\":\"" + type
                + "\",\"time\":\"2026-11-28T06:02:03Z\",\"detail\":" + detail + "}";
    }
}
