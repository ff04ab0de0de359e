// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runner.target.scheduler.Web;
import dev.reprise.schemas.id.RunId;

/**
 * Starts an execution whose name is the rerun's. A standard state machine knows a name for 90 days; an express one knows
 * none and is refused. Ours is told by {@code rerun_id} in its input.
 */
final class StartExecution implements Dialect {
    private static final Pattern MACHINE = Pattern
            .compile("(arn:[\\w-]+:states:[\\w-]+:\\d{12}:)stateMachine:([^:/]{1,80})(:[^:]{1,80})?");

    private final AwsCalls calls;
    private final Web web;
    private final Order order;
    private final String machine;
    private final String unqualified;
    private final String execution;

    StartExecution(AwsCalls calls, Web web, Order order) {
        this.calls = calls;
        this.web = web;
        this.order = order;
        this.machine = order.text("state-machine");
        Matcher arn = MACHINE.matcher(machine);
        if (!arn.matches()) {
            throw new TargetRefusedException("state-machine is no ARN of a state machine: give"
                    + " arn:aws:states:REGION:ACCOUNT:stateMachine:NAME, with :ALIAS or :VERSION behind it if need be");
        }
        // A version or an alias is no part of the names of executions.
        this.unqualified = arn.group(1) + "stateMachine:" + arn.group(2);
        this.execution = arn.group(1) + "execution:" + arn.group(2) + ":" + order.name();
    }

    @Override
    public Sight look() {
        Reply reply = calls.ask("DescribeExecution",
                JsonNodeFactory.instance.objectNode().put("executionArn", execution));
        if (AwsCalls.is(reply, "ExecutionDoesNotExist")) {
            return new Sight.Ready("");
        }
        if (!(reply instanceof Reply.Answer answer) || !answer.isObject() || answer.text("/status").isEmpty()) {
            return AwsCalls.unseen(reply);
        }
        return answer.text("/input").contains('"' + order.name() + '"')
                ? new Sight.Ours(new RunId(execution))
                : new Sight.Foreign("execution " + execution + " is there without our rerun_id in its input");
    }

    @Override
    public Verdict ask(String mark) {
        Reply described = calls.ask("DescribeStateMachine",
                JsonNodeFactory.instance.objectNode().put("stateMachineArn", unqualified));
        if (!(described instanceof Reply.Answer found) || !found.isObject()) {
            return AwsCalls.unprepared(described);
        }
        if (!found.text("/type").equals("STANDARD")) {
            return new Verdict.Denied(false, "state machine " + unqualified + " is of type " + found.text("/type")
                    + ", which knows no names: only a standard one is started");
        }
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        order.table("input").forEach(input::put);
        input.put("rerun_id", order.name());
        Reply reply = calls.ask("StartExecution", JsonNodeFactory.instance.objectNode().put("stateMachineArn", machine)
                .put("name", order.name()).put("input", web.json(input)));
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/executionArn").isEmpty()
                ? new Verdict.Taken(new RunId(answer.text("/executionArn")))
                : AwsCalls.verdict(reply, "ExecutionAlreadyExists");
    }
}
