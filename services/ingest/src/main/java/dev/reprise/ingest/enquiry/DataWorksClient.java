// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import com.aliyun.openapiutil.Client;
import com.aliyun.tea.TeaRequest;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.enquiry.Calls.Reply;
import dev.reprise.ingest.source.Question;
import dev.reprise.runtime.config.Secret;

/** {@code GetTaskInstance} of DataWorks, API of 2024-05-18, signed by Alibaba Cloud's own library. */
final class DataWorksClient implements SourceClient {

    private static final String ALGORITHM = "ACS3-HMAC-SHA256";
    private static final String VERSION = "2024-05-18";

    private final Calls calls;
    private final URI endpoint;
    private final String accessKey;
    private final Secret secret;
    private final InstantSource clock;

    /** Uses an endpoint, such as {@code https://dataworks.cn-hangzhou.aliyuncs.com}. */
    DataWorksClient(Calls calls, URI endpoint, String accessKey, Secret secret, InstantSource clock) {
        this.calls = calls;
        this.endpoint = endpoint;
        this.accessKey = accessKey;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public JsonNode ask(Question question) throws IOException, InterruptedException {
        String id = question.arguments().getOrDefault("id", "");
        Map<String, String> headers = signed(Map.of("Id", id));
        headers.remove("host"); // the client sends its own
        Reply reply = calls.get(endpoint.resolve("/?Id=" + Calls.encoded(id)), headers);
        if (reply.status() != 200 || !reply.json().path("TaskInstance").isObject()) {
            throw new IOException("status " + reply.status() + ", " + reply.json().path("Code").asString("no code")
                    + ": " + reply.json().path("Message").asString("no message"));
        }
        return reply.json();
    }

    private Map<String, String> signed(Map<String, String> query) throws IOException {
        TeaRequest request = new TeaRequest();
        request.method = "GET";
        request.pathname = "/";
        request.query.putAll(query);
        try {
            String payload = Client.hexEncode(Client.hash(new byte[0], ALGORITHM));
            request.headers.put("host", endpoint.getPort() < 0
                    ? endpoint.getHost()
                    : endpoint.getHost() + ":" + endpoint.getPort());
            request.headers.put("x-acs-action", "GetTaskInstance");
            request.headers.put("x-acs-version", VERSION);
            request.headers.put("x-acs-date", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
            request.headers.put("x-acs-signature-nonce", UUID.randomUUID().toString());
            request.headers.put("x-acs-content-sha256", payload);
            Map<String, String> headers = new LinkedHashMap<>(request.headers);
            headers.put("Authorization",
                    Client.getAuthorization(request, ALGORITHM, payload, accessKey, secret.reveal()));
            return headers;
        } catch (Exception e) { // the library declares no narrower one
            throw new IOException("the request cannot be signed: " + e.getClass().getSimpleName(), e);
        }
    }
}
