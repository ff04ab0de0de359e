// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.runtime.lifecycle.ExitCode;

/** Asks a running Reprise over HTTP. Safe for use by many threads; holds no connection that must be closed. */
public final class ApiClient {

    private static final String JSON = "application/json";
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private static final int COMPRESS_FROM = 512 * 1024;

    private final ServerAddress server;
    private final Duration timeout;
    private final JsonMapper mapper = new JsonMapper();
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT).build();

    /**
     * Makes a client.
     *
     * @param timeout the longest wait for an answer
     */
    public ApiClient(ServerAddress server, Duration timeout) {
        this.server = server;
        this.timeout = timeout;
    }

    /** The same server with another wait. */
    public ApiClient waiting(Duration longest) {
        return new ApiClient(server, longest);
    }

    /**
     * Reads.
     *
     * @param path from the first slash, encoded, with the query
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer get(String path) {
        return send(request(path).GET());
    }

    /**
     * Sends a body.
     *
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer post(String path, String contentType, byte[] body) {
        return send(request(path).header("Content-Type", contentType).POST(BodyPublishers.ofByteArray(body)));
    }

    /**
     * Sends a JSON body under a request id, so that sending it again does nothing more.
     *
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer post(String path, String requestId, Record body) {
        return send(request(path).header("Content-Type", JSON).header("Idempotency-Key", requestId)
                .POST(BodyPublishers.ofByteArray(mapper.writeValueAsBytes(body))));
    }

    /**
     * Replaces by a JSON body under a request id; what is absent in it is left out.
     *
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer put(String path, String requestId, Record body) {
        return send(request(path).header("Content-Type", JSON).header("Idempotency-Key", requestId)
                .PUT(BodyPublishers.ofByteArray(mapper.writeValueAsBytes(body))));
    }

    /**
     * Removes, under a request id.
     *
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer delete(String path, String requestId) {
        return send(request(path).header("Idempotency-Key", requestId).DELETE());
    }

    /**
     * Replaces. A large body is compressed: the server's limit for what was compressed is the higher one.
     *
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer put(String path, String contentType, byte[] body) {
        return put(path, contentType, body, Optional.empty());
    }

    /**
     * Replaces, if what is there still has a revision; otherwise the answer is 412.
     *
     * @param revision what was seen; empty: whatever is there
     * @throws CommandFailure when the server does not answer in time
     */
    public ApiAnswer put(String path, String contentType, byte[] body, Optional<String> revision) {
        HttpRequest.Builder request = request(path).header("Content-Type", contentType);
        revision.ifPresent(seen -> request.header("If-Match", "\"" + seen + "\""));
        return send(body.length < COMPRESS_FROM
                ? request.PUT(BodyPublishers.ofByteArray(body))
                : request.header("Content-Encoding", "gzip").PUT(BodyPublishers.ofByteArray(compressed(body))));
    }

    private static byte[] compressed(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail to be written", e);
        }
        return bytes.toByteArray();
    }

    private HttpRequest.Builder request(String path) {
        String base = server.uri().toString();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                server.uri().resolve((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path))
                .timeout(timeout).header("Accept", JSON);
        server.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        return request;
    }

    private ApiAnswer send(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
            return ApiAnswer.of(response.statusCode(), response.body(),
                    response.headers().firstValue(ApiAnswer.READ_MODEL), mapper);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.UNREACHABLE, "cannot reach " + server + ": " + cause(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNREACHABLE, "interrupted while waiting for " + server, e);
        }
    }

    /** The JDK's own messages are often absent. */
    private static String cause(IOException e) {
        return switch (e) {
            case HttpConnectTimeoutException _ -> "no connection in time";
            case HttpTimeoutException _ -> "no answer in time";
            case ConnectException refused when refused.getCause() instanceof ConnectException inner
                    && inner.getCause() instanceof UnresolvedAddressException ->
                "the host is not known";
            case ConnectException _ -> "connection refused";
            default -> Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
        };
    }
}
