// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.Map;

/** Argo: a failed workflow, and those that are submitted beside it, live or archived. */
final class ArgoPlay extends Play {
    private static final String ROOT = "/api/v1/workflows/batch";
    private final Map<String, String> live = new HashMap<>();
    private final Map<String, String> archive = new HashMap<>();
    private String phase = "Failed";

    @Override
    boolean isCall(Request request) {
        return !request.method().equals("GET");
    }

    @Override
    Answer answer(Request request) {
        if (!request.header("Authorization").equals("Bearer s3cret-token")) {
            return new Answer(401, "{\"code\":16,\"message\":\"token not valid\"}");
        }
        if (request.method().equals("PUT")) {
            return retry();
        }
        if (request.method().equals("POST")) {
            String name = request.json().path("submitOptions").path("name").asString();
            if (live.containsKey("*") || live.putIfAbsent(name, workflow(name, true)) != null) {
                return conflict();
            }
            begin();
            return new Answer(200, live.get(name));
        }
        if (request.path().startsWith("/api/v1/archived-workflows?")) {
            return new Answer(200, "{\"items\":[" + String.join(",", archive.values()) + "]}");
        }
        String name = request.path().substring(ROOT.length() + 1);
        return name.equals("nightly") ? new Answer(200, workflow(name, false)) : found(name);
    }

    @Override
    Answer conflict() {
        return new Answer(409, "{\"code\":6,\"message\":\"workflows.argoproj.io already exists\"}");
    }

    @Override
    void takeByOther() {
        phase = "Running";
        live.put("*", "{}");
    }

    @Override
    void failAgain() {
        phase = "Failed";
    }

    @Override
    boolean forget() {
        archive.putAll(live);
        live.clear();
        return !archive.isEmpty();
    }

    private Answer retry() {
        if (!phase.equals("Failed")) {
            return new Answer(400, "{\"code\":3,\"message\":\"Cannot retry a workflow in phase " + phase + "\"}");
        }
        phase = "Running";
        begin();
        return new Answer(200, workflow("nightly", false));
    }

    private Answer found(String name) {
        return live.containsKey(name)
                ? new Answer(200, live.get(name))
                : new Answer(404, "{\"code\":5,\"message\":\"workflows.argoproj.io not found\"}");
    }

    private String workflow(String name, boolean ours) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{"
                + (ours ? "\"reprise.dev/rerun-id\":\"" + name + "\"" : "") + "}},\"status\":{\"phase\":\"" + phase
                + "\",\"startedAt\":\"2026-11-29T02:00:00Z\"}}";
    }
}
