// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Databricks: a job with tokens, and a failed run that may be repaired. */
final class DatabricksPlay extends Play {
    private final Map<String, Integer> tokens = new HashMap<>();
    private String life = "TERMINATED";
    private int repairs;

    @Override
    boolean isCall(Request request) {
        return request.method().equals("POST");
    }

    @Override
    Answer answer(Request request) {
        if (!request.header("Authorization").equals("Bearer s3cret-token")) {
            return new Answer(403, "{\"error_code\":\"403\",\"message\":\"Invalid access token.\"}");
        }
        if (request.path().endsWith("/run-now")) {
            return runNow(request.json());
        }
        return request.path().endsWith("/repair") ? repair(request.json()) : shown();
    }

    @Override
    Answer refusal() {
        return new Answer(400, "{\"error_code\":\"INVALID_PARAMETER_VALUE\",\"message\":\"Job 99 does not exist.\"}");
    }

    /** A known token is no conflict: it brings its run. */
    @Override
    Answer conflict() {
        return tokens.containsValue(7000)
                ? new Answer(200, "{\"run_id\":7000}")
                : new Answer(400, "{\"error_code\":\"INVALID_STATE\",\"message\":\"The run is in progress.\"}");
    }

    @Override
    void takeByOther() {
        life = "RUNNING";
        repairs++;
    }

    @Override
    void failAgain() {
        life = "TERMINATED";
    }

    @Override
    boolean forget() {
        boolean known = !tokens.isEmpty();
        tokens.clear();
        return known;
    }

    private Answer runNow(JsonNode body) {
        if (!life.equals("TERMINATED")) {
            return new Answer(409, "{\"error_code\":\"RESOURCE_CONFLICT\",\"message\":\"Too many concurrent runs.\"}");
        }
        Integer known = tokens.putIfAbsent(body.path("idempotency_token").asString(), 7000 + tokens.size());
        if (known == null) {
            begin();
        }
        return new Answer(200, "{\"run_id\":" + tokens.get(body.path("idempotency_token").asString()) + "}");
    }

    private Answer repair(JsonNode body) {
        boolean latest = body.path("latest_repair_id").asInt(0) == (repairs == 0 ? 0 : 100 + repairs);
        if (!life.equals("TERMINATED") || !latest) {
            return conflict();
        }
        repairs++;
        life = "PENDING";
        begin();
        return new Answer(200, "{\"repair_id\":" + (100 + repairs) + "}");
    }

    private Answer shown() {
        StringBuilder history = new StringBuilder("{\"type\":\"ORIGINAL\"}");
        for (int i = 1; i <= repairs; i++) {
            history.append(",{\"type\":\"REPAIR\",\"id\":").append(100 + i).append('}');
        }
        return new Answer(200, "{\"run_id\":4711,\"state\":{\"life_cycle_state\":\"" + life + "\""
                + (life.equals("TERMINATED") ? ",\"result_state\":\"FAILED\"" : "") + "},\"repair_history\":[" + history
                + "]}");
    }
}
