// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

/**
 * One request, one answer, within one time. Each exchange has a client and a connection of its own: a kept connection
 * that the other side has closed could not be told apart from a request that was lost on its way.
 */
public final class HttpExchange {
    private final HttpSettings settings;

    /** An exchange within those bounds. */
    public HttpExchange(HttpSettings settings) {
        this.settings = settings;
    }

    /**
     * Sends a request once; the time-out covers the whole of it.
     *
     * @param mostRead how many bytes of the answer are read at most
     */
    public HttpReply send(HttpRequest request, Duration timeout, int mostRead) {
        Duration connect = settings.connectTimeout().compareTo(timeout) < 0 ? settings.connectTimeout() : timeout;
        HttpClient client = HttpClient.newBuilder().connectTimeout(connect)
                .followRedirects(HttpClient.Redirect.NEVER)
                // In clear text HTTP/2 would be an upgrade header that some servers trip over.
                .version("https".equalsIgnoreCase(request.uri().getScheme())
                        ? HttpClient.Version.HTTP_2
                        : HttpClient.Version.HTTP_1_1)
                .build();
        try {
            CompletableFuture<HttpResponse<BoundedBody.Part>> answer = client.sendAsync(request,
                    info -> new BoundedBody(mostRead));
            return await(answer, timeout);
        } finally {
            client.shutdownNow();
        }
    }

    private static HttpReply await(CompletableFuture<HttpResponse<BoundedBody.Part>> answer, Duration timeout) {
        try {
            HttpResponse<BoundedBody.Part> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new HttpReply.Answer(response.statusCode(),
                    new String(response.body().bytes(), StandardCharsets.UTF_8), response.body().whole());
        } catch (TimeoutException _) {
            answer.cancel(true);
            return new HttpReply.NoAnswer("no answer within " + timeout.toMillis() + " ms");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            answer.cancel(true);
            return new HttpReply.NoAnswer("the runner stopped before the answer came");
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        }
    }

    private static HttpReply failed(Throwable cause) {
        String name = cause.getClass().getSimpleName();
        return switch (cause) {
            case ConnectException _ -> new HttpReply.NotConnected("the connection was refused or the host is unknown");
            case HttpConnectTimeoutException _ -> new HttpReply.NotConnected("no connection in time");
            // The request goes out only after the handshake.
            case SSLHandshakeException e -> new HttpReply.NotConnected("TLS handshake failed: " + e.getMessage());
            case IOException e -> new HttpReply.NoAnswer("the connection broke (" + name + "): " + e.getMessage());
            default -> new HttpReply.NoAnswer("the call failed (" + name + ")");
        };
    }
}
