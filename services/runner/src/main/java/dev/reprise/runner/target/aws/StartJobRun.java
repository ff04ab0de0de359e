// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.schemas.id.RunId;

/**
 * Starts a run of a Glue job. Glue takes no token; ours is the argument {@code --rerun_id}, which is looked for among the
 * latest runs. What Glue itself refuses is a run beyond the concurrency of the job.
 */
final class StartJobRun implements Dialect {
    private static final String ARGUMENT = "--rerun_id";
    /** Runs on a page: as many as surely fit into what is read of an answer. */
    private static final int PAGE = 20;
    private static final int PAGES = 3;
    /** Glue appends this to the id of a run that it starts again by itself. */
    private static final Pattern ATTEMPT = Pattern.compile("_attempt_\\d{1,4}$");

    private final AwsCalls calls;
    private final Order order;
    private final String job;

    StartJobRun(AwsCalls calls, Order order) {
        this.calls = calls;
        this.order = order;
        this.job = order.text("job");
    }

    @Override
    public Sight look() {
        String next = "";
        for (int page = 0; page < PAGES; page++) {
            ObjectNode question = JsonNodeFactory.instance.objectNode().put("JobName", job).put("MaxResults", PAGE);
            if (!next.isEmpty()) {
                question.put("NextToken", next);
            }
            Reply reply = calls.ask("GetJobRuns", question);
            if (!(reply instanceof Reply.Answer answer) || !answer.isObject()) {
                return AwsCalls.unseen(reply);
            }
            for (JsonNode run : answer.body().path("JobRuns")) {
                if (run.path("Arguments").path(ARGUMENT).asString("").equals(order.name())) {
                    return new Sight.Ours(new RunId(ATTEMPT.matcher(run.path("Id").asString("")).replaceFirst("")));
                }
            }
            next = answer.text("/NextToken");
            if (next.isEmpty()) {
                break;
            }
        }
        return new Sight.Ready("");
    }

    @Override
    public Verdict ask(String mark) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("JobName", job);
        ObjectNode arguments = request.putObject("Arguments");
        order.table("arguments").forEach((name, value) -> arguments.put("--" + name, value));
        arguments.put(ARGUMENT, order.name());
        Reply reply = calls.ask("StartJobRun", request);
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/JobRunId").isEmpty()
                ? new Verdict.Taken(new RunId(answer.text("/JobRunId")))
                : AwsCalls.verdict(reply, "ConcurrentRunsExceededException");
    }
}
