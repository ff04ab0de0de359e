// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.airflow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;

/**
 * Clears what failed. Airflow takes no condition on the try number, so it is looked at before; what Airflow checks
 * itself is that only failed tasks are cleared.
 */
final class AirflowClear implements Dialect {
    private static final List<String> FAILED = List.of("failed", "upstream_failed");

    private final AirflowApi api;
    private final Order order;
    private final String run;
    private final Optional<String> task;
    private final Optional<Integer> mapIndex;

    AirflowClear(AirflowApi api, Order order) {
        this.api = api;
        this.order = order;
        this.run = order.text("run");
        this.task = order.optional("task");
        this.mapIndex = order.optional("map-index").map(AirflowClear::index);
        if (mapIndex.isPresent() && task.isEmpty()) {
            throw new TargetRefusedException("map-index stands without task: set task, or remove it");
        }
        if (mapIndex.isPresent() && !api.second()) {
            // Its clear takes names of tasks alone, and would reject a name with an index.
            throw new TargetRefusedException(
                    "map-index cannot be cleared by api v1, which clears all elements of a task: remove map-index");
        }
    }

    @Override
    public Sight look() {
        String place = "/dagRuns/" + Web.segment(run) + task.map(id -> "/taskInstances/" + Web.segment(id)).orElse("")
                + mapIndex.map(index -> "/" + index).orElse("");
        Reply reply = api.get(place);
        return reply instanceof Reply.Answer answer && answer.isObject() ? read(answer) : Sight.of(reply);
    }

    @Override
    public Verdict ask(String mark) {
        Map<String, Object> clear = new HashMap<>(Map.of("dry_run", false, "dag_run_id", run, "only_failed", true,
                "only_running", false, "reset_dag_runs", true));
        task.ifPresent(id -> {
            clear.put("task_ids", List.of(mapIndex.<Object>map(index -> List.of(id, index)).orElse(id)));
            clear.put("include_downstream", order.is("downstream", "true"));
        });
        Reply reply = api.post("/clearTaskInstances", clear);
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject()
                || !answer.body().path("task_instances").isArray()) {
            return Verdict.of(reply);
        }
        return answer.body().path("task_instances").isEmpty()
                ? new Verdict.Denied(true, "Airflow found no failed task to clear in run " + run)
                : new Verdict.Taken(order.continued(run));
    }

    private Sight read(Reply.Answer answer) {
        String state = answer.text("/state");
        if (task.isEmpty()) {
            return "failed".equals(state) ? new Sight.Ready(state) : moved("run " + run + " is " + shown(state));
        }
        String number = answer.text("/try_number");
        Optional<Integer> expected = order.expectedAttempt();
        if (expected.isPresent() && !number.equals(expected.get().toString())) {
            return moved("task " + task.get() + " of run " + run + " is at try " + number + ", the failed one was try "
                    + expected.get());
        }
        return FAILED.contains(state)
                ? new Sight.Ready(number)
                : moved("task " + task.get() + " of run " + run + " is " + shown(state));
    }

    private Sight moved(String detail) {
        return new Sight.Moved(order.continued(run), detail);
    }

    /** A cleared task has no state until the scheduler looks at it. */
    private static String shown(String state) {
        return state.isEmpty() ? "without state" : state;
    }

    private static int index(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new TargetRefusedException("map-index is no whole number: correct it");
        }
    }
}
