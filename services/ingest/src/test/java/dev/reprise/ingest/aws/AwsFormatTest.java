// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.normalise.SourceDesk;

class AwsFormatTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
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
    void shouldAskForWhatEventsLeaveOutWhereItCan() {
        desk.askable().send(glue("RUNNING", "jr_1")).send(glue("FAILED", "jr_1"))
                .send(glue("FAILED", "jr_9").replace("\"version\":\"0\"", "\"version\":\"1\""));
        desk.send(event("EMR Step Status Change",
                "{\"stepId\":\"s-1\",\"name\":\"etl\",\"clusterId\":\"j-1\",\"state\":\"FAILED\"}"));
        desk.send(execution("FAILED", 0).replaceFirst("\"input\":\".*?}\"", "\"inputDetails\":{\"included\":false}"));
        desk.send(execution("RUNNING", 1));
        // the input that is in the event is asked of nobody
        assertThat(desk.told()).containsExactly("Started aws-prod/sm/dt=2026-11-28 " + ARN + "#2");
        assertThat(desk.parked()).isEmpty();
        desk.knows("glue-job-run{job=daily_sales, run=jr_1}",
                "{\"Arguments\":{\"--ds\":\"2026-11-27\",\"--rerun_id\":\"rr-" + "a".repeat(32) + "\"}}")
                .knows("glue-job-run{job=daily_sales, run=jr_9}", "{\"Arguments\":{}}")
                .knows("emr-step{cluster=j-1, step=s-1}",
                        "{\"Config\":{\"Args\":[\"spark-submit\",\"--conf\",\"a=b\",\"job.py\",\"--dt\",\"2026-11-26\"]}}")
                .knows("execution{arn=" + ARN + "}", "{\"input\":\"{\\\"partition\\\":\\\"eu\\\"}\"}");
        assertThat(desk.answer()).hasSize(5);
        assertThat(desk.told()).containsExactly(
                "Started aws-prod/daily_sales/ds=2026-11-27 jr_1#1 rerun rr-" + "a".repeat(32),
                "Failed aws-prod/daily_sales/ds=2026-11-27 jr_1#1 FAILED UNSTATED",
                "StateUnknown reprise/ingest.aws/unknown-version 2026-11-29#1 unknown-version",
                "Failed aws-prod/daily_sales/* jr_9#1 FAILED UNSTATED",
                "Failed aws-prod/etl/dt=2026-11-26 j-1/s-1#1 FAILED FINAL",
                "Failed aws-prod/sm/eu " + ARN + "#1 FAILED FINAL");
        assertThat(desk.parked()).containsExactly("UNKNOWN_VERSION version");
    }

    @Test
    void shouldWaitForAnAnswerAndParkWithTheReasonWhenThereIsNone() {
        desk.askable().send(glue("FAILED", "jr_1"));
        assertThat(desk.after(Duration.ofMinutes(10)).told()).isEmpty();
        assertThat(desk.answer()).isNotEmpty().containsOnly("glue-job-run{job=daily_sales, run=jr_1}");
        desk.after(Duration.ofHours(6));
        assertThat(desk.parked()).containsExactly("UNANSWERED");
        assertThat(desk.told()).containsExactly("StateUnknown reprise/ingest.aws/unanswered 2026-11-30#1 unanswered");
    }

    @Test
    void shouldReadArgumentsOfEachForm() {
        assertThat(AwsArguments
                .of(MAPPER.readTree("[\"x\",\"--a\",\"1\",\"--flag\",\"--b=2\",\"c=3\",\"-d\",\"4\",\"--a\",\"9\"]")))
                .containsExactly(entry("a", "1"), entry("b", "2"), entry("c", "3"), entry("d", "4"));
        assertThat(AwsArguments.parsed("[1]")).isEmpty();
        assertThat(AwsArguments.parsed("no json")).isEmpty();
        assertThat(AwsArguments.parsed("{\"a\":1,\"b\":{\"c\":2}}")).containsExactly(entry("a", "1"));
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
