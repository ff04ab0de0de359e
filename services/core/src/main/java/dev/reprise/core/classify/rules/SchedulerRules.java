// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.KILLED;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.UPSTREAM;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Airflow, Celery and dbt. */
final class SchedulerRules {
    private SchedulerRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("airflow.sensor-timeout", UPSTREAM).afterSeconds(600).on("AirflowSensorTimeout",
                        "Sensor has timed out"),
                passing("airflow.external-task", UPSTREAM).afterSeconds(600).on("Some of the external tasks",
                        "ExternalTaskFailedError"),
                passing("airflow.task-timeout", TIMEOUT).on("AirflowTaskTimeout"),
                passing("airflow.zombie", PLATFORM).on("Detected zombie job"),
                lasting("airflow.marked", KILLED).on("has been externally set to (?:failed|success)"),
                passing("airflow.state-changed", PLATFORM).on("has been externally set to"),
                passing("airflow.executor-lost", PLATFORM).on("although the task says it",
                        "reported that the task instance .* finished with state"),
                passing("airflow.pod-start", PLATFORM).afterSeconds(60).on("Pod took longer than",
                        "Pod took too long to start"),
                passing("airflow.sigterm", KILLED).on("Task received SIGTERM signal"),
                passing("airflow.sigkill", KILLED).on("Negsignal\\.SIGKILL", "Task exited with return code -9"),
                lasting("airflow.dag-broken", USER_CODE).on("Broken DAG: "),
                lasting("airflow.connection", USER_CODE).on("The conn_id `.*` isn't defined"),
                passing("celery.worker-lost", PLATFORM).on("WorkerLostError", "Worker exited prematurely: signal"),
                lasting("dbt.compilation", USER_CODE).on("Compilation Error in"),
                passing("dbt.test", DATA).on("Got \\d+ results?, configured to fail if"));
    }
}
