// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import dev.reprise.ingest.enquiry.Calls.Reply;
import dev.reprise.ingest.source.Question;

/** The API of DolphinScheduler: status 200 whatever happens, the truth in {@code code}. */
final class DolphinSchedulerClient implements SourceClient {

    private final Calls calls;
    private final String base;
    private final Map<String, String> headers;

    /** Uses an API, such as {@code https://host/dolphinscheduler}. */
    DolphinSchedulerClient(Calls calls, String base, String token) {
        this.calls = calls;
        this.base = base.replaceAll("/+\\z", "");
        this.headers = Map.of("token", token, "Accept", "application/json");
    }

    @Override
    public JsonNode ask(Question question) throws IOException, InterruptedException {
        String project = Calls.encoded(question.arguments().getOrDefault("project", ""));
        String instance = Calls.encoded(question.arguments().getOrDefault("instance", ""));
        Reply last = new Reply(0, MissingNode.getInstance());
        // the name up to 3.2 second
        for (String kind : List.of("workflow-instances", "process-instances")) {
            last = calls.get(URI.create(base + "/projects/" + project + "/" + kind + "/" + instance), headers);
            JsonNode data = last.json().path("data");
            if (last.status() == 200 && last.json().path("code").asInt(-1) == 0 && data.isObject()) {
                return data;
            }
            if (last.status() != 404 && last.status() != 405) {
                break;
            }
        }
        throw new IOException("status " + last.status() + ", code " + last.json().path("code").asString("none") + ": "
                + last.json().path("msg").asString("no message"));
    }
}
