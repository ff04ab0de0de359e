// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import java.time.InstantSource;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.airflow.AirflowDialects;
import dev.reprise.runner.target.argo.ArgoDialects;
import dev.reprise.runner.target.aws.AwsDialects;
import dev.reprise.runner.target.databricks.DatabricksDialects;
import dev.reprise.runner.target.dataworks.DataWorks;
import dev.reprise.runner.target.dolphinscheduler.DolphinScheduler;
import dev.reprise.runner.target.http.HttpExchange;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.runner.target.kubernetes.KubernetesJob;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.GuardedTarget;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.runner.target.slurm.SlurmDialects;
import dev.reprise.schemas.job.TargetSpec;

/** Makes the targets of known schedulers. */
public final class SchedulerTargets {
    private final HttpExchange exchange;
    private final Secrets secrets;
    private final JsonMapper mapper;
    private final InstantSource clock;

    /** Makes them. */
    public SchedulerTargets(HttpSettings settings, Secrets secrets, JsonMapper mapper, InstantSource clock) {
        this.exchange = new HttpExchange(settings);
        this.secrets = secrets;
        this.mapper = mapper;
        this.clock = clock;
    }

    /** The target of a specification. */
    public Target of(TargetSpec.Scheduler spec) {
        return new GuardedTarget(spec, secrets, this::dialect);
    }

    private Dialect dialect(Order order) {
        Web web = Web.traced(exchange, mapper, order);
        // The signature covers the request: nothing is added to it.
        Web signed = new Web(exchange, mapper, order);
        return switch (order.action()) {
            case AIRFLOW_CLEAR -> AirflowDialects.clear(web, order);
            case AIRFLOW_TRIGGER -> AirflowDialects.trigger(web, order);
            case DOLPHINSCHEDULER_RECOVER, DOLPHINSCHEDULER_REPEAT -> DolphinScheduler.of(web, order);
            case DATAWORKS_RERUN -> DataWorks.of(signed, order, clock);
            case SLURM_REQUEUE -> SlurmDialects.requeue(order);
            case SLURM_SUBMIT -> SlurmDialects.submit(order);
            case DATABRICKS_RUN_NOW -> DatabricksDialects.runNow(web, order);
            case DATABRICKS_REPAIR -> DatabricksDialects.repair(web, order);
            case ARGO_SUBMIT -> ArgoDialects.submit(web, order);
            case ARGO_RETRY -> ArgoDialects.retry(web, order);
            case KUBERNETES_CREATE -> KubernetesJob.of(web, order);
            case AWS_REDRIVE -> AwsDialects.redrive(signed, order, clock);
            case AWS_START_EXECUTION -> AwsDialects.startExecution(signed, order, clock);
            case AWS_START_JOB_RUN -> AwsDialects.startJobRun(signed, order, clock);
            case AWS_ADD_STEP -> AwsDialects.addStep(signed, order, clock);
        };
    }
}
