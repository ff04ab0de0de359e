// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.runtime.http.Role;

/** Calls the API as a token of a role. Headers are given as name, value, name, value. */
public final class ApiClient {

    private static final JsonMapper MAPPER = new JsonMapper();

    static {
        // The client guards Origin; tests stand in for pages of other sites.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin");
    }

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();
    private final URI server;

    public ApiClient(URI server) {
        this.server = server;
    }

    public HttpResponse<String> get(String path, String... headers) {
        return call("GET", path, "", Role.VIEWER, headers);
    }

    public JsonNode json(String path) {
        HttpResponse<String> answer = get(path);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + " answered " + answer.statusCode() + " " + answer.body());
        }
        return tree(answer);
    }

    public HttpResponse<String> call(String method, String path, String body, Role role, String... headers) {
        return anonymous(method, path, body,
                Stream.concat(Stream.of("Authorization", "Bearer " + ApiServer.token(role)),
                        Stream.of(headers)).toArray(String[]::new));
    }

    public HttpResponse<String> call(String method, String path, byte[] body, Role role, String... headers) {
        return send(method, path, BodyPublishers.ofByteArray(body),
                Stream.concat(Stream.of("Authorization", "Bearer " + ApiServer.token(role)),
                        Stream.of(headers)).toArray(String[]::new));
    }

    public HttpResponse<String> anonymous(String method, String path, String body, String... headers) {
        return send(method, path, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body), headers);
    }

    private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(120))
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static JsonNode tree(HttpResponse<String> answer) {
        return MAPPER.readTree(answer.body());
    }
}
