// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.kubernetes;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.id.RunId;

/**
 * Makes a job whose name is the rerun's. Kubernetes refuses a name that is taken; ours is told by an annotation. When the
 * job is collected its name is free again: the horizon must be shorter than that.
 */
public final class KubernetesJob implements Dialect {
    private static final String ANNOTATION = "reprise.dev/rerun-id";

    private final Web web;
    private final Order order;

    private KubernetesJob(Web web, Order order) {
        this.web = web;
        this.order = order;
    }

    /** The dialect of an order. */
    public static Dialect of(Web web, Order order) {
        return new KubernetesJob(web, order);
    }

    @Override
    public Sight look() {
        Reply reply = web.get(place("jobs") + "/" + order.name(), headers());
        if (reply instanceof Reply.Answer answer && answer.status() == Reply.NOT_FOUND) {
            return new Sight.Ready("");
        }
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject()) {
            return Sight.of(reply);
        }
        String mark = answer.body().path("metadata").path("annotations").path(ANNOTATION).asString("");
        return mark.equals(order.name())
                ? new Sight.Ours(new RunId(order.name()))
                : new Sight.Foreign("a job of the name " + order.name() + " is there without our annotation");
    }

    @Override
    public Verdict ask(String mark) {
        Reply template = web.get(place("cronjobs") + "/" + Web.segment(order.text("cron-job")), headers());
        if (!(template instanceof Reply.Answer found) || !found.isObject()) {
            return switch (Sight.of(template)) {
                case Sight.Impossible impossible -> new Verdict.Denied(false, impossible.detail());
                // The job itself was not asked for.
                case Sight.Unseen unseen -> new Verdict.Later(unseen.detail());
                case Sight.Ours _,Sight.Ready _,Sight.Moved _,Sight.Foreign _ ->
                    new Verdict.Later("the cron job could not be read");
            };
        }
        Reply reply = web.post(place("jobs"), headers(), job(found.body().path("spec").path("jobTemplate")));
        return reply instanceof Reply.Answer answer && answer.isObject()
                && answer.text("/metadata/name").equals(order.name())
                        ? new Verdict.Taken(new RunId(order.name()))
                        : Verdict.of(reply);
    }

    private ObjectNode job(JsonNode template) {
        ObjectNode job = JsonNodeFactory.instance.objectNode();
        job.put("apiVersion", "batch/v1").put("kind", "Job");
        ObjectNode metadata = job.putObject("metadata").put("name", order.name());
        metadata.set("labels", template.path("metadata").path("labels").isObject()
                ? template.path("metadata").path("labels").deepCopy()
                : JsonNodeFactory.instance.objectNode());
        metadata.putObject("annotations").put(ANNOTATION, order.name());
        JsonNode spec = template.path("spec").deepCopy();
        for (JsonNode container : spec.path("template").path("spec").path("containers")) {
            if (container instanceof ObjectNode open) {
                add(open.path("env") instanceof ArrayNode present ? present : open.putArray("env"));
            }
        }
        job.set("spec", spec);
        return job;
    }

    private void add(ArrayNode environment) {
        // First: of two variables of one name the later one counts, and the job's own is the better one.
        order.request().traceparent().ifPresent(traceparent -> environment.addObject().put("name", Traceparent.VARIABLE)
                .put("value", traceparent.toString()));
        order.table("environment")
                .forEach((name, value) -> environment.addObject().put("name", name).put("value", value));
        environment.addObject().put("name", "REPRISE_RERUN_ID").put("value", order.name());
    }

    private String place(String kind) {
        return order.address() + "/apis/batch/v1/namespaces/" + Web.segment(order.text("namespace")) + "/" + kind;
    }

    private Map<String, String> headers() {
        return Map.of("Authorization", "Bearer " + order.text("token"));
    }
}
