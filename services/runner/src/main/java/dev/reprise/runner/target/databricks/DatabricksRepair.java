// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.databricks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;

/**
 * Repairs the failed tasks of a run. From the second repair on Databricks wants the id of the latest one, and refuses a
 * stale one; before the first it refuses only while the run is in progress.
 */
final class DatabricksRepair implements Dialect {
    private static final List<String> FAILED = List.of("FAILED", "TIMEDOUT", "CANCELED", "UPSTREAM_FAILED",
            "UPSTREAM_CANCELED", "MAXIMUM_CONCURRENT_RUNS_REACHED");
    private static final List<String> OVER = List.of("TERMINATED", "INTERNAL_ERROR");

    private final Web web;
    private final Order order;
    private final long run;

    DatabricksRepair(Web web, Order order) {
        this.web = web;
        this.order = order;
        this.run = DatabricksDialects.number(order, "run");
    }

    @Override
    public Sight look() {
        Reply reply = web.get(order.address() + "/api/2.1/jobs/runs/get?run_id=" + run + "&include_history=true",
                DatabricksDialects.headers(order));
        return reply instanceof Reply.Answer answer && answer.isObject()
                && answer.body().path("state").isObject() ? read(answer) : Sight.of(reply);
    }

    @Override
    public Verdict ask(String mark) {
        Map<String, Object> repair = new HashMap<>(Map.of("run_id", run, "rerun_all_failed_tasks", true));
        if (!mark.isEmpty()) {
            repair.put("latest_repair_id", Long.parseLong(mark));
        }
        Reply reply = web.post(order.address() + "/api/2.1/jobs/runs/repair", DatabricksDialects.headers(order),
                repair);
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/repair_id").isEmpty()
                ? new Verdict.Taken(order.continued(Long.toString(run)))
                : Verdict.of(reply);
    }

    private Sight read(Reply.Answer answer) {
        int repairs = 0;
        String latest = "";
        for (JsonNode item : answer.body().path("repair_history")) {
            if (item.path("type").asString("").equals("REPAIR")) {
                repairs++;
                latest = item.path("id").isIntegralNumber() ? Long.toString(item.path("id").asLong()) : latest;
            }
        }
        Optional<Integer> expected = order.expectedAttempt();
        if (expected.isPresent() && repairs + 1 != expected.get()) {
            return moved("has been repaired " + repairs + " times, the failed attempt was number " + expected.get());
        }
        String life = answer.text("/state/life_cycle_state");
        String result = answer.text("/state/result_state");
        boolean failed = OVER.contains(life) && (FAILED.contains(result) || life.equals("INTERNAL_ERROR"));
        return failed ? new Sight.Ready(latest) : moved("is " + life + " " + result);
    }

    private Sight moved(String what) {
        return new Sight.Moved(order.continued(Long.toString(run)), "run " + run + " " + what);
    }
}
