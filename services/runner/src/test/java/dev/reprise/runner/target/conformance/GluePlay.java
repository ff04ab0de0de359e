// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Glue: a job of which one run may be there at a time. */
final class GluePlay extends AwsPlay {
    private final ArrayNode runs = JsonNodeFactory.instance.arrayNode();
    private boolean busy;

    GluePlay() {
        super("glue", "AWSGlue");
    }

    @Override
    boolean isCallOf(String action) {
        return action.equals("StartJobRun");
    }

    @Override
    Answer answer(String action, Request request) {
        if (action.equals("GetJobRuns")) {
            return new Answer(200, JsonNodeFactory.instance.objectNode().set("JobRuns", runs).toString());
        }
        if (busy) {
            return conflict();
        }
        busy = true;
        String id = "jr_" + (runs.size() + 2);
        runs.insertObject(0).put("Id", id).put("JobRunState", "RUNNING").set("Arguments",
                request.json().path("Arguments"));
        begin();
        return new Answer(200, "{\"JobRunId\":\"" + id + "\"}");
    }

    @Override
    Answer conflict() {
        return error("ConcurrentRunsExceededException");
    }

    @Override
    void takeByOther() {
        busy = true;
    }

    @Override
    void failAgain() {
        busy = false;
    }
}
