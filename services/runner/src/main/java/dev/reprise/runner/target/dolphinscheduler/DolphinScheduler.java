// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.dolphinscheduler;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.schemas.job.SchedulerAction;

/**
 * Runs a finished workflow instance again under its own id. Recovering is the safer way: the API server takes the instance
 * out of its failed state in the same transaction as the command, so that a later duplicate is refused. Repeating leaves
 * the state until a master fetches the command, and a duplicate within that time runs twice.
 *
 * <p>Every answer is 200; what it means stands in {@code code}.
 */
public final class DolphinScheduler implements Dialect {
    private static final int SUCCESS = 0;
    private static final int UNREADABLE = -1;
    /** Not in that state; another command is being carried out. */
    private static final Set<Integer> CONFLICTS = Set.of(50_006, 50_009);
    /** No such instance, project or tenant, bad parameters, no right: checked before anything is written. */
    private static final Set<Integer> CERTAIN = Set.of(10_001, 10_018, 30_001, 30_002, 50_001, 50_027);
    private static final List<String> ENDED = List.of("FAILURE", "SUCCESS", "STOP", "PAUSE");

    private final Web web;
    private final Order order;
    private final String noun;
    private final boolean recover;

    private DolphinScheduler(Web web, Order order) {
        this.web = web;
        this.order = order;
        this.noun = order.is("version", "3.3") ? "workflow" : "process";
        this.recover = order.action() == SchedulerAction.DOLPHINSCHEDULER_RECOVER;
    }

    /** The dialect of an order. */
    public static Dialect of(Web web, Order order) {
        return new DolphinScheduler(web, order);
    }

    @Override
    public Sight look() {
        Reply reply = web.get(
                project() + "/" + noun + "-instances/" + Web.segment(order.text("instance")), headers());
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject()) {
            return Sight.of(reply);
        }
        int code = answer.body().path("code").asInt(UNREADABLE);
        if (code != SUCCESS) {
            return CERTAIN.contains(code) ? new Sight.Impossible(answer.told()) : new Sight.Unseen(answer.told());
        }
        JsonNode data = answer.body().path("data");
        return data.isObject() ? read(data) : new Sight.Unseen(answer.told());
    }

    @Override
    public Verdict ask(String mark) {
        Reply reply = web.form(project() + "/executors/execute", headers(), Map.of(noun + "InstanceId",
                order.text("instance"), "executeType", recover ? "START_FAILURE_TASK_PROCESS" : "REPEAT_RUNNING"));
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject() || !answer.body().path("code").isInt()) {
            return Verdict.of(reply);
        }
        int code = answer.body().path("code").asInt();
        if (code == SUCCESS) {
            return new Verdict.Taken(order.continued(order.text("instance")));
        }
        return CONFLICTS.contains(code) || CERTAIN.contains(code)
                ? new Verdict.Denied(CONFLICTS.contains(code), answer.told())
                : new Verdict.Unsure(answer.told());
    }

    private Sight read(JsonNode instance) {
        String state = instance.path("state").asString("");
        int times = instance.path("runTimes").asInt(0);
        Optional<Integer> expected = order.expectedAttempt();
        if (expected.isPresent() && times != expected.get()) {
            return moved("has run " + times + " times, the failed one was run " + expected.get());
        }
        boolean fits = recover ? "FAILURE".equals(state) : ENDED.contains(state);
        return fits ? new Sight.Ready(Integer.toString(times)) : moved("is in state " + state);
    }

    private Sight moved(String what) {
        String instance = order.text("instance");
        return new Sight.Moved(order.continued(instance), noun + " instance " + instance + " " + what);
    }

    private String project() {
        return order.address() + "/projects/" + Web.segment(order.text("project"));
    }

    private Map<String, String> headers() {
        return Map.of("token", order.text("token"));
    }
}
