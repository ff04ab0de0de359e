// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class KubernetesFormatTest {

    private static final String JOB = "kubernetes-prod/daily_sales/dt=2026-11-28 b2f6#1";
    private static final String FLOW = "kubernetes-prod/ns.my-wf/ds=2026-11-28 w1";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new KubernetesFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldWaitForTheConditionThatIsFinal() {
        desk.send(job("{\"type\":\"FailureTarget\",\"status\":\"True\",\"reason\":\"BackoffLimitExceeded\"}"));
        assertThat(desk.told()).containsExactly("Started " + JOB);
        desk.send("{\"type\":\"MODIFIED\",\"object\":" + job("{\"type\":\"Failed\",\"status\":\"True\",\"reason\":"
                + "\"DeadlineExceeded\",\"lastTransitionTime\":\"2026-11-28T03:02:00Z\"}") + "}");
        assertThat(desk.told()).containsExactly("Failed " + JOB + " TIMED_OUT FINAL");
    }

    @Test
    void shouldTellAnObjectOnceHoweverOftenItIsListed() {
        String done = job(
                "{\"type\":\"Complete\",\"status\":\"True\",\"lastTransitionTime\":\"2026-11-28T03:02:00Z\"}");
        desk.send(done).send(done.replace("98765", "98766")).send(done.replace("98765", "98767"));
        assertThat(desk.told()).containsExactly("Started " + JOB, "Succeeded " + JOB + " OWNER");
    }

    @Test
    void shouldTakeANameUsedAgainForANewRun() {
        desk.send(job("{\"type\":\"Complete\",\"status\":\"True\"}")).told();
        desk.send(job("{\"type\":\"Complete\",\"status\":\"True\"}").replace("b2f6", "c2f6"));
        assertThat(desk.told()).hasSize(2).allMatch(line -> line.contains("c2f6"));
    }

    @Test
    void shouldCountStartsOfARetriedWorkflowInAnyOrderOfDelivery() {
        desk.send(workflow("Failed", "03:00:00")).send(workflow("Running", "04:00:00"))
                .send(workflow("Succeeded", "04:00:00"));
        assertThat(desk.told()).containsExactly("Started " + FLOW + "#1", "Failed " + FLOW + "#1 FAILED FINAL",
                "Started " + FLOW + "#2", "Succeeded " + FLOW + "#2 OWNER");
    }

    @Test
    void shouldTellWhatAPersonOrADeadlineStoppedFromWhatFailed() {
        desk.send(ended("w2", "Stopped with strategy 'Terminate'")).send(ended("w3", "Step exceeded its deadline"))
                .send(ended("w4", "child 'w4-1' failed"));
        assertThat(desk.told()).contains("Killed " + FLOW.replace("w1", "w2") + "#1 USER",
                "Failed " + FLOW.replace("w1", "w3") + "#1 TIMED_OUT FINAL",
                "Failed " + FLOW.replace("w1", "w4") + "#1 FAILED FINAL");
    }

    private static String ended(String uid, String message) {
        return workflow("Failed", "03:00:00").replace("\"w1\"", "\"" + uid + "\"")
                .replace("\"phase\"", "\"message\":\"" + message + "\",\"phase\"");
    }

    @Test
    void shouldNameJobsOfASchedule() {
        desk.job("kubernetes-prod/batch.nightly", "{\"partition\":\"ds={{schedule_time|yyyy-MM-dd}}\"}");
        desk.send("{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"nightly-29\",\"namespace\":"
                + "\"batch\",\"uid\":\"u1\",\"annotations\":{\"batch.kubernetes.io/cronjob-scheduled-timestamp\":"
                + "\"2026-11-28T03:00:00Z\"},\"ownerReferences\":[{\"kind\":\"CronJob\",\"name\":\"nightly\"}]},"
                + "\"status\":{\"startTime\":\"2026-11-28T03:00:00Z\"}}").after(Duration.ofSeconds(1));
        assertThat(desk.told()).containsExactly("Started kubernetes-prod/batch.nightly/ds=2026-11-28 u1#1");
    }

    @Test
    void shouldPassEventsOverAndParkOtherKinds() {
        desk.send("{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"reason\":\"WorkflowNodeFailed\"}")
                .send("{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}").send(job("{}").replace("batch/v1", "batch/v2"));
        assertThat(desk.parked()).containsExactly("UNKNOWN_TYPE kind", "UNKNOWN_VERSION apiVersion");
        assertThat(desk.told()).contains("Started " + JOB);
    }

    private static String job(String condition) {
        return "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"daily-sales-r1\",\"namespace\":"
                + "\"batch\",\"uid\":\"b2f6\",\"resourceVersion\":\"98765\",\"labels\":{\"reprise.dev/job\":\"daily_sales\"},"
                + "\"annotations\":{\"reprise.dev/partition\":\"dt=2026-11-28\"}},\"status\":{\"startTime\":"
                + "\"2026-11-28T03:00:00Z\",\"failed\":1,\"conditions\":[" + condition + "]}}";
    }

    private static String workflow(String phase, String start) {
        return "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Workflow\",\"metadata\":{\"name\":\"my-wf-x1\","
                + "\"generateName\":\"my-wf-\",\"namespace\":\"ns\",\"uid\":\"w1\"},\"spec\":{\"arguments\":{\"parameters\":"
                + "[{\"name\":\"ds\",\"value\":\"2026-11-28\"}]}},\"status\":{\"phase\":\"" + phase
                + "\",\"startedAt\":\"2026-11-28T" + start + "Z\"}}";
    }
}
