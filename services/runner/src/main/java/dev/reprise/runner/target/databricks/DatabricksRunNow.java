// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.databricks;

import java.util.Map;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.schemas.id.RunId;

/**
 * A new run of a job whose token is the rerun id. The same token brings the same run; there is no question by token, so
 * a doubt is cleared up by sending it again.
 */
final class DatabricksRunNow implements Dialect {
    private final Web web;
    private final Order order;
    private final long job;

    DatabricksRunNow(Web web, Order order) {
        this.web = web;
        this.order = order;
        this.job = DatabricksDialects.number(order, "job-id");
    }

    @Override
    public Sight look() {
        return new Sight.Ready("");
    }

    @Override
    public Verdict ask(String mark) {
        Reply reply = web.post(order.address() + "/api/2.1/jobs/run-now", DatabricksDialects.headers(order),
                Map.of("job_id", job, "idempotency_token", order.name(), "job_parameters", order.table("parameters")));
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/run_id").isEmpty()
                ? new Verdict.Taken(new RunId(answer.text("/run_id")))
                : Verdict.of(reply);
    }
}
