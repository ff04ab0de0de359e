// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;

/**
 * Redrives a failed execution under its own ARN. Our token makes a second request within 15 minutes the same one, which is
 * too short to be a promise: the count of redrives is looked at before, and again where the answer leaves doubt.
 */
final class RedriveExecution implements Dialect {
    private static final List<String> FAILED = List.of("FAILED", "TIMED_OUT", "ABORTED");

    private final AwsCalls calls;
    private final Order order;
    private final String execution;

    RedriveExecution(AwsCalls calls, Order order) {
        this.calls = calls;
        this.order = order;
        this.execution = order.text("execution");
    }

    @Override
    public Sight look() {
        Reply reply = calls.ask("DescribeExecution",
                JsonNodeFactory.instance.objectNode().put("executionArn", execution));
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/status").isEmpty()
                ? read(answer)
                : AwsCalls.unseen(reply);
    }

    @Override
    public Verdict ask(String mark) {
        Reply reply = calls.ask("RedriveExecution", JsonNodeFactory.instance.objectNode()
                .put("executionArn", execution).put("clientToken", order.name()));
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/redriveDate").isEmpty()
                ? new Verdict.Taken(order.continued(execution))
                : AwsCalls.verdict(reply, "ExecutionNotRedrivable");
    }

    private Sight read(Reply.Answer answer) {
        int redrives = answer.body().path("redriveCount").asInt(0);
        Optional<Integer> expected = order.expectedAttempt();
        if (expected.isPresent() && redrives + 1 != expected.get()) {
            return moved("has been redriven " + redrives + " times, the failed attempt was number " + expected.get());
        }
        if (!FAILED.contains(answer.text("/status"))) {
            return moved("is " + answer.text("/status"));
        }
        String redrivable = answer.text("/redriveStatus");
        return redrivable.isEmpty() || redrivable.equals("REDRIVABLE")
                ? new Sight.Ready(Integer.toString(redrives))
                : new Sight.Impossible("execution " + execution + " is " + redrivable + ": "
                        + answer.text("/redriveStatusReason"));
    }

    private Sight moved(String what) {
        return new Sight.Moved(order.continued(execution), "execution " + execution + " " + what);
    }
}
