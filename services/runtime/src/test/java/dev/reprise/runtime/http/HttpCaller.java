// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** The JDK's client, in the words of a test. Headers are given as name, value, name, value. */
final class HttpCaller {

    static {
        // The client guards Host and Origin; tests stand in for pages of other sites.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin");
    }

    private final HttpClient client;
    private final URI server;

    HttpCaller(URI server) {
        this(server, HttpClient.newBuilder());
    }

    /** One that trusts nothing but what a context trusts. */
    HttpCaller(URI server, SSLContext trust) {
        this(server, HttpClient.newBuilder().sslContext(trust));
    }

    private HttpCaller(URI server, HttpClient.Builder client) {
        this.server = server;
        this.client = client.connectTimeout(Duration.ofSeconds(30)).build();
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET().build());
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> post(String path, byte[] body, String... headers) {
        return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofByteArray(body)).build());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(60));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
