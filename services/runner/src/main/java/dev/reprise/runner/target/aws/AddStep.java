// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.aws;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Reply;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.schemas.id.RunId;

/**
 * Adds a copy of a failed EMR step, with the rerun id behind its name. EMR takes no token and any name twice, so the name
 * is looked for among the latest steps before, and again where the answer leaves doubt.
 */
final class AddStep implements Dialect {
    private static final Pattern STEP = Pattern.compile("(j-\\w{1,64})/(s-\\w{1,64})");
    private static final List<String> FAILED = List.of("FAILED", "CANCELLED", "INTERRUPTED");
    private static final int PAGES = 3;
    /** What EMR allows for a name. */
    private static final int LONGEST_NAME = 256;

    private final AwsCalls calls;
    private final Order order;
    private final String failedCluster;
    private final String failedStep;
    private final String cluster;

    AddStep(AwsCalls calls, Order order) {
        this.calls = calls;
        this.order = order;
        Matcher step = STEP.matcher(order.text("step"));
        if (!step.matches()) {
            throw new TargetRefusedException("step is not CLUSTER/STEP: give it as j-2AXXXXXXGAPLF/s-1000XXXXXX");
        }
        this.failedCluster = step.group(1);
        this.failedStep = step.group(2);
        this.cluster = order.optional("cluster").orElse(failedCluster);
    }

    @Override
    public Sight look() {
        String next = "";
        for (int page = 0; page < PAGES; page++) {
            ObjectNode question = JsonNodeFactory.instance.objectNode().put("ClusterId", cluster);
            if (!next.isEmpty()) {
                question.put("Marker", next);
            }
            Reply reply = calls.ask("ListSteps", question);
            if (!(reply instanceof Reply.Answer answer) || !answer.isObject()) {
                return AwsCalls.unseen(reply);
            }
            for (JsonNode step : answer.body().path("Steps")) {
                if (step.path("Name").asString("").endsWith(" " + order.name())) {
                    return new Sight.Ours(new RunId(cluster + "/" + step.path("Id").asString("")));
                }
            }
            next = answer.text("/Marker");
            if (next.isEmpty()) {
                break;
            }
        }
        return new Sight.Ready("");
    }

    @Override
    public Verdict ask(String mark) {
        Reply described = calls.ask("DescribeStep", JsonNodeFactory.instance.objectNode()
                .put("ClusterId", failedCluster).put("StepId", failedStep));
        if (!(described instanceof Reply.Answer found) || !found.isObject()
                || !found.body().path("Step").path("Config").isObject()) {
            return AwsCalls.unprepared(described);
        }
        JsonNode failed = found.body().path("Step");
        String state = failed.path("Status").path("State").asString("");
        if (!FAILED.contains(state)) {
            return new Verdict.Denied(false,
                    "step " + failedStep + " is " + state + ": only a failed one is run again");
        }
        Reply reply = calls.ask("AddJobFlowSteps", request(failed));
        return reply instanceof Reply.Answer answer && answer.isObject() && !answer.text("/StepIds/0").isEmpty()
                ? new Verdict.Taken(new RunId(cluster + "/" + answer.text("/StepIds/0")))
                : AwsCalls.verdict(reply);
    }

    private ObjectNode request(JsonNode failed) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("JobFlowId", cluster);
        String role = failed.path("ExecutionRoleArn").asString("");
        if (!role.isEmpty()) {
            request.put("ExecutionRoleArn", role);
        }
        ObjectNode step = request.putArray("Steps").addObject().put("Name", name(failed.path("Name").asString("")))
                .put("ActionOnFailure", failed.path("ActionOnFailure").asString("CONTINUE"));
        ObjectNode jar = step.putObject("HadoopJarStep");
        JsonNode config = failed.path("Config");
        jar.put("Jar", config.path("Jar").asString(""));
        if (!config.path("MainClass").asString("").isEmpty()) {
            jar.put("MainClass", config.path("MainClass").asString(""));
        }
        ArrayNode arguments = jar.putArray("Args");
        config.path("Args").forEach(argument -> arguments.add(argument.asString("")));
        // They are read as an object and written as a list.
        ArrayNode properties = jar.putArray("Properties");
        config.path("Properties").properties().forEach(property -> properties.addObject()
                .put("Key", property.getKey()).put("Value", property.getValue().asString("")));
        return request;
    }

    /** The name of the failed step, without the rerun that it was itself, and ours behind it. */
    private String name(String failed) {
        String plain = failed.replaceFirst(" rr-[a-z2-7]{32}$", "");
        int room = LONGEST_NAME - order.name().length() - 1;
        return (plain.length() <= room ? plain : plain.substring(0, room)) + " " + order.name();
    }
}
