// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.dataworks;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;

/**
 * Runs a failed task instance again. DataWorks takes no key and no condition, so its run number and its rerun mode are
 * looked at before, and the run number again where the answer leaves doubt.
 */
public final class DataWorks implements Dialect {
    private static final String FAILURE = "Failure";

    private final Web web;
    private final Order order;
    private final AlibabaSignature signature;
    private final String instance;

    private DataWorks(Web web, Order order, InstantSource clock) {
        this.web = web;
        this.order = order;
        this.signature = new AlibabaSignature(order, clock);
        this.instance = order.text("instance");
        if (!instance.matches("\\d{1,19}")) {
            throw new TargetRefusedException("instance is no number: give the id of the task instance");
        }
    }

    /** The dialect of an order. */
    public static Dialect of(Web web, Order order, InstantSource clock) {
        return new DataWorks(web, order, clock);
    }

    @Override
    public Sight look() {
        Map<String, String> query = Map.of("Id", instance);
        Reply reply = web.get(order.address() + "/?" + Web.query(query),
                signature.headers("GET", "GetTaskInstance", query, ""));
        if (reply instanceof Reply.Answer answer && isThrottled(answer)) {
            return new Sight.Unseen(answer.told());
        }
        return reply instanceof Reply.Answer answer && answer.isObject()
                && answer.body().path("TaskInstance").isObject()
                        ? read(answer.body().path("TaskInstance"))
                        : Sight.of(reply);
    }

    @Override
    public Verdict ask(String mark) {
        Map<String, String> form = new TreeMap<>(
                Map.of("Ids", "[" + instance + "]", "Comment", "Reprise " + order.name()));
        Reply reply = web.form(order.address() + "/",
                signature.headers("POST", "RerunTaskInstances", Map.of(), Web.query(form)), form);
        if (reply instanceof Reply.Answer answer && isThrottled(answer)) {
            return new Verdict.Later(answer.told());
        }
        // A request that worked may have failed for its one instance.
        JsonNode result = reply instanceof Reply.Answer answer && answer.isObject()
                ? answer.body().path("SuccessInfo").path(instance)
                : MissingNode.getInstance();
        if (!(reply instanceof Reply.Answer answer) || !result.path("Success").isBoolean()) {
            return Verdict.of(reply);
        }
        return result.path("Success").asBoolean()
                ? new Verdict.Taken(order.continued(instance))
                : new Verdict.Denied(false, answer.told());
    }

    private Sight read(JsonNode found) {
        String status = found.path("Status").asString("");
        String mode = found.path("RerunMode").asString("");
        int number = found.path("RunNumber").asInt(0);
        Optional<Integer> expected = order.expectedAttempt();
        if (expected.isPresent() && number != expected.get()) {
            return moved("is at run " + number + ", the failed one was run " + expected.get());
        }
        if (!FAILURE.equals(status)) {
            return moved("is in status " + status);
        }
        return "AllDenied".equals(mode)
                ? new Sight.Impossible("task instance " + instance
                        + " does not allow reruns (RerunMode AllDenied): allow them at the node")
                : new Sight.Ready(Integer.toString(number));
    }

    private Sight moved(String what) {
        return new Sight.Moved(order.continued(instance), "task instance " + instance + " " + what);
    }

    private static boolean isThrottled(Reply.Answer answer) {
        return answer.text("/Code").startsWith("Throttling");
    }
}
