// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import static dev.reprise.schemas.job.SchedulerSetting.address;
import static dev.reprise.schemas.job.SchedulerSetting.choice;
import static dev.reprise.schemas.job.SchedulerSetting.optional;
import static dev.reprise.schemas.job.SchedulerSetting.otherwise;
import static dev.reprise.schemas.job.SchedulerSetting.required;
import static dev.reprise.schemas.job.SchedulerSetting.secret;
import static dev.reprise.schemas.job.SchedulerSetting.table;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a scheduler is asked to do for a rerun: its settings, and how long it remembers our name where it has one. An
 * action without such a memory is opaque, whatever else guards it.
 */
public enum SchedulerAction {
    /** Clears the failed task, or the failed tasks of the run, in Airflow. */
    AIRFLOW_CLEAR("airflow", "clear", Optional.empty(), Part.AIRFLOW,
            List.of(otherwise("run", "{{run}}", "the id of the DAG run"),
                    optional("task", "the id of the failed task; all failed tasks of the run where absent"),
                    optional("map-index", "the index of a mapped task"),
                    choice("downstream", "whether tasks behind the failed one are cleared with it", "true", "false"),
                    Part.GUARD)),
    /** Makes a DAG run of our own name in Airflow. */
    AIRFLOW_TRIGGER("airflow", "trigger", Optional.of(Duration.ofDays(30)), Part.AIRFLOW,
            List.of(optional("logical-date", "the logical date of the new run, such as {{partition.ds}}T00:00:00Z"),
                    optional("partition-key", "the partition key of the new run, from Airflow 3.2"),
                    table("conf", "the configuration of the new run"))),
    /** Recovers a failed workflow instance of DolphinScheduler from its failed tasks. */
    DOLPHINSCHEDULER_RECOVER("dolphinscheduler", "recover", Optional.empty(), Part.DOLPHINSCHEDULER,
            List.of(Part.GUARD)),
    /** Runs a finished workflow instance of DolphinScheduler again from its start. */
    DOLPHINSCHEDULER_REPEAT("dolphinscheduler", "repeat", Optional.empty(), Part.DOLPHINSCHEDULER,
            List.of(Part.GUARD)),
    /** Runs a failed task instance of DataWorks again. */
    DATAWORKS_RERUN("dataworks", "rerun", Optional.empty(),
            List.of(address("the endpoint of the region, such as https://dataworks.cn-shanghai.aliyuncs.com"),
                    secret("access-key-id", true, "the id of the access key"),
                    secret("access-key-secret", true, "the secret of the access key"),
                    secret("security-token", false, "the token of temporary credentials"),
                    otherwise("instance", "{{run}}", "the id of the task instance")),
            List.of(Part.GUARD)),
    /** Requeues a finished batch job of Slurm. */
    SLURM_REQUEUE("slurm", "requeue", Optional.empty(), Part.SLURM,
            List.of(otherwise("id", "{{run}}", "the job id, with _TASK behind it for an element of an array"),
                    Part.GUARD)),
    /** Submits a batch job to Slurm under our own name. */
    SLURM_SUBMIT("slurm", "submit", Optional.empty(), Part.SLURM,
            List.of(required("script", "the absolute path of the batch script"),
                    optional("partition", "the Slurm partition"),
                    optional("directory", "where the job runs"), table("environment", "variables of the job"))),
    /** Runs a Databricks job with our token. */
    DATABRICKS_RUN_NOW("databricks", "run-now", Optional.of(Duration.ofDays(30)), Part.DATABRICKS,
            List.of(required("job-id", "the number of the job"), table("parameters", "the parameters of the job"))),
    /** Repairs the failed tasks of a Databricks run. */
    DATABRICKS_REPAIR("databricks", "repair", Optional.empty(), Part.DATABRICKS,
            List.of(otherwise("run", "{{run}}", "the number of the run"), Part.GUARD)),
    /** Submits an Argo workflow from a template under our own name. */
    ARGO_SUBMIT("argo", "submit", Optional.of(Duration.ofDays(1)), Part.ARGO,
            List.of(required("template", "the name of the workflow template"),
                    table("parameters", "the parameters of the workflow"))),
    /** Retries a failed Argo workflow. */
    ARGO_RETRY("argo", "retry", Optional.empty(), Part.ARGO,
            List.of(otherwise("workflow", "{{run}}", "the name of the failed workflow"))),
    /** Makes a Kubernetes job of our own name from the template of a cron job. */
    KUBERNETES_CREATE("kubernetes", "create", Optional.of(Duration.ofDays(1)),
            List.of(address("the address of the API server"), secret("token", true, "the token of a service account"),
                    required("namespace", "the namespace"),
                    required("cron-job", "the cron job whose template is run")),
            List.of(table("environment", "variables that are added to every container"))),
    /** Redrives a failed execution of Step Functions from the states that failed. */
    AWS_REDRIVE("aws", "redrive", Optional.empty(), Part.AWS,
            List.of(otherwise("execution", "{{run}}", "the ARN of the failed execution"), Part.GUARD)),
    /** Starts an execution of our own name in Step Functions. */
    AWS_START_EXECUTION("aws", "start-execution", Optional.of(Duration.ofDays(90)), Part.AWS,
            List.of(required("state-machine", "the ARN of the state machine, which must be a standard one"),
                    table("input", "the input of the execution, to which rerun_id is added"))),
    /** Starts a run of a Glue job with our name among its arguments. */
    AWS_START_JOB_RUN("aws", "start-job-run", Optional.empty(), Part.AWS,
            List.of(required("job", "the name of the Glue job"),
                    table("arguments", "arguments of the run, without the two hyphens"))),
    /** Adds a copy of a failed EMR step with our name behind its own. */
    AWS_ADD_STEP("aws", "add-step", Optional.empty(), Part.AWS,
            List.of(otherwise("step", "{{run}}", "the failed step, as CLUSTER/STEP"),
                    optional("cluster", "the cluster that runs the copy; that of the failed step where absent")));

    /** Most entries of all tables of one target together with its other settings. */
    public static final int MAX_SETTINGS = 48;

    private final String type;
    private final String word;
    private final Optional<Duration> memory;
    private final List<SchedulerSetting> settings;

    SchedulerAction(String type, String word, Optional<Duration> memory, List<SchedulerSetting> shared,
            List<SchedulerSetting> own) {
        this.type = type;
        this.word = word;
        this.memory = memory;
        this.settings = Stream.concat(shared.stream(), own.stream()).toList();
    }

    /** The schedulers, as the registry writes them. */
    public static List<String> types() {
        return Stream.of(values()).map(SchedulerAction::type).distinct().toList();
    }

    /** The actions of a scheduler; the first is the one that is meant where none is named. */
    public static List<SchedulerAction> of(String type) {
        return Stream.of(values()).filter(action -> action.type.equals(type)).toList();
    }

    /** The scheduler, as the registry writes it. */
    public String type() {
        return type;
    }

    /** The action, as the registry writes it. */
    public String word() {
        return word;
    }

    /** How long the scheduler remembers our name where nothing else is declared; empty where it has no such memory. */
    public Optional<Duration> memory() {
        return memory;
    }

    /** The settings it takes. */
    public List<SchedulerSetting> settings() {
        return settings;
    }

    /** The setting that an entry belongs to: of that name, or the table whose entry it is. */
    public Optional<SchedulerSetting> setting(String entry) {
        return settings.stream()
                .filter(setting -> setting.kind() == SchedulerSetting.Kind.TABLE
                        ? entry.startsWith(setting.name() + ".") && entry.length() > setting.name().length() + 1
                        : setting.name().equals(entry))
                .findFirst();
    }

    /** What the actions of a scheduler share. */
    private static final class Part {
        static final SchedulerSetting GUARD = choice("guard",
                "attempt: only while the run stands at the failed attempt; state: only while it has failed", "attempt",
                "state");
        static final List<SchedulerSetting> AIRFLOW = List.of(address("the address of Airflow, without /api"),
                choice("api", "the interface: v2 of Airflow 3, v1 of Airflow 2", "v2", "v1"),
                secret("token", false, "a bearer token; else user and password"),
                optional("user", "the user, with password instead of token"),
                secret("password", false, "the password of the user"), required("dag", "the id of the DAG"));
        static final List<SchedulerSetting> DOLPHINSCHEDULER = List.of(
                address("the address of the API server, with /dolphinscheduler"),
                secret("token", true, "an access token of the security centre"),
                required("project", "the code of the project"),
                choice("version", "which names the interface has: 3.3 and newer say workflow, older ones process",
                        "3.3",
                        "3.2"),
                otherwise("instance", "{{run}}", "the id of the workflow instance"));
        static final List<SchedulerSetting> SLURM = List.of(
                optional("bin", "the directory of scontrol, squeue and sbatch; those of PATH where absent"),
                optional("conf", "the path of slurm.conf, where it is not the built-in one"));
        static final List<SchedulerSetting> DATABRICKS = List.of(address("the address of the workspace"),
                secret("token", true, "an access token"));
        static final List<SchedulerSetting> ARGO = List.of(address("the address of the Argo server"),
                secret("token", true, "a bearer token"), required("namespace", "the namespace"));
        static final List<SchedulerSetting> AWS = List.of(
                address("the endpoint of the service in its region, such as https://states.eu-west-1.amazonaws.com"),
                required("region", "the region, such as eu-west-1"),
                secret("access-key-id", true, "the id of the access key"),
                secret("secret-access-key", true, "the secret of the access key"),
                secret("session-token", false, "the token of temporary credentials"));

        private Part() {}
    }
}
