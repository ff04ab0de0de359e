// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Step Functions: a failed execution that may be redriven, and executions by name. */
final class StepFunctionsPlay extends AwsPlay {
    static final String MACHINE = "arn:aws:states:eu-west-1:123456789012:stateMachine:nightly";
    static final String FAILED = "arn:aws:states:eu-west-1:123456789012:execution:nightly:first";
    private static final String BEFORE = FAILED.substring(0, FAILED.length() - "first".length());

    private final Map<String, String> inputs = new HashMap<>();
    private final Set<String> tokens = new HashSet<>();
    private String status = "FAILED";
    private int redrives;
    private boolean taken;
    private boolean redriving;

    StepFunctionsPlay() {
        super("states", "AWSStepFunctions");
    }

    @Override
    boolean isCallOf(String action) {
        return action.equals("RedriveExecution") || action.equals("StartExecution");
    }

    @Override
    Answer answer(String action, Request request) {
        JsonNode body = request.json();
        return switch (action) {
            case "RedriveExecution" -> redrive(body.path("clientToken").asString());
            case "StartExecution" -> start(body.path("name").asString(), body.path("input").asString());
            case "DescribeStateMachine" -> new Answer(200, "{\"type\":\"STANDARD\"}");
            default -> described(body.path("executionArn").asString());
        };
    }

    @Override
    Answer conflict() {
        return error(redriving ? "ExecutionNotRedrivable" : "ExecutionAlreadyExists");
    }

    @Override
    void takeByOther() {
        status = "RUNNING";
        redrives++;
        taken = true;
    }

    @Override
    void failAgain() {
        status = "FAILED";
    }

    @Override
    boolean forget() {
        boolean known = !inputs.isEmpty();
        inputs.clear();
        return known;
    }

    private Answer redrive(String token) {
        redriving = true;
        if (tokens.contains(token)) {
            return new Answer(200, "{\"redriveDate\":1.7958E9}");
        }
        if (!status.equals("FAILED")) {
            return conflict();
        }
        tokens.add(token);
        status = "RUNNING";
        redrives++;
        begin();
        return new Answer(200, "{\"redriveDate\":1.7958E9}");
    }

    private Answer start(String name, String input) {
        String known = inputs.putIfAbsent(name, input);
        if (known != null && !known.equals(input)) {
            return conflict();
        }
        if (known == null) {
            begin();
        }
        return new Answer(200, "{\"executionArn\":\"" + BEFORE + name + "\",\"startDate\":1.7958E9}");
    }

    private Answer described(String arn) {
        if (arn.equals(FAILED)) {
            return new Answer(200, "{\"status\":\"" + status + "\",\"redriveCount\":" + redrives
                    + ",\"redriveStatus\":\"" + (status.equals("FAILED") ? "REDRIVABLE" : "NOT_REDRIVABLE") + "\"}");
        }
        String input = taken ? "{}" : inputs.get(arn.substring(BEFORE.length()));
        return input == null
                ? error("ExecutionDoesNotExist")
                : new Answer(200, JsonNodeFactory.instance.objectNode().put("status", "RUNNING").put("input", input)
                        .toString());
    }
}
