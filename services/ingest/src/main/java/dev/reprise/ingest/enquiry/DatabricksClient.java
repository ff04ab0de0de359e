// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.enquiry.Calls.Reply;
import dev.reprise.ingest.source.Question;

/** {@code runs/get} of Databricks. */
final class DatabricksClient implements SourceClient {

    private final Calls calls;
    private final String base;
    private final Map<String, String> headers;

    /** Uses a workspace, such as {@code https://adb-1.azuredatabricks.net}. */
    DatabricksClient(Calls calls, String base, String token) {
        this.calls = calls;
        this.base = base.replaceAll("/+\\z", "");
        this.headers = Map.of("Authorization", "Bearer " + token);
    }

    @Override
    public JsonNode ask(Question question) throws IOException, InterruptedException {
        String id = Calls.encoded(question.arguments().getOrDefault("id", ""));
        Reply reply = calls.get(URI.create(base + "/api/2.1/jobs/runs/get?include_history=true&run_id=" + id), headers);
        if (reply.status() != 200) {
            throw new IOException(
                    "status " + reply.status() + ", " + reply.json().path("error_code").asString("no code")
                            + ": " + reply.json().path("message").asString("no message"));
        }
        return reply.json();
    }
}
