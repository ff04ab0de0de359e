// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.databricks;

import java.util.Map;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Web;

/** Makes the dialects of Databricks. */
public final class DatabricksDialects {
    private DatabricksDialects() {}

    /** A new run under our token. */
    public static Dialect runNow(Web web, Order order) {
        return new DatabricksRunNow(web, order);
    }

    /** The repair of a failed run. */
    public static Dialect repair(Web web, Order order) {
        return new DatabricksRepair(web, order);
    }

    static Map<String, String> headers(Order order) {
        return Map.of("Authorization", "Bearer " + order.text("token"));
    }

    /** A setting that Databricks takes as a number. */
    static long number(Order order, String name) {
        String text = order.text(name);
        if (!text.matches("\\d{1,18}")) {
            throw new TargetRefusedException(name + " is no number: give the number that Databricks shows");
        }
        return Long.parseLong(text);
    }
}
