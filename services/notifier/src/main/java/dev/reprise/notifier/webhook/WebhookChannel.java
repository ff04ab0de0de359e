// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Posts a CloudEvent, signed after Standard Webhooks 1.0.0. Any 2xx is success; 410 ends this alert for this receiver; a
 * redirect is never followed and is a refusal, as is any other 4xx except 408, 425 and 429; the rest is tried again.
 *
 * <p>At least once: when an answer is lost, the same delivery comes again with the same {@code webhook-id}.
 */
public final class WebhookChannel implements Channel {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private final WebhookSpec spec;
    private final InstantSource clock;
    private final AddressGuard guard;
    private final WebhookBody body;
    private final HttpClient client;

    /**
     * Opens nothing yet.
     *
     * @param spec the receiver
     * @param codec writes the alert
     * @param clock for the timestamp of an attempt and dates in answers
     */
    public WebhookChannel(WebhookSpec spec, WireCodec codec, InstantSource clock) {
        this.spec = spec;
        this.clock = clock;
        this.guard = new AddressGuard(spec.allowLoopback());
        this.body = new WebhookBody(codec);
        this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(spec.timeout().compareTo(CONNECT) < 0 ? spec.timeout() : CONNECT).build();
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        Optional<byte[]> bytes = body.of(delivery);
        if (bytes.isEmpty()) {
            return new Refused(
                    "the body would exceed " + WebhookBody.MAX_BYTES + " bytes: the alert's names are too long");
        }
        try {
            Optional<String> objection = guard.objection(hostOf(spec.url()));
            if (objection.isPresent()) {
                return new Refused(objection.get());
            }
        } catch (UnknownHostException _) {
            return failed("the host's name cannot be resolved", false);
        }
        return send(request(delivery, bytes.get()));
    }

    private HttpRequest request(Delivery delivery, byte[] bytes) {
        long timestamp = delivery.at().getEpochSecond();
        HttpRequest.Builder request = HttpRequest.newBuilder(spec.url()).timeout(spec.timeout())
                .header("content-type", "application/cloudevents+json; charset=utf-8")
                .header("user-agent", "reprise-notifier").header("webhook-id", delivery.id())
                .header("webhook-timestamp", Long.toString(timestamp))
                .header("webhook-signature", WebhookSignature.header(spec.secret(), delivery.id(), timestamp, bytes))
                .POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
        spec.headers().forEach((name, value) -> request.setHeader(name, value.reveal()));
        return request.build();
    }

    private AttemptResult send(HttpRequest request) throws InterruptedException {
        // The client's own time-out ends with the answer's headers; the body counts as well.
        CompletableFuture<HttpResponse<Void>> answer = client.sendAsync(request,
                HttpResponse.BodyHandlers.discarding());
        try {
            return judge(answer.get(spec.timeout().toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return failed("no answer in time", true);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return judge(cause == null ? e : cause);
        } finally {
            answer.cancel(true);
        }
    }

    private AttemptResult judge(HttpResponse<Void> answer) {
        int status = answer.statusCode();
        String detail = "answered " + status;
        if (status >= 200 && status < 300) {
            return new Delivered(Optional.empty());
        }
        if (status == 410) {
            return new Gone(detail);
        }
        if (status == 408 || status == 425 || status == 429 || status >= 500) {
            Instant now = clock.instant();
            Optional<Duration> wish = answer.headers().firstValue("retry-after")
                    .flatMap(text -> RetryAfter.parse(text, now));
            // A gateway that lost its server does not know whether that server took it.
            return new Failed(detail, wish, status == 502 || status == 504);
        }
        return new Refused(status < 400 ? detail + ": redirects are not followed" : detail);
    }

    private static AttemptResult judge(Throwable fault) {
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

    private static Failed failed(String detail, boolean maybeTold) {
        return new Failed(detail, Optional.empty(), maybeTold);
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
