// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Airflow: one failed task of one run, and the runs that are made beside it. */
final class AirflowPlay extends Play {
    private final Map<String, JsonNode> runs = new HashMap<>();
    private final String root;
    private String state = "failed";
    private int tries = 1;
    private boolean dateTaken;

    AirflowPlay(String api) {
        root = "/api/" + api + "/dags/load_orders";
    }

    @Override
    boolean isCall(Request request) {
        return request.method().equals("POST") && request.path().startsWith(root);
    }

    @Override
    Answer answer(Request request) {
        if (request.path().equals("/auth/token")) {
            return new Answer(201, "{\"access_token\":\"session\"}");
        }
        if (!request.header("Authorization").startsWith("B")) {
            return new Answer(401, "{\"detail\":\"Not authenticated\"}");
        }
        return switch (request.method() + " " + request.path().substring(root.length())) {
            case "GET /dagRuns/run-1/taskInstances/load" -> new Answer(200,
                    "{\"task_id\":\"load\",\"dag_run_id\":\"run-1\",\"map_index\":-1,\"max_tries\":0,\"try_number\":"
                            + tries + ",\"state\":" + (state.isEmpty() ? "null" : "\"" + state + "\"") + "}");
            case "POST /clearTaskInstances" -> clear(request.json());
            case "POST /dagRuns" -> make(request.json());
            default -> find(request.path().substring(request.path().lastIndexOf('/') + 1));
        };
    }

    @Override
    void takeByOther() {
        state = "running";
        dateTaken = true;
    }

    @Override
    void failAgain() {
        tries++;
        state = "failed";
    }

    @Override
    boolean forget() {
        boolean known = !runs.isEmpty();
        runs.clear();
        return known;
    }

    private Answer clear(JsonNode body) {
        if (body.path("dry_run").asBoolean(true) || !body.path("only_failed").asBoolean(true)) {
            return new Answer(422, "{\"detail\":\"the test expects a guarded call\"}");
        }
        boolean selected = "failed".equals(state);
        if (selected) {
            state = "";
            begin();
        }
        return new Answer(200, "{\"task_instances\":[" + (selected ? "{\"task_id\":\"load\"}" : "")
                + "],\"total_entries\":" + (selected ? 1 : 0) + "}");
    }

    private Answer make(JsonNode body) {
        String id = body.path("dag_run_id").asString();
        if (dateTaken || runs.putIfAbsent(id, body) != null) {
            return conflict();
        }
        begin();
        return shown(id);
    }

    private Answer find(String id) {
        return runs.containsKey(id) ? shown(id) : new Answer(404, "{\"detail\":\"DagRun not found\"}");
    }

    private Answer shown(String id) {
        return new Answer(200, "{\"dag_id\":\"load_orders\",\"dag_run_id\":\"" + id
                + "\",\"run_type\":\"manual\",\"state\":\"queued\",\"conf\":" + runs.get(id).path("conf") + "}");
    }
}
