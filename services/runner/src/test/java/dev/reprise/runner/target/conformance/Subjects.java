// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.process.ProcessStage;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpFence;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;

/** The targets that are played here. */
final class Subjects {
    private static final Duration DAY = Duration.ofDays(1);

    private Subjects() {}

    /**
     * All of them.
     *
     * @param directory where processes run
     */
    static List<Subject> all(Path directory) {
        return List.of(
                new Subject("Process", "process", new DispatchClass.Keyed(DAY), ProcessStage.FAULTS,
                        fault -> new ProcessStage(directory, fault)),
                http("keyed", new DispatchClass.Keyed(DAY), () -> new HttpPlay(true)), fenced(),
                http("opaque", new DispatchClass.Opaque(), () -> new HttpPlay(false)),
                scheduler("Airflow 3, clear", "run-1", () -> new AirflowPlay("v2"), SchedulerAction.AIRFLOW_CLEAR,
                        Map.of("token", "${env:TOKEN}", "dag", "load_orders", "task", "load")),
                scheduler("Airflow 2, clear", "run-1", () -> new AirflowPlay("v1"), SchedulerAction.AIRFLOW_CLEAR,
                        Map.of("api", "v1", "user", "u", "password", "${env:TOKEN}", "dag", "load_orders", "task",
                                "load")),
                scheduler("Airflow 3, trigger", "run-1", () -> new AirflowPlay("v2"), SchedulerAction.AIRFLOW_TRIGGER,
                        Map.of("user", "u", "password", "${env:TOKEN}", "dag", "load_orders", "conf.ds",
                                "{{partition.ds}}")),
                scheduler("Airflow 2, trigger", "run-1", () -> new AirflowPlay("v1"), SchedulerAction.AIRFLOW_TRIGGER,
                        Map.of("api", "v1", "token", "${env:TOKEN}", "dag", "load_orders")),
                scheduler("DolphinScheduler, recover", "4711", DolphinSchedulerPlay::new,
                        SchedulerAction.DOLPHINSCHEDULER_RECOVER, Map.of("token", "${env:TOKEN}", "project", "99")),
                scheduler("DolphinScheduler, repeat", "4711", DolphinSchedulerPlay::new,
                        SchedulerAction.DOLPHINSCHEDULER_REPEAT,
                        Map.of("token", "${env:TOKEN}", "project", "99", "version", "3.2")),
                scheduler("DataWorks, rerun", "4711", DataWorksPlay::new, SchedulerAction.DATAWORKS_RERUN,
                        Map.of("access-key-id", "key-id", "access-key-secret", "${env:TOKEN}")),
                scheduler("Databricks, run-now", "4711", DatabricksPlay::new, SchedulerAction.DATABRICKS_RUN_NOW,
                        Map.of("token", "${env:TOKEN}", "job-id", "99", "parameters.ds", "{{partition.ds}}")),
                scheduler("Databricks, repair", "4711", DatabricksPlay::new, SchedulerAction.DATABRICKS_REPAIR,
                        Map.of("token", "${env:TOKEN}")),
                scheduler("Argo, submit", "nightly", ArgoPlay::new, SchedulerAction.ARGO_SUBMIT,
                        Map.of("token", "${env:TOKEN}", "namespace", "batch", "template", "nightly", "parameters.ds",
                                "{{partition.ds}}")),
                scheduler("Argo, retry", "nightly", ArgoPlay::new, SchedulerAction.ARGO_RETRY,
                        Map.of("token", "${env:TOKEN}", "namespace", "batch")),
                scheduler("Kubernetes, create", "nightly", KubernetesPlay::new, SchedulerAction.KUBERNETES_CREATE,
                        Map.of("token", "${env:TOKEN}", "namespace", "batch", "cron-job", "nightly", "environment.DS",
                                "{{partition.ds}}")),
                scheduler("Step Functions, redrive", StepFunctionsPlay.FAILED, StepFunctionsPlay::new,
                        SchedulerAction.AWS_REDRIVE, aws(Map.of())),
                scheduler("Step Functions, start-execution", StepFunctionsPlay.FAILED, StepFunctionsPlay::new,
                        SchedulerAction.AWS_START_EXECUTION,
                        aws(Map.of("state-machine", StepFunctionsPlay.MACHINE, "input.ds", "{{partition.ds}}"))),
                scheduler("Glue, start-job-run", "jr_1", GluePlay::new, SchedulerAction.AWS_START_JOB_RUN,
                        aws(Map.of("job", "nightly", "arguments.ds", "{{partition.ds}}"))),
                scheduler("EMR, add-step", "j-2AXXXXXXGAPLF/s-1", EmrPlay::new, SchedulerAction.AWS_ADD_STEP,
                        aws(Map.of())));
    }

    /** The request for one rerun of a failed run. */
    static TargetRequest request(String run) {
        InstanceId instance = new InstanceId(new JobId("warehouse", "orders"), new PartitionKey("ds=2026-11-28"));
        AttemptId failed = new AttemptId(new RunId(run), 1);
        return new TargetRequest(RerunId.ofFailure(instance, failed), instance, 1, Optional.of(failed), Map.of(), 5, 6,
                Instant.parse("2099-01-01T00:00:00Z"), "a".repeat(64));
    }

    private static Subject scheduler(String name, String run, Supplier<Play> play, SchedulerAction action,
            Map<String, String> settings) {
        DispatchClass guarantee = action.memory().<DispatchClass>map(DispatchClass.Keyed::new)
                .orElseGet(DispatchClass.Opaque::new);
        return new Subject(name, action.name(), guarantee, fault -> new HttpStage(play.get(), request(run),
                (url, timeout) -> {
                    Map<String, String> all = new TreeMap<>(settings);
                    all.put("url", url);
                    return new TargetSpec.Scheduler(action, all, guarantee, timeout);
                }, fault));
    }

    private static Map<String, String> aws(Map<String, String> own) {
        Map<String, String> all = new TreeMap<>(own);
        all.put("region", "eu-west-1");
        all.put("access-key-id", "key-id");
        all.put("secret-access-key", "${env:TOKEN}");
        return all;
    }

    private static Subject http(String word, DispatchClass guarantee, Supplier<Play> play) {
        boolean keyed = guarantee instanceof DispatchClass.Keyed;
        return new Subject("HTTP, " + word, "http " + word, guarantee, fault -> new HttpStage(play.get(),
                request("run-1"), (url, timeout) -> new TargetSpec.Http("POST", url + "/runs", Map.of(),
                        Optional.of("{\"job\":\"{{name}}\"}"), Optional.of("Idempotency-Key"),
                        new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.of("/id")),
                        keyed ? Optional.of(new HttpQuery(url + "/runs/{{rerunId}}")) : Optional.empty(),
                        Optional.empty(), guarantee, timeout),
                fault));
    }

    private static Subject fenced() {
        DispatchClass guarantee = new DispatchClass.Fenced();
        return new Subject("HTTP, fenced", "http fenced", guarantee, fault -> new HttpStage(new FencedPlay(),
                request("run-1"), (url, timeout) -> new TargetSpec.Http("POST", url + "/runs/{{rerunId}}/{{fence}}",
                        Map.of(), Optional.empty(), Optional.empty(),
                        new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.empty()),
                        Optional.of(new HttpQuery(url + "/runs/{{rerunId}}")),
                        Optional.of(new HttpFence("PUT", url + "/tokens/{{rerunId}}/{{fence}}", Optional.of("{}"))),
                        guarantee, timeout),
                fault));
    }
}
