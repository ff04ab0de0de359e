// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.argo;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.schemas.id.RunId;

/**
 * Submits a template as a workflow whose name is the rerun's. Kubernetes refuses a name that is taken; one that was
 * collected is free again, so the archive is asked as well, where there is one.
 */
final class ArgoSubmit implements Dialect {
    private static final String LABEL = "reprise.dev/rerun-id";
    private static final int NOT_IMPLEMENTED = 501;

    private final Web web;
    private final Order order;

    ArgoSubmit(Web web, Order order) {
        this.web = web;
        this.order = order;
    }

    @Override
    public Sight look() {
        Reply reply = web.get(ArgoDialects.workflows(order) + "/" + order.name(), ArgoDialects.headers(order));
        if (reply instanceof Reply.Answer answer && answer.status() == Reply.NOT_FOUND) {
            return archived();
        }
        return reply instanceof Reply.Answer answer && answer.isObject() ? read(answer.body()) : Sight.of(reply);
    }

    @Override
    public Verdict ask(String mark) {
        List<String> parameters = order.table("parameters").entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue()).toList();
        Reply reply = web.post(ArgoDialects.workflows(order) + "/submit", ArgoDialects.headers(order),
                Map.of("namespace", order.text("namespace"), "resourceKind", "WorkflowTemplate", "resourceName",
                        order.text("template"), "submitOptions", Map.of("name", order.name(), "labels",
                                LABEL + "=" + order.name(), "parameters", parameters)));
        return reply instanceof Reply.Answer answer && answer.isObject()
                && answer.text("/metadata/name").equals(order.name())
                        ? new Verdict.Taken(new RunId(order.name()))
                        : Verdict.of(reply);
    }

    private Sight archived() {
        Reply reply = web.get(order.address() + "/api/v1/archived-workflows?" + Web.query(
                Map.of("listOptions.fieldSelector", "metadata.namespace=" + order.text("namespace"),
                        "listOptions.labelSelector", LABEL + "=" + order.name())),
                ArgoDialects.headers(order));
        if (reply instanceof Reply.Answer answer && answer.isObject()) {
            JsonNode first = answer.body().path("items").path(0);
            return first.isObject() ? read(first) : new Sight.Ready("");
        }
        // No archive is no doubt: then only the live object and its horizon count.
        return reply instanceof Reply.Answer answer
                && (answer.status() == Reply.NOT_FOUND || answer.status() == NOT_IMPLEMENTED)
                        ? new Sight.Ready("")
                        : Sight.of(reply);
    }

    private Sight read(JsonNode workflow) {
        String label = workflow.path("metadata").path("labels").path(LABEL).asString("");
        return label.equals(order.name())
                ? new Sight.Ours(new RunId(order.name()))
                : new Sight.Foreign("a workflow of the name " + order.name() + " is there without our label");
    }
}
