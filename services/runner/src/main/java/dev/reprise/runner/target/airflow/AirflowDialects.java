// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.airflow;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Web;

/** Makes the dialects of Airflow. */
public final class AirflowDialects {
    private AirflowDialects() {}

    /** Clearing what failed. */
    public static Dialect clear(Web web, Order order) {
        return new AirflowClear(new AirflowApi(web, order), order);
    }

    /** A DAG run of our own name. */
    public static Dialect trigger(Web web, Order order) {
        return new AirflowTrigger(new AirflowApi(web, order), order);
    }
}
