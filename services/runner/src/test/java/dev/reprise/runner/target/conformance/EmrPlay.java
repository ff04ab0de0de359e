// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** EMR: a cluster that takes any step, until it ends. */
final class EmrPlay extends AwsPlay {
    private final ArrayNode steps = JsonNodeFactory.instance.arrayNode();
    private boolean ended;

    EmrPlay() {
        super("elasticmapreduce", "ElasticMapReduce");
    }

    @Override
    boolean isCallOf(String action) {
        return action.equals("AddJobFlowSteps");
    }

    @Override
    Answer answer(String action, Request request) {
        return switch (action) {
            case "ListSteps" -> new Answer(200, JsonNodeFactory.instance.objectNode().set("Steps", steps).toString());
            case "DescribeStep" -> new Answer(200, """
                    {"Step":{"Id":"s-1","Name":"nightly","ActionOnFailure":"CONTINUE","Status":{"State":"FAILED"},
                     "Config":{"Jar":"command-runner.jar","Properties":{"a":"b"},"Args":["spark-submit","x.py"]}}}""");
            default -> add(request);
        };
    }

    @Override
    Answer conflict() {
        return error("InvalidRequestException");
    }

    /** Nothing holds a place there; the cluster itself may be gone. */
    @Override
    void takeByOther() {
        ended = true;
    }

    @Override
    void failAgain() {
        // a step is there, whatever became of it
    }

    private Answer add(Request request) {
        if (ended) {
            return conflict();
        }
        String id = "s-" + (steps.size() + 2);
        steps.insertObject(0).put("Id", id).put("Name", request.json().at("/Steps/0/Name").asString());
        begin();
        return new Answer(200, "{\"StepIds\":[\"" + id + "\"]}");
    }
}
