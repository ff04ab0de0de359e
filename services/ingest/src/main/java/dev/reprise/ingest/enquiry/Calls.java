// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.enquiry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests with a time-out and a bound on what is read. */
final class Calls implements AutoCloseable {

    private static final int MOST_BYTES = 512 * 1024;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final HttpClient http;
    private final Duration timeout;

    Calls(Duration timeout) {
        this.timeout = timeout;
        this.http = HttpClient.newBuilder().connectTimeout(timeout).followRedirects(HttpClient.Redirect.NEVER).build();
    }

    /**
     * An answer.
     *
     * @param status the HTTP status
     * @param json the body
     */
    record Reply(int status, JsonNode json) {}

    Reply get(URI uri, Map<String, String> headers) throws IOException, InterruptedException {
        return ask(HttpRequest.newBuilder(uri).GET(), headers);
    }

    /** For APIs whose questions are POST requests too. */
    Reply post(URI uri, Map<String, String> headers, byte[] body) throws IOException, InterruptedException {
        return ask(HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofByteArray(body)), headers);
    }

    private Reply ask(HttpRequest.Builder request, Map<String, String> headers)
            throws IOException, InterruptedException {
        request.timeout(timeout);
        headers.forEach(request::header);
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("the answer is larger than 512 KiB");
            }
            return new Reply(response.statusCode(), MAPPER.readTree(bytes));
        } catch (JacksonException e) {
            throw new IOException("status " + response.statusCode() + " with a body that is no JSON", e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
