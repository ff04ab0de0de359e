// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.ingest.airflow.AirflowFormat;
import dev.reprise.ingest.alertmanager.AlertmanagerFormat;
import dev.reprise.ingest.aws.AwsFormat;
import dev.reprise.ingest.azkaban.AzkabanFormat;
import dev.reprise.ingest.databricks.DatabricksFormat;
import dev.reprise.ingest.dataworks.DataWorksFormat;
import dev.reprise.ingest.dbt.DbtFormat;
import dev.reprise.ingest.dolphinscheduler.DolphinSchedulerFormat;
import dev.reprise.ingest.kubernetes.KubernetesFormat;
import dev.reprise.ingest.slurm.SlurmFormat;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunStarted;

/** Which attempt of which run: the same questions to every format. */
class IdentityTest {

    /** When the desk's clock begins. */
    private static final Instant NOW = Instant.parse("2026-11-29T19:00:00Z");
    private static final Instant EARLIER = NOW.minus(Duration.ofHours(2));
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")
            .withZone(ZoneOffset.UTC);
    private static final String ARN = "arn:aws:states:eu-central-1:1:execution:sm:daily";

    private enum Deed {
        STARTED, FAILED, SUCCEEDED
    }

    /**
     * What a scheduler says.
     *
     * @param attempt which attempt did it, from 1
     * @param at when it happened, by the scheduler's clock
     * @param delivery differs where the same is delivered once more by somebody else
     * @param partition whether it says for which data
     */
    private record Word(int attempt, Deed deed, Instant at, String delivery, boolean partition) {

        static Word of(int attempt, Deed deed) {
            // each attempt an hour after the one before
            return new Word(attempt, deed, EARLIER.plus(Duration.ofMinutes(attempt * 20L + deed.ordinal())), "a", true);
        }

        Word by(String other) {
            return new Word(attempt, deed, at, other, partition);
        }

        Word when(Instant time) {
            return new Word(attempt, deed, time, delivery, partition);
        }

        Word withoutPartition() {
            return new Word(attempt, deed, at, delivery, false);
        }

        /** When the attempt began, whatever it does now. */
        Instant began() {
            return EARLIER.plus(Duration.ofMinutes(attempt * 20L));
        }

        String either(String started, String failed, String succeeded) {
            return switch (deed) {
                case STARTED -> started;
                case FAILED -> failed;
                case SUCCEEDED -> succeeded;
            };
        }

        String ifPartition(String text) {
            return partition ? text : "";
        }
    }

    /** A trait of a source that a question has to make allowance for. */
    private enum Trait {
        /** It tells no start. */
        NO_START,
        /** It tells no success, and of a failure only that something is the matter. */
        SIGN_ONLY,
        /** What a late word was about cannot be told any more: the scheduler knows its newest attempt only. */
        NEWEST_ONLY,
        /** It has no number of its attempts: those are counted that are seen, and an older one is passed over then. */
        COUNTS_SEEN,
        /** All its times are of one clock, which it is ordered by. */
        ONE_CLOCK
    }

    /** How a format says it: bodies, what its scheduler answers meanwhile, and how the run of an attempt is named. */
    private record Story(String name, SourceFormat format, IntFunction<String> run, Function<Word, List<String>> bodies,
            Function<Word, Map<String, String>> answers, Set<Trait> traits) {

        @Override
        public String toString() {
            return name;
        }

        boolean has(Trait trait) {
            return traits.contains(trait);
        }

        String failed() {
            return has(Trait.SIGN_ONLY) ? "StateUnknown" : "Failed";
        }
    }

    @TempDir
    Path state;

    @ParameterizedTest
    @MethodSource("stories")
    void shouldCountTheSameToldTwiceOnce(Story story) {
        try (SourceDesk desk = desk(story)) {
            say(desk, story, Word.of(1, Deed.FAILED));
            say(desk, story, Word.of(1, Deed.FAILED));
            assertThat(lines(desk, story.failed(), story.run().apply(1))).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void shouldCountWhatTwoTellOnceAndKeepTwoInstallationsApart(Story story) {
        try (SourceDesk desk = desk(story)) {
            say(desk, story, Word.of(1, Deed.FAILED));
            say(desk, story, Word.of(1, Deed.FAILED).by("b"));
            assertThat(lines(desk, story.failed(), story.run().apply(1))).hasSize(1);
            say(desk.from("elsewhere"), story, Word.of(1, Deed.FAILED));
            assertThat(lines(desk, story.failed(), story.run().apply(1))).hasSize(1)
                    .allMatch(line -> line.contains(" elsewhere/"));
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void shouldKeepAttemptsApartThatComeInTheWrongOrder(Story story) {
        try (SourceDesk desk = desk(story)) {
            Word newest = Word.of(2, Deed.SUCCEEDED);
            say(desk, story, newest);
            Word late = Word.of(1, Deed.FAILED);
            story.answers().apply(late).forEach(desk::knows);
            story.answers().apply(newest).forEach(desk::knows); // the scheduler says what is, not what was
            send(desk, story, late);
            List<String> told = desk.told();
            String first = " " + story.run().apply(story.has(Trait.COUNTS_SEEN) ? 0 : 1);
            String second = " " + story.run().apply(story.has(Trait.COUNTS_SEEN) ? 1 : 2);
            assertThat(told).noneMatch(line -> line.startsWith("Failed") && mentions(line, second))
                    .noneMatch(line -> line.startsWith("Succeeded") && mentions(line, first));
            if (!story.has(Trait.SIGN_ONLY)) {
                assertThat(told).filteredOn(line -> line.startsWith("Succeeded") && mentions(line, second)).hasSize(1);
            }
            if (!story.has(Trait.NEWEST_ONLY)) {
                assertThat(told).filteredOn(line -> line.startsWith(story.failed()) && mentions(line, first))
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void shouldInventNoEnd(Story story) {
        try (SourceDesk desk = desk(story)) {
            say(desk, story, Word.of(1, Deed.STARTED));
            desk.after(Duration.ofHours(5)).answer();
            List<RunEvent> told = desk.toldEvents();
            assertThat(told).hasSize(story.has(Trait.NO_START) || story.has(Trait.SIGN_ONLY) ? 0 : 1)
                    .allMatch(RunStarted.class::isInstance);
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void shouldTellTheWholeJobWhereNoPartitionIsNamed(Story story) {
        try (SourceDesk desk = desk(story)) {
            say(desk, story, Word.of(1, Deed.FAILED).withoutPartition());
            assertThat(lines(desk, story.failed(), story.run().apply(1))).hasSize(1)
                    .allMatch(line -> line.contains("/* "));
            say(desk, story, Word.of(2, Deed.FAILED));
            assertThat(lines(desk, story.failed(), story.run().apply(2))).hasSize(1)
                    .noneMatch(line -> line.contains("/* "));
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void shouldBearTwoClocksAndRefuseTheFuture(Story story) {
        try (SourceDesk desk = desk(story)) {
            if (!story.has(Trait.ONE_CLOCK) && !story.has(Trait.SIGN_ONLY)) {
                say(desk, story, Word.of(1, Deed.STARTED));
                Instant before = Word.of(1, Deed.STARTED).at().minus(Duration.ofMinutes(15));
                say(desk, story, Word.of(1, Deed.FAILED).when(before));
                assertThat(desk.toldEvents()).filteredOn(RunFailed.class::isInstance).extracting(RunEvent::at)
                        .containsExactly(before);
            }
            desk.told();
            say(desk, story, Word.of(2, Deed.FAILED).when(NOW.plus(Duration.ofMinutes(11))));
            assertThat(lines(desk, story.failed(), story.run().apply(2))).isEmpty();
            assertThat(desk.parked()).containsExactly("FUTURE_TIME");
        }
    }

    @Test
    void shouldAskEveryFormat() throws ReflectiveOperationException {
        Set<String> asked = new HashSet<>();
        stories().forEach(story -> asked.add(story.format().name()));
        var formats = Class.forName("dev.reprise.ingest.Formats").getDeclaredField("NAMES");
        formats.setAccessible(true);
        assertThat(asked).containsExactlyInAnyOrderElementsOf((List<String>) formats.get(null));
    }

    private SourceDesk desk(Story story) {
        return new SourceDesk(story.format(), state, Map.of()).askable();
    }

    private static void say(SourceDesk desk, Story story, Word word) {
        story.answers().apply(word).forEach(desk::knows);
        send(desk, story, word);
    }

    private static void send(SourceDesk desk, Story story, Word word) {
        story.bodies().apply(word).forEach(desk::send);
        desk.answer();
    }

    private static List<String> lines(SourceDesk desk, String type, String run) {
        return desk.told().stream().filter(line -> line.startsWith(type + " ") && mentions(line, " " + run)).toList();
    }

    private static boolean mentions(String line, String run) {
        return (line + " ").contains(run + " ");
    }

    static Stream<Story> stories() {
        return Stream.of(
                new Story("airflow", new AirflowFormat(), n -> "r#" + n, IdentityTest::airflow, _ -> Map.of(),
                        Set.of()),
                new Story("alertmanager", new AlertmanagerFormat(), n -> "r#" + n, IdentityTest::alertmanager,
                        _ -> Map.of(),
                        Set.of(Trait.SIGN_ONLY)),
                new Story("glue", new AwsFormat(), n -> "jr_1#" + n, IdentityTest::glue, IdentityTest::glueAnswers,
                        Set.of()),
                new Story("emr", new AwsFormat(), n -> "j-1/s-" + n + "#1", IdentityTest::emr, IdentityTest::emrAnswers,
                        Set.of()),
                new Story("step functions", new AwsFormat(), n -> ARN + "#" + n, IdentityTest::execution, _ -> Map.of(),
                        Set.of()),
                new Story("azkaban", new AzkabanFormat(), n -> "7#" + n, IdentityTest::azkaban, _ -> Map.of(),
                        Set.of()),
                new Story("databricks", new DatabricksFormat(), n -> "7#" + n, IdentityTest::databricks,
                        IdentityTest::databricksAnswers, Set.of(Trait.NEWEST_ONLY)),
                new Story("dataworks", new DataWorksFormat(), n -> "9#" + n, IdentityTest::dataworks,
                        IdentityTest::dataworksAnswers, Set.of(Trait.ONE_CLOCK)),
                new Story("dbt", new DbtFormat(), n -> "i" + n + "#1", IdentityTest::dbt, _ -> Map.of(),
                        Set.of(Trait.NO_START)),
                new Story("dolphinscheduler", new DolphinSchedulerFormat(), n -> "2#" + n, IdentityTest::dolphin,
                        IdentityTest::dolphinAnswers, Set.of(Trait.NO_START, Trait.NEWEST_ONLY)),
                new Story("kubernetes job", new KubernetesFormat(), n -> "u" + n + "#1", IdentityTest::job,
                        _ -> Map.of(),
                        Set.of()),
                new Story("argo workflow", new KubernetesFormat(), n -> "w#" + n, IdentityTest::workflow, _ -> Map.of(),
                        Set.of(Trait.NEWEST_ONLY, Trait.COUNTS_SEEN)),
                new Story("slurm", new SlurmFormat(), n -> "13#" + n, IdentityTest::slurm, _ -> Map.of(),
                        Set.of(Trait.ONE_CLOCK)));
    }

    private static List<String> airflow(Word word) {
        return List.of("{\"version\":1,\"event\":\"" + word.either("running", "failed", "success")
                + "\",\"dag_id\":\"d\",\"task_id\":\"t\",\"run_id\":\"r\",\"try_number\":" + word.attempt()
                + ",\"start_date\":\""
                + word.at() + "\",\"end_date\":\"" + (word.deed() == Deed.STARTED ? "" : word.at()) + "\",\"sender\":\""
                + word.delivery() + "\"" + word.ifPartition(",\"partition\":\"ds=2026-11-28\"") + "}");
    }

    private static List<String> alertmanager(Word word) {
        return List.of("{\"version\":\"4\",\"receiver\":\"" + word.delivery()
                + "\",\"groupKey\":\"g\",\"alerts\":[{\"status\":\""
                + word.either("resolved", "firing", "resolved")
                + "\",\"labels\":{\"alertname\":\"late\",\"job_name\":\"j\","
                + "\"run_id\":\"r\",\"attempt\":\"" + word.attempt() + "\""
                + word.ifPartition(",\"partition\":\"ds=2026-11-28\"")
                + "},\"startsAt\":\"" + word.at() + "\"}]}");
    }

    private static String eventBridge(Word word, String type, String detail) {
        return "{\"version\":\"0\",\"id\":\"" + word.delivery() + "\",\"detail-type\":\"" + type + "\",\"time\":\""
                + word.at()
                + "\",\"detail\":" + detail + "}";
    }

    private static String glueRun(Word word) {
        return word.attempt() == 1 ? "jr_1" : "jr_1_attempt_" + (word.attempt() - 1);
    }

    private static List<String> glue(Word word) {
        return List.of(eventBridge(word, "Glue Job State Change", "{\"jobName\":\"j\",\"jobRunId\":\"" + glueRun(word)
                + "\",\"state\":\"" + word.either("RUNNING", "FAILED", "SUCCEEDED") + "\"}"));
    }

    private static Map<String, String> glueAnswers(Word word) {
        return Map.of("glue-job-run{job=j, run=" + glueRun(word) + "}",
                "{\"Arguments\":{" + word.ifPartition("\"--ds\":\"2026-11-28\"") + "}}");
    }

    private static List<String> emr(Word word) {
        return List
                .of(eventBridge(word, "EMR Step Status Change", "{\"name\":\"j\",\"clusterId\":\"j-1\",\"stepId\":\"s-"
                        + word.attempt() + "\",\"state\":\"" + word.either("RUNNING", "FAILED", "COMPLETED") + "\"}"));
    }

    private static Map<String, String> emrAnswers(Word word) {
        return Map.of("emr-step{cluster=j-1, step=s-" + word.attempt() + "}",
                "{\"Config\":{\"Args\":[" + word.ifPartition("\"--ds=2026-11-28\"") + "]}}");
    }

    private static List<String> execution(Word word) {
        long at = word.at().toEpochMilli();
        return List.of(eventBridge(word, "Step Functions Execution Status Change", "{\"executionArn\":\"" + ARN
                + "\",\"status\":\"" + word.either("RUNNING", "FAILED", "SUCCEEDED") + "\",\"redriveCount\":"
                + (word.attempt() - 1) + ",\"startDate\":" + at + ",\"stopDate\":" + at + ",\"input\":\"{"
                + word.ifPartition("\\\"ds\\\":\\\"2026-11-28\\\"") + "}\"}"));
    }

    private static List<String> azkaban(Word word) {
        long at = word.at().toEpochMilli();
        return List.of("{\"eventType\":\"" + word.either("FLOW_STARTED", "FLOW_FINISHED", "FLOW_FINISHED")
                + "\",\"flowStatus\":\"" + word.either("RUNNING", "FAILED", "SUCCEEDED")
                + "\",\"projectName\":\"p\",\"flowName\":"
                + "\"f\",\"executionId\":\"" + (6 + word.attempt())
                + "\",\"flowRetryRootExecutionID\":\"7\",\"flowRetryCount\":\""
                + (word.attempt() - 1) + "\",\"startTime\":\"" + at + "\",\"endTime\":\"" + at + "\",\"host\":\""
                + word.delivery() + "\"" + word.ifPartition(",\"partition\":\"ds=2026-11-28\"") + "}");
    }

    private static List<String> databricks(Word word) {
        return List
                .of("{\"event_type\":\"jobs.on_" + word.either("start", "failure", "success") + "\",\"workspace_id\":\""
                        + word.delivery() + word.attempt() + "\",\"run\":{\"run_id\":\"7\"},\"job\":{\"name\":\"j\"}}");
    }

    private static Map<String, String> databricksAnswers(Word word) {
        String history = Stream.iterate(1, n -> n + 1).limit(word.attempt()).map(n -> "{\"id\":" + n + "}")
                .reduce((one, other) -> one + "," + other).orElseThrow();
        return Map.of("run{id=7}", "{\"run_id\":7,\"repair_history\":[" + history + "],\"start_time\":"
                + word.began().toEpochMilli() + ",\"end_time\":"
                + (word.deed() == Deed.STARTED ? 0 : word.at().toEpochMilli())
                + ",\"state\":{" + word.either("\"life_cycle_state\":\"RUNNING\"",
                        "\"life_cycle_state\":\"TERMINATED\",\"result_state\":\"FAILED\"",
                        "\"life_cycle_state\":\"TERMINATED\",\"result_state\":\"SUCCESS\"")
                + "},\"job_parameters\":[" + word.ifPartition("{\"name\":\"ds\",\"value\":\"2026-11-28\"}") + "]}");
    }

    private static List<String> dataworks(Word word) {
        return List.of("{\"specversion\":\"1.0\",\"id\":\"" + word.delivery() + "\",\"data\":{\"eventCode\":"
                + "\"instance-status-changes\",\"dagType\":0,\"taskType\":0,\"taskId\":9,\"status\":"
                + word.either("4", "5", "6")
                + ",\"modifyTime\":" + word.at().toEpochMilli() + ",\"beginRunningTime\":" + word.began().toEpochMilli()
                + ",\"finishTime\":" + (word.deed() == Deed.STARTED ? 0 : word.at().toEpochMilli()) + "}}");
    }

    private static Map<String, String> dataworksAnswers(Word word) {
        return Map.of("task-instance{id=9}", "{\"TaskInstance\":{\"TaskName\":\"load\",\"ProjectId\":3,"
                + word.ifPartition("\"Bizdate\":1795795200000,") + "\"RunNumber\":" + word.attempt()
                + ",\"StartedTime\":"
                + word.began().toEpochMilli() + "}}");
    }

    private static List<String> dbt(Word word) {
        String batches = word.deed() == Deed.FAILED ? "failed" : "successful";
        return word.deed() == Deed.STARTED
                ? List.of() // the file is there at the end only
                : List.of(
                        "{\"metadata\":{\"dbt_schema_version\":\"https://schemas.getdbt.com/dbt/run-results/v6.json\","
                                + "\"invocation_id\":\"i" + word.attempt() + "\",\"generated_at\":\"" + word.at()
                                + "\",\"invocation_started_at\":\"" + word.began() + "\",\"env\":{\"host\":\""
                                + word.delivery()
                                + "\"}},\"results\":[{\"unique_id\":\"model.a\",\"status\":\""
                                + word.either("", "error", "success") + "\""
                                + word.ifPartition(",\"batch_results\":{\"" + batches
                                        + "\":[[\"2026-11-27T00:00:00Z\",\"2026-11-28T00:00:00Z\"]]}")
                                + "}]}");
    }

    private static List<String> dolphin(Word word) {
        return word.deed() == Deed.STARTED
                ? List.of() // there are alerts of ends only
                : List.of(
                        "{\"msg\":\"[{\\\"projectCode\\\":1,\\\"projectName\\\":\\\"p\\\",\\\"workflowInstanceId\\\":2,"
                                + "\\\"taskName\\\":\\\"" + word.delivery() + "\\\",\\\"taskState\\\":\\\""
                                + word.either("", "FAILURE", "SUCCESS") + "\\\",\\\"taskEndTime\\\":\\\""
                                + LOCAL.format(word.at())
                                + "\\\"}]\"}");
    }

    private static Map<String, String> dolphinAnswers(Word word) {
        return Map.of("workflow-instance{instance=2, project=1}", "{\"name\":\"daily-1-20261128030000000\",\"state\":\""
                + word.either("RUNNING_EXECUTION", "FAILURE", "SUCCESS") + "\",\"runTimes\":" + word.attempt()
                + word.ifPartition(",\"scheduleTime\":\"2026-11-28 03:00:00\"") + ",\"startTime\":\""
                + LOCAL.format(EARLIER)
                + "\",\"restartTime\":\"" + LOCAL.format(word.began()) + "\",\"endTime\":\"" + LOCAL.format(word.at())
                + "\"}");
    }

    private static List<String> job(Word word) {
        String condition = word.either("", "Failed", "Complete");
        return List.of(
                "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"j\",\"namespace\":\"n\",\"uid\":\"u"
                        + word.attempt() + "\",\"resourceVersion\":\"" + word.delivery() + "\""
                        + word.ifPartition(",\"annotations\":{\"reprise.dev/partition\":\"ds=2026-11-28\"}")
                        + "},\"status\":{\"startTime\":\"" + word.began() + "\",\"conditions\":["
                        + (condition.isEmpty()
                                ? ""
                                : "{\"type\":\"" + condition + "\",\"status\":\"True\",\"lastTransitionTime\":\""
                                        + word.at() + "\"}")
                        + "]}}");
    }

    private static List<String> workflow(Word word) {
        return List.of(
                "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Workflow\",\"metadata\":{\"name\":\"w-x\",\"namespace\":"
                        + "\"n\",\"uid\":\"w\",\"resourceVersion\":\"" + word.delivery()
                        + "\"},\"spec\":{\"arguments\":{\"parameters\":["
                        + word.ifPartition("{\"name\":\"ds\",\"value\":\"2026-11-28\"}")
                        + "]}},\"status\":{\"phase\":\""
                        + word.either("Running", "Failed", "Succeeded") + "\",\"startedAt\":\"" + word.began() + "\""
                        + (word.deed() == Deed.STARTED ? "" : ",\"finishedAt\":\"" + word.at() + "\"") + "}}");
    }

    /** Prolog first, as Slurm does; the record of completed jobs does not count restarts. */
    private static List<String> slurm(Word word) {
        String prolog = "{\"hook\":\"PrologSlurmctld\",\"SLURM_JOB_ID\":\"13\",\"SLURM_JOB_NAME\":\"j\",\"reprise_at\":"
                + word.began().getEpochSecond() + ",\"SLURM_JOB_RESTART_COUNT\":\"" + (word.attempt() - 1)
                + "\",\"HOST\":\""
                + word.delivery() + "\",\"SLURM_JOB_COMMENT\":\"" + word.ifPartition("partition=ds=2026-11-28") + "\"}";
        String completed = "{\"JOBID\":\"13\",\"JOBNAME\":\"j\",\"ARRAYJOBID\":\"0\",\"ARRAYTASKID\":\"4294967294\",\"JOBSTATE\":\""
                + word.either("", "FAILED", "COMPLETED") + "\",\"EXITCODE\":\"1:0\",\"HOST\":\"" + word.delivery()
                + "\",\"START\":\"" + word.began().getEpochSecond() + "\",\"END\":\"" + word.at().getEpochSecond()
                + "\",\"SUBMIT\":\"" + EARLIER.getEpochSecond() + "\"}";
        return word.deed() == Deed.STARTED ? List.of(prolog) : List.of(prolog, completed);
    }
}
