// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The API server of Kubernetes: a cron job, and jobs by name. */
final class KubernetesPlay extends Play {
    private static final String ROOT = "/apis/batch/v1/namespaces/batch/";
    private final Map<String, String> jobs = new HashMap<>();
    private boolean taken;

    @Override
    boolean isCall(Request request) {
        return request.method().equals("POST");
    }

    @Override
    Answer answer(Request request) {
        if (!request.header("Authorization").equals("Bearer s3cret-token")) {
            return new Answer(401, "{\"kind\":\"Status\",\"reason\":\"Unauthorized\"}");
        }
        if (request.path().equals(ROOT + "cronjobs/nightly")) {
            return new Answer(200, """
                    {"kind":"CronJob","spec":{"schedule":"0 2 * * *","jobTemplate":{"metadata":{"labels":{"app":"x"}},
                     "spec":{"backoffLimit":0,"template":{"spec":{"restartPolicy":"Never",
                     "containers":[{"name":"main","image":"x"}]}}}}}}""");
        }
        if (request.method().equals("GET")) {
            String job = jobs.get(request.path().substring((ROOT + "jobs/").length()));
            return job == null
                    ? new Answer(404, "{\"kind\":\"Status\",\"reason\":\"NotFound\"}")
                    : new Answer(200, job);
        }
        JsonNode job = request.json();
        if (job.path("spec").path("template").path("spec").path("containers").path(0).path("env").isEmpty()) {
            return refusal();
        }
        String name = job.path("metadata").path("name").asString();
        if (taken) {
            jobs.put(name, "{\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        if (jobs.putIfAbsent(name, request.body()) != null) {
            return conflict();
        }
        begin();
        return new Answer(201, request.body());
    }

    @Override
    Answer conflict() {
        return new Answer(409, "{\"kind\":\"Status\",\"reason\":\"AlreadyExists\"}");
    }

    @Override
    void takeByOther() {
        taken = true;
    }

    @Override
    void failAgain() {
        // a job is there, whatever became of it
    }

    @Override
    boolean forget() {
        boolean known = !jobs.isEmpty();
        jobs.clear();
        return known;
    }
}
