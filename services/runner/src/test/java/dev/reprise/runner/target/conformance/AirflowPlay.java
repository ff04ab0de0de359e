// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Airflow: one failed task of one run, and the runs that are made beside it. Its answers have all that Airflow's have. */
final class AirflowPlay extends Play {
    private static final String DAG = "load_orders";
    private static final String RUN = "run-1";
    private static final String TASK = "load";
    private static final String TIME = "2026-11-29T06:00:00Z";

    private final Map<String, JsonNode> runs = new HashMap<>();
    private final boolean second;
    private final String root;
    private String state = "failed";
    private int tries = 1;
    private boolean dateTaken;

    AirflowPlay(String api) {
        second = api.equals("v2");
        root = "/api/" + api + "/dags/" + DAG;
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
            return error(401, "Not authenticated");
        }
        return switch (request.method() + " " + request.path().substring(root.length())) {
            case "GET /dagRuns/" + RUN + "/taskInstances/" + TASK -> new Answer(200, task(-1).toString());
            case "GET /dagRuns/" + RUN + "/taskInstances/" + TASK + "/3" -> new Answer(200, task(3).toString());
            case "GET /dagRuns/" + RUN -> new Answer(200,
                    run(RUN, state.isEmpty() ? "queued" : state, "scheduled", MAPPER.createObjectNode()));
            case "POST /clearTaskInstances" -> clear(request.json());
            case "POST /dagRuns" -> make(request.json());
            default -> find(request.path().substring(request.path().lastIndexOf('/') + 1));
        };
    }

    @Override
    Answer refusal() {
        return second
                ? new Answer(422, "{\"detail\":[{\"loc\":[\"body\",\"dag_run_id\"],\"msg\":\"not valid\","
                        + "\"type\":\"value_error\"}]}")
                : error(403, "not allowed");
    }

    @Override
    Answer conflict() {
        return error(409, "DAGRun already exists");
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
            return refusal();
        }
        ArrayNode cleared = MAPPER.createArrayNode();
        if ("failed".equals(state)) {
            state = "";
            begin();
            int index = body.at("/task_ids/0/1").asInt(-1);
            cleared.add(second ? task(index) : reference());
        }
        ObjectNode answer = MAPPER.createObjectNode().set("task_instances", cleared);
        return new Answer(200, (second ? answer.put("total_entries", cleared.size()) : answer).toString());
    }

    private Answer make(JsonNode body) {
        String id = body.path("dag_run_id").asString();
        if (dateTaken || runs.putIfAbsent(id, body) != null) {
            return conflict();
        }
        begin();
        return find(id);
    }

    private Answer find(String id) {
        JsonNode made = runs.get(id);
        return made == null
                ? error(404, "DagRun not found")
                : new Answer(200, run(id, "queued", "manual", made.path("conf")));
    }

    private ObjectNode task(int mapIndex) {
        ObjectNode task = MAPPER.createObjectNode().put("task_id", TASK).put("dag_id", DAG).put("dag_run_id", RUN)
                .put("map_index", mapIndex).put("try_number", tries).put("max_tries", 0).put("pool", "default_pool")
                .put("pool_slots", 1).put("executor_config", "{}").put("start_date", TIME);
        // A cleared task has no state, which the document of Airflow 2 calls "none".
        if (state.isEmpty() && second) {
            task.putNull("state");
        } else {
            task.put("state", state.isEmpty() ? "none" : state);
        }
        return second
                ? task.put("id", "01939f5e-8f4a-7c6e-b6d4-0f7f0c1a2b3c").put("run_after", TIME)
                        .put("task_display_name", TASK).put("dag_display_name", DAG)
                : task.put("execution_date", TIME);
    }

    private static ObjectNode reference() {
        return MAPPER.createObjectNode().put("task_id", TASK).put("dag_id", DAG).put("dag_run_id", RUN)
                .put("execution_date", TIME);
    }

    private String run(String id, String runState, String type, JsonNode conf) {
        ObjectNode run = MAPPER.createObjectNode().put("dag_id", DAG).put("dag_run_id", id).put("run_type", type)
                .put("state", runState);
        run.set("conf", conf);
        if (second) {
            run.put("run_after", TIME).put("dag_display_name", DAG).set("dag_versions", MAPPER.createArrayNode());
        } else {
            run.put("logical_date", TIME).put("execution_date", TIME).put("external_trigger", type.equals("manual"));
        }
        return run.toString();
    }

    private Answer error(int status, String detail) {
        ObjectNode error = MAPPER.createObjectNode().put("detail", detail);
        return new Answer(status, (second
                ? error
                : error.put("status", status).put("title", detail).put("type", "about:blank")).toString());
    }
}
