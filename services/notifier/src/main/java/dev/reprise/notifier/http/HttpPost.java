// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;

/**
 * Posts a body to one receiver: never to an address that is no receiver, never along a redirect, and with a time-out that
 * holds for the whole answer. Used by one thread at a time.
 */
public final class HttpPost implements AutoCloseable {
    /** Most of an answer that is read; a longer one is of no robot we know. */
    public static final int MOST_ANSWER = 64 * 1024;
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final Duration timeout;
    private final AddressGuard guard;
    private final HttpClient client;

    /** What came of a call. */
    public sealed interface Outcome {
        /**
         * The receiver answered.
         *
         * @param status the status
         * @param headers the headers
         * @param body the body, where it was asked for; else empty
         */
        record Answer(int status, HttpHeaders headers, byte[] body) implements Outcome {}

        /**
         * No answer came.
         *
         * @param result what that means
         */
        record NoAnswer(AttemptResult result) implements Outcome {}
    }

    /**
     * Opens nothing yet.
     *
     * @param timeout for one call, from its first byte to the last of the answer
     * @param allowLoopback whether the receiver may be this machine
     */
    public HttpPost(Duration timeout, boolean allowLoopback) {
        this.timeout = timeout;
        this.guard = new AddressGuard(allowLoopback);
        this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout.compareTo(CONNECT) < 0 ? timeout : CONNECT).build();
    }

    /**
     * Posts, and leaves the answer's body unread.
     *
     * @throws InterruptedException when the process is about to end; whether it was told is then unknown
     */
    public Outcome send(URI url, Map<String, String> headers, byte[] body) throws InterruptedException {
        return call("POST", url, headers, HttpRequest.BodyPublishers.ofByteArray(body),
                HttpResponse.BodyHandlers.replacing(new byte[0]));
    }

    /**
     * Posts, and reads the answer's body.
     *
     * @throws InterruptedException when the process is about to end; whether it was told is then unknown
     */
    public Outcome ask(URI url, Map<String, String> headers, byte[] body) throws InterruptedException {
        return call("POST", url, headers, HttpRequest.BodyPublishers.ofByteArray(body),
                HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_ANSWER));
    }

    /**
     * Asks by OPTIONS what the receiver allows, and leaves the answer's body unread.
     *
     * @throws InterruptedException when the process is about to end
     */
    public Outcome options(URI url, Map<String, String> headers) throws InterruptedException {
        return call("OPTIONS", url, headers, HttpRequest.BodyPublishers.noBody(),
                HttpResponse.BodyHandlers.replacing(new byte[0]));
    }

    private Outcome call(String method, URI url, Map<String, String> headers, HttpRequest.BodyPublisher body,
            HttpResponse.BodyHandler<byte[]> handler) throws InterruptedException {
        try {
            Optional<String> objection = guard.objection(hostOf(url));
            if (objection.isPresent()) {
                return new Outcome.NoAnswer(new Refused(objection.get()));
            }
        } catch (UnknownHostException _) {
            return failed("the host's name cannot be resolved", false);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(timeout).header("user-agent",
                "reprise-notifier").method(method, body);
        headers.forEach(request::setHeader);
        // The client's own time-out ends with the answer's headers; the body counts as well.
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request.build(), handler);
        try {
            HttpResponse<byte[]> got = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Outcome.Answer(got.statusCode(), got.headers(), got.body());
        } catch (TimeoutException _) {
            return failed("no answer in time", true);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return judge(cause == null ? e : cause);
        } finally {
            answer.cancel(true);
        }
    }

    /** What a status that is no success means where a channel has no word of its own. */
    public static AttemptResult unsuccessful(Outcome.Answer answer, Instant now) {
        int status = answer.status();
        String detail = "answered " + status;
        if (status == 410) {
            return new Gone(detail);
        }
        if (status == 408 || status == 425 || status == 429 || status >= 500) {
            // A gateway that lost its server does not know whether that server took it.
            return new Failed(detail, retryAfter(answer, now), status == 502 || status == 504);
        }
        return new Refused(status >= 300 && status < 400 ? detail + ": redirects are not followed" : detail);
    }

    /** How long the receiver asks to wait. */
    public static Optional<Duration> retryAfter(Outcome.Answer answer, Instant now) {
        return answer.headers().firstValue("retry-after").flatMap(text -> RetryAfter.parse(text, now));
    }

    private static Outcome judge(Throwable fault) {
        // The text of a fault may hold the URL, and with it a token: only its kind is told.
        return switch (fault) {
            case HttpConnectTimeoutException _ -> failed("no connection in time", false);
            case ConnectException _ -> failed("no connection", false);
            case HttpTimeoutException _ -> failed("no answer in time", true);
            case SSLHandshakeException _ -> failed("the TLS handshake failed", false);
            case IOException _ -> failed("the connection broke", true);
            default -> failed("failed with " + fault.getClass().getSimpleName(), true);
        };
    }

    private static Outcome failed(String detail, boolean maybeTold) {
        return new Outcome.NoAnswer(new Failed(detail, Optional.empty(), maybeTold));
    }

    /** An IPv6 literal stands in brackets in a URL. */
    private static String hostOf(URI url) {
        String host = url.getHost();
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
