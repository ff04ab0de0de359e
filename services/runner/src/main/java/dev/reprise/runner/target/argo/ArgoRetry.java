// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.argo;

import java.util.List;
import java.util.Map;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;

/**
 * Retries a failed workflow under its own name. Argo refuses while it runs, and counts no attempts: that it has failed is
 * all that can be looked at.
 */
final class ArgoRetry implements Dialect {
    private static final List<String> FAILED = List.of("Failed", "Error");

    private final Web web;
    private final Order order;
    private final String workflow;

    ArgoRetry(Web web, Order order) {
        this.web = web;
        this.order = order;
        this.workflow = order.text("workflow");
    }

    @Override
    public Sight look() {
        Reply reply = web.get(ArgoDialects.workflows(order) + "/" + Web.segment(workflow), ArgoDialects.headers(order));
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject()) {
            return Sight.of(reply);
        }
        String phase = answer.text("/status/phase");
        return FAILED.contains(phase)
                ? new Sight.Ready(answer.text("/status/startedAt"))
                : new Sight.Moved(order.continued(workflow), "workflow " + workflow + " is " + phase);
    }

    @Override
    public Verdict ask(String mark) {
        Reply reply = web.put(ArgoDialects.workflows(order) + "/" + Web.segment(workflow) + "/retry",
                ArgoDialects.headers(order),
                Map.of("name", workflow, "namespace", order.text("namespace"), "restartSuccessful", false));
        return reply instanceof Reply.Answer answer && answer.isObject()
                && answer.text("/metadata/name").equals(workflow)
                        ? new Verdict.Taken(order.continued(workflow))
                        : Verdict.of(reply);
    }
}
