// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** What each dialect asks, and how it reads answers that the state machines of the conformance test never give. */
class SchedulerTargetsTest {
    private static final InstanceId INSTANCE = new InstanceId(new JobId("warehouse", "orders"),
            new PartitionKey("ds=2026-11-28"));
    private static final Map<String, String> AIRFLOW = Map.of("token", "${env:TOKEN}", "dag", "a/b", "task", "load");
    private static final Map<String, String> DATAWORKS = Map.of("access-key-id", "key-id", "access-key-secret",
            "${env:TOKEN}");
    private static final Map<String, String> AWS = Map.of("region", "eu-west-1", "access-key-id", "key-id",
            "secret-access-key", "${env:TOKEN}");
    private static final Map<String, String> DOLPHIN = Map.of("token", "${env:TOKEN}", "project", "99");

    private final Script script = new Script();

    @Test
    void shouldClearOnlyTheFailedTaskAndWhatIsBehindIt() {
        script.then(200, "{\"state\":\"failed\",\"try_number\":2}").then(200, "{\"task_instances\":[{}]}");
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, AIRFLOW, "manual/1", 2))
                .isEqualTo(new CallOutcome.Accepted(new RunId("manual/1"), false));
        assertThat(script.requests()).extracting(Play.Request::path).containsExactly(
                "/api/v2/dags/a%2Fb/dagRuns/manual%2F1/taskInstances/load", "/api/v2/dags/a%2Fb/clearTaskInstances");
        assertThat(script.requests().getLast().json().toString()).contains("\"only_failed\":true",
                "\"dry_run\":false", "\"task_ids\":[\"load\"]", "\"include_downstream\":true",
                "\"dag_run_id\":\"manual/1\"");
        assertThat(script.requests().getLast().header("Authorization")).isEqualTo("Bearer s3cret-token");
    }

    @Test
    void shouldClearOneMappedTaskAlone() {
        script.then(200, "{\"state\":\"failed\",\"try_number\":1}").then(200, "{\"task_instances\":[{}]}");
        call(SchedulerAction.AIRFLOW_CLEAR, with(AIRFLOW, Map.of("map-index", "7", "downstream", "false")), "r", 1);
        assertThat(script.requests().getFirst().path()).endsWith("/taskInstances/load/7");
        assertThat(script.requests().getLast().json().toString()).contains("\"task_ids\":[[\"load\",7]]",
                "\"include_downstream\":false");
    }

    @Test
    void shouldNotClearATryThatIsNotTheFailedOne() {
        script.then(200, "{\"state\":\"failed\",\"try_number\":3}");
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, AIRFLOW, "r", 2))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> {
                    assertThat(refused.conflict()).isTrue();
                    assertThat(refused.detail()).contains("is at try 3, the failed one was try 2");
                });
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void shouldLookAtTheStateAloneWhereSaidSo() {
        script.then(200, "{\"state\":\"failed\",\"try_number\":3}").then(200, "{\"task_instances\":[{}]}");
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, with(AIRFLOW, Map.of("guard", "state")), "r", 2))
                .isInstanceOf(CallOutcome.Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"success\"", "\"running\"", "\"up_for_retry\"", "null", "\"none\"", "\"queued\""})
    void shouldNotClearWhatHasNotFailed(String state) {
        script.then(200, "{\"state\":" + state + ",\"try_number\":1}");
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, AIRFLOW, "r", 1)).isInstanceOf(CallOutcome.Refused.class);
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void shouldClearAWholeRunThatFailed() {
        script.then(200, "{\"state\":\"failed\"}").then(200, "{\"task_instances\":[]}")
                .then(200, "{\"state\":\"failed\"}");
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, Map.of("token", "${env:TOKEN}", "dag", "d"), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("no failed task to clear"));
        assertThat(script.requests().get(1).json().has("task_ids")).isFalse();
    }

    @Test
    void shouldLogInOnceForACall() {
        script.then(201, "{\"access_token\":\"session-1\"}").then(404, "{}").then(200,
                "{\"dag_run_id\":\"" + request("r", 1).rerunId() + "\"}");
        assertThat(call(SchedulerAction.AIRFLOW_TRIGGER, Map.of("user", "u", "password", "${env:TOKEN}", "dag", "d",
                "logical-date", "{{partition.ds}}T00:00:00Z", "conf.ds", "{{partition.ds}}"), "r", 1))
                .isInstanceOf(CallOutcome.Accepted.class);
        assertThat(script.requests()).extracting(Play.Request::path).startsWith("/auth/token");
        assertThat(script.requests().getLast().header("Authorization")).isEqualTo("Bearer session-1");
        assertThat(script.requests().getLast().json().toString()).contains("\"ds\":\"2026-11-28\"",
                "\"logical_date\":\"2026-11-28T00:00:00Z\"", "\"reprise_rerun_id\":\"rr-");
    }

    @Test
    void shouldSayNothingWasSentWhenTheLoginHasNoAnswer() {
        script.then(500, "boom");
        assertThat(call(SchedulerAction.AIRFLOW_TRIGGER, Map.of("user", "u", "password", "${env:TOKEN}", "dag", "d"),
                "r", 1)).isInstanceOf(CallOutcome.NotSent.class);
        script.then(401, "{\"detail\":\"Invalid credentials s3cret-token\"}");
        assertThat(call(SchedulerAction.AIRFLOW_TRIGGER, Map.of("user", "u", "password", "${env:TOKEN}", "dag", "d"),
                "r", 1)).isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("Invalid credentials ***"));
    }

    @Test
    void shouldNotAdoptARunOfOurNameWithoutOurMark() {
        script.then(200, "{\"dag_run_id\":\"x\",\"conf\":{}}");
        assertThat(call(SchedulerAction.AIRFLOW_TRIGGER, Map.of("token", "${env:TOKEN}", "dag", "d"), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.conflict()).isTrue());
    }

    @Test
    void shouldRefuseAnAirflowWithoutAWayToLogIn() {
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, Map.of("dag", "d", "user", "u"), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("set token, or user and password"));
    }

    @Test
    void shouldRefuseSettingsThatNobodyReads() {
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, with(AIRFLOW, Map.of("api", "v3")), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("api is not one of v2, v1"));
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, with(AIRFLOW, Map.of("taks", "x")), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("taks is no setting"));
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, Map.of("token", "${env:TOKEN}"), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("dag has no value"));
        assertThat(script.requests()).isEmpty();
    }

    /** The client of the JDK would tell the whole header. */
    @Test
    void shouldRefuseATokenThatIsNoHeaderWithoutTellingIt() {
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, with(AIRFLOW, Map.of("token", "${env:BROKEN}")), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("header Authorization", "line break")
                                .doesNotContain("s3cret", "Evil"));
        assertThat(script.requests()).isEmpty();
    }

    @Test
    void shouldNotLetARunStepOutOfItsPlaceInAnAddress() {
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, AIRFLOW, "..", 1)).isInstanceOf(CallOutcome.Refused.class);
        assertThat(script.requests()).isEmpty();
    }

    @Test
    void shouldReadARunOfManyTasks() {
        script.then(200,
                "{\"tasks\":[\"" + "x".repeat(1024 * 1024) + "\"],\"state\":{\"life_cycle_state\":\"TERMINATED\","
                        + "\"result_state\":\"FAILED\"}}")
                .then(200, "{\"repair_id\":7}");
        assertThat(call(SchedulerAction.DATABRICKS_REPAIR, Map.of("token", "${env:TOKEN}"), "4711", 1))
                .isInstanceOf(CallOutcome.Accepted.class);
    }

    @Test
    void shouldTryLaterWhereAirflowIsBusy() {
        script.then(200, "{\"state\":\"failed\",\"try_number\":1}").then(429, "slow down");
        assertThat(call(SchedulerAction.AIRFLOW_CLEAR, AIRFLOW, "r", 1)).isInstanceOf(CallOutcome.NotSent.class);
    }

    @Test
    void shouldRespectTheRerunModeOfDataWorks() {
        script.then(200,
                "{\"TaskInstance\":{\"Status\":\"Failure\",\"RunNumber\":1,\"RerunMode\":\"AllDenied\"}}");
        assertThat(call(SchedulerAction.DATAWORKS_RERUN, DATAWORKS, "4711", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> {
                    assertThat(refused.conflict()).isFalse();
                    assertThat(refused.detail()).contains("does not allow reruns");
                });
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void shouldReadASuccessThatFailedForItsOneInstance() {
        script.then(200, "{\"TaskInstance\":{\"Status\":\"Failure\",\"RunNumber\":1,\"RerunMode\":\"AllAllowed\"}}")
                .then(200, "{\"SuccessInfo\":{\"4711\":{\"Success\":false,\"Message\":\"frozen\"}}}");
        assertThat(call(SchedulerAction.DATAWORKS_RERUN, DATAWORKS, "4711", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("frozen"));
        assertThat(script.requests().getLast().body()).startsWith("Comment=Reprise%20rr-").endsWith("&Ids=%5B4711%5D");
    }

    @Test
    void shouldTryLaterWhereDataWorksIsBusy() {
        script.then(200, "{\"TaskInstance\":{\"Status\":\"Failure\",\"RunNumber\":1,\"RerunMode\":\"AllAllowed\"}}")
                .then(400, "{\"Code\":\"Throttling.User\",\"Message\":\"slow down\"}");
        assertThat(call(SchedulerAction.DATAWORKS_RERUN, DATAWORKS, "4711", 1))
                .isInstanceOf(CallOutcome.NotSent.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {50_006, 50_009})
    void shouldReadAConflictOfDolphinSchedulerInsideAnAnswerOfSuccess(int code) {
        script.then(200, "{\"code\":0,\"data\":{\"state\":\"FAILURE\",\"runTimes\":1}}")
                .then(200, "{\"code\":" + code + ",\"msg\":\"no\"}")
                .then(200, "{\"code\":0,\"data\":{\"state\":\"RUNNING_EXECUTION\",\"runTimes\":2}}");
        assertThat(call(SchedulerAction.DOLPHINSCHEDULER_RECOVER, DOLPHIN, "4711", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.conflict()).isTrue());
    }

    @Test
    void shouldDoubtAFaultInsideDolphinScheduler() {
        script.then(200, "{\"code\":0,\"data\":{\"state\":\"FAILURE\",\"runTimes\":1}}")
                .then(200, "{\"code\":10000,\"msg\":\"Internal Server Error\"}")
                .then(200, "{\"code\":0,\"data\":{\"state\":\"FAILURE\",\"runTimes\":1}}");
        assertThat(call(SchedulerAction.DOLPHINSCHEDULER_RECOVER, DOLPHIN, "4711", 1))
                .isInstanceOf(CallOutcome.Unknown.class);
    }

    @Test
    void shouldRedriveWithOurTokenUnderTheSameName() {
        script.then(200, "{\"status\":\"FAILED\",\"redriveCount\":1,\"redriveStatus\":\"REDRIVABLE\"}")
                .then(200, "{\"redriveDate\":1.7958E9}");
        assertThat(call(SchedulerAction.AWS_REDRIVE, with(AWS, Map.of("session-token", "session-1")),
                StepFunctionsPlay.FAILED, 2))
                .isEqualTo(new CallOutcome.Accepted(new RunId(StepFunctionsPlay.FAILED), false));
        Play.Request asked = script.requests().getLast();
        assertThat(asked.json().path("clientToken").asString())
                .isEqualTo(request(StepFunctionsPlay.FAILED, 2).rerunId().value());
        assertThat(asked.header("X-Amz-Target")).isEqualTo("AWSStepFunctions.RedriveExecution");
        assertThat(asked.header("X-Amz-Date")).isEqualTo("20261129T060000Z");
        assertThat(asked.header("X-Amz-Security-Token")).isEqualTo("session-1");
        assertThat(asked.header("Authorization")).startsWith(
                "AWS4-HMAC-SHA256 Credential=key-id/20261129/eu-west-1/states/aws4_request, SignedHeaders=")
                .contains("content-type", "host", "x-amz-security-token", "x-amz-target");
    }

    @Test
    void shouldNotRedriveWhatIsTooOld() {
        script.then(200, "{\"status\":\"FAILED\",\"redriveCount\":0,\"redriveStatus\":\"NOT_REDRIVABLE\","
                + "\"redriveStatusReason\":\"Execution is past its redrivable period\"}");
        assertThat(call(SchedulerAction.AWS_REDRIVE, AWS, StepFunctionsPlay.FAILED, 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> {
                    assertThat(refused.conflict()).isFalse();
                    assertThat(refused.detail()).contains("past its redrivable period");
                });
        assertThat(script.requests()).hasSize(1);
    }

    @Test
    void shouldNotStartAnExpressMachineThatKnowsNoNames() {
        script.then(400, "{\"__type\":\"ExecutionDoesNotExist\"}").then(200, "{\"type\":\"EXPRESS\"}");
        assertThat(call(SchedulerAction.AWS_START_EXECUTION,
                with(AWS, Map.of("state-machine", StepFunctionsPlay.MACHINE + ":prod")), "r", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("is of type EXPRESS"));
        assertThat(script.requests()).hasSize(2);
        assertThat(script.requests().getFirst().body()).contains(":execution:nightly:rr-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingException", "ResourceNumberLimitExceededException"})
    void shouldTryLaterWhereGlueIsBusy(String error) {
        script.then(200, "{\"JobRuns\":[]}").then(400, "{\"__type\":\"" + error + "\",\"Message\":\"slow down\"}");
        assertThat(call(SchedulerAction.AWS_START_JOB_RUN, with(AWS, Map.of("job", "nightly")), "r", 1))
                .isInstanceOf(CallOutcome.NotSent.class);
    }

    @Test
    void shouldDoubtATimeoutThatGlueCallsAFaultOfOurs() {
        script.then(200, "{\"JobRuns\":[]}").then(400, "{\"__type\":\"OperationTimeoutException\"}")
                .then(200, "{\"JobRuns\":[]}");
        assertThat(call(SchedulerAction.AWS_START_JOB_RUN, with(AWS, Map.of("job", "nightly", "arguments.ds", "x")),
                "r", 1)).isInstanceOf(CallOutcome.Unknown.class);
        assertThat(script.requests().get(1).body()).contains("\"--ds\":\"x\"", "\"--rerun_id\":\"rr-");
    }

    @Test
    void shouldFindOurRunOnALaterPageAndUnderItsFirstId() {
        String name = request("jr_1", 1).rerunId().value();
        script.then(200, "{\"JobRuns\":[{\"Id\":\"jr_9\"}],\"NextToken\":\"n\"}").then(200,
                "{\"JobRuns\":[{\"Id\":\"jr_8_attempt_1\",\"Arguments\":{\"--rerun_id\":\"" + name + "\"}}]}");
        assertThat(call(SchedulerAction.AWS_START_JOB_RUN, with(AWS, Map.of("job", "nightly")), "jr_1", 1))
                .isEqualTo(new CallOutcome.Accepted(new RunId("jr_8"), true));
        assertThat(script.requests().getLast().json().path("NextToken").asString()).isEqualTo("n");
    }

    @Test
    void shouldCopyTheFailedStepOntoAnotherCluster() {
        script.then(200, "{\"Steps\":[]}").then(200, """
                {"Step":{"Name":"load rr-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","ActionOnFailure":"CANCEL_AND_WAIT",
                 "ExecutionRoleArn":"arn:r","Status":{"State":"FAILED"},"Config":{"Jar":"a.jar","MainClass":"M",
                 "Properties":{"k":"v"},"Args":["x","y z"]}}}""").then(200, "{\"StepIds\":[\"s-9\"]}");
        assertThat(call(SchedulerAction.AWS_ADD_STEP, with(AWS, Map.of("cluster", "j-NEW")), "j-OLD/s-1", 1))
                .isEqualTo(new CallOutcome.Accepted(new RunId("j-NEW/s-9"), false));
        String name = request("j-OLD/s-1", 1).rerunId().value();
        assertThat(script.requests().getLast().json()).isEqualTo(Play.MAPPER.readTree("""
                {"JobFlowId":"j-NEW","ExecutionRoleArn":"arn:r","Steps":[{"Name":"load %s",
                 "ActionOnFailure":"CANCEL_AND_WAIT","HadoopJarStep":{"Jar":"a.jar","MainClass":"M","Args":["x","y z"],
                 "Properties":[{"Key":"k","Value":"v"}]}}]}""".formatted(name)));
    }

    @Test
    void shouldNotCopyAStepThatHasNotFailed() {
        script.then(200, "{\"Steps\":[]}").then(200,
                "{\"Step\":{\"Status\":{\"State\":\"RUNNING\"},\"Config\":{\"Jar\":\"a.jar\"}}}");
        assertThat(call(SchedulerAction.AWS_ADD_STEP, AWS, "j-OLD/s-1", 1))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("is RUNNING"));
        assertThat(script.requests()).hasSize(2);
    }

    private CallOutcome call(SchedulerAction action, Map<String, String> settings, String run, int attempt) {
        try (StubServer server = new StubServer(script)) {
            TargetSpec.Scheduler spec = new TargetSpec.Scheduler(action,
                    with(settings, Map.of("url", server.url() + "/")),
                    new DispatchClass.Opaque(), Duration.ofSeconds(30));
            return new SchedulerTargets(HttpSettings.defaults(),
                    new Secrets(Map.of("TOKEN", "s3cret-token", "BROKEN", "s3cret\nX-Evil: 1")::get),
                    new WireCodec().mapper(), () -> Instant.parse("2026-11-29T06:00:00.5Z")).of(spec)
                    .call(request(run, attempt));
        }
    }

    private static TargetRequest request(String run, int attempt) {
        AttemptId failed = new AttemptId(new RunId(run), attempt);
        return new TargetRequest(RerunId.ofFailure(INSTANCE, failed), INSTANCE, 1, Optional.of(failed), Map.of(), 5, 6,
                Instant.parse("2099-01-01T00:00:00Z"), "a".repeat(64));
    }

    private static Map<String, String> with(Map<String, String> one, Map<String, String> two) {
        Map<String, String> all = new TreeMap<>(one);
        all.putAll(two);
        return all;
    }
}
