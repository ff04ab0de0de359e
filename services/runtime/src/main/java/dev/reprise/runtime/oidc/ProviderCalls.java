// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.oidc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jose4j.http.SimpleResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls to the provider: short, small, never redirected, and encrypted unless it is on this machine. */
final class ProviderCalls {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int LONGEST = 1024 * 1024;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER).build();

    /** The JSON object at an address. */
    JsonNode get(URI uri) {
        Answer answer = send(HttpRequest.newBuilder(uri).GET());
        if (answer.status() != 200) {
            throw OidcException.unavailable("the provider answers " + uri + " with status " + answer.status());
        }
        return json(answer);
    }

    /** Posts a form; any status comes back. */
    Answer post(URI uri, Map<String, String> headers, String form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded").header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        headers.forEach(request::header);
        return send(request);
    }

    /** As the JWT library asks for keys. */
    SimpleResponse keys(String location) throws IOException {
        try {
            return send(HttpRequest.newBuilder(URI.create(location)).GET());
        } catch (OidcException e) {
            throw new IOException(e.getMessage());
        }
    }

    static JsonNode json(Answer answer) {
        try {
            JsonNode tree = MAPPER.readTree(answer.body());
            if (tree.isObject()) {
                return tree;
            }
        } catch (JacksonException _) {
            // told below; the text may hold a token
        }
        throw OidcException.unavailable("the provider answers with something that is no JSON object");
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<InputStream> response = client.send(request.timeout(ANSWER).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] bytes = body.readNBytes(LONGEST + 1);
                if (bytes.length > LONGEST) {
                    throw OidcException.unavailable("the provider answers with more than 1 MiB");
                }
                return new Answer(response.statusCode(), response.headers().map(),
                        new String(bytes, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw OidcException.unavailable("the provider cannot be reached: " + e.getClass().getSimpleName());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw OidcException.unavailable("interrupted while waiting for the provider");
        }
    }

    /** What the provider answered. */
    record Answer(int status, Map<String, List<String>> headers, String body) implements SimpleResponse {

        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        public String getStatusMessage() {
            return "";
        }

        @Override
        public Collection<String> getHeaderNames() {
            return headers.keySet();
        }

        @Override
        public List<String> getHeaderValues(String name) {
            return headers.entrySet().stream().filter(each -> each.getKey().equalsIgnoreCase(name))
                    .flatMap(each -> each.getValue().stream()).toList();
        }

        @Override
        public String getBody() {
            return body;
        }
    }
}
