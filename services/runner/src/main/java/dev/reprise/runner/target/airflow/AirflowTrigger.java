// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.airflow;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.node.NullNode;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.schemas.id.RunId;

/**
 * Makes a DAG run whose id is the rerun's. A conflict is ours only where a run of that id is found that carries our mark:
 * Airflow answers the same 409 when a scheduled run already has the logical date.
 */
final class AirflowTrigger implements Dialect {
    private static final String MARK = "reprise_rerun_id";

    private final AirflowApi api;
    private final Order order;

    AirflowTrigger(AirflowApi api, Order order) {
        this.api = api;
        this.order = order;
    }

    @Override
    public Sight look() {
        Reply reply = api.get("/dagRuns/" + Web.segment(order.name()));
        if (reply instanceof Reply.Answer answer && answer.status() == Reply.NOT_FOUND) {
            return new Sight.Ready("");
        }
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject()) {
            return Sight.of(reply);
        }
        return answer.text("/conf/" + MARK).equals(order.name())
                ? new Sight.Ours(new RunId(order.name()))
                : new Sight.Foreign("a DAG run of the name " + order.name() + " is there without our mark in conf");
    }

    @Override
    public Verdict ask(String mark) {
        Map<String, Object> conf = new HashMap<>(order.table("conf"));
        conf.put(MARK, order.name());
        Map<String, Object> run = new HashMap<>(
                Map.of("dag_run_id", order.name(), "conf", conf, "note", "rerun by Reprise"));
        order.optional("logical-date").ifPresent(date -> run.put("logical_date", date));
        order.optional("partition-key").ifPresent(key -> run.put("partition_key", key));
        if (api.second()) {
            // Absent and null mean the same, and the first releases insist on the field.
            run.putIfAbsent("logical_date", NullNode.getInstance());
        }
        Reply reply = api.post("/dagRuns", run);
        return reply instanceof Reply.Answer answer && answer.isObject()
                && answer.text("/dag_run_id").equals(order.name())
                        ? new Verdict.Taken(new RunId(order.name()))
                        : Verdict.of(reply);
    }
}
