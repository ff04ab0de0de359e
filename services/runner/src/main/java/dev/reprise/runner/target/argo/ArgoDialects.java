// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.argo;

import java.util.Map;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Web;

/** Makes the dialects of Argo. */
public final class ArgoDialects {
    private ArgoDialects() {}

    /** A workflow of our own name. */
    public static Dialect submit(Web web, Order order) {
        return new ArgoSubmit(web, order);
    }

    /** The retry of a failed workflow. */
    public static Dialect retry(Web web, Order order) {
        return new ArgoRetry(web, order);
    }

    static Map<String, String> headers(Order order) {
        return Map.of("Authorization", "Bearer " + order.text("token"));
    }

    static String workflows(Order order) {
        return order.address() + "/api/v1/workflows/" + Web.segment(order.text("namespace"));
    }
}
