// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Posts a CloudEvent, signed after Standard Webhooks 1.0.0. Any 2xx is success; 410 ends this alert for this receiver; a
 * redirect is never followed and is a refusal, as is any other 4xx except 408, 425 and 429; the rest is tried again.
 *
 * <p>At least once: when an answer is lost, the same delivery comes again with the same {@code webhook-id}.
 */
public final class WebhookChannel implements Channel {
    private final WebhookSpec spec;
    private final InstantSource clock;
    private final WebhookBody body;
    private final HttpPost http;
    private final Optional<Handshake> handshake;

    /**
     * Opens nothing yet.
     *
     * @param spec the receiver
     * @param codec writes the alert
     * @param clock for dates in answers
     */
    public WebhookChannel(WebhookSpec spec, WireCodec codec, InstantSource clock) {
        this.spec = spec;
        this.clock = clock;
        this.body = new WebhookBody(codec);
        this.http = new HttpPost(spec.timeout(), spec.allowLoopback());
        this.handshake = spec.handshake().map(origin -> new Handshake(spec, origin, http));
    }

    @Override
    public void prepare() throws InterruptedException {
        if (handshake.isPresent()) {
            handshake.get().ask(clock.instant());
        }
    }

    @Override
    public Optional<String> inTheWay() {
        return handshake.flatMap(Handshake::inTheWay);
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        Optional<byte[]> bytes = body.of(delivery);
        if (bytes.isEmpty()) {
            return new Refused(
                    "the body would exceed " + WebhookBody.MAX_BYTES + " bytes: the alert's names are too long");
        }
        Optional<AttemptResult> objection = handshake.isPresent()
                ? handshake.get().objection(clock.instant())
                : Optional.empty();
        if (objection.isPresent()) {
            return objection.get();
        }
        return switch (http.send(spec.url(), headers(delivery, bytes.get()), bytes.get())) {
            case Outcome.NoAnswer(AttemptResult result) -> result;
            case Outcome.Answer answer when answer.status() >= 200 && answer.status() < 300 ->
                new Delivered(Optional.empty());
            case Outcome.Answer answer -> HttpPost.unsuccessful(answer, clock.instant());
        };
    }

    private Map<String, String> headers(Delivery delivery, byte[] bytes) {
        long timestamp = delivery.at().getEpochSecond();
        Map<String, String> headers = new HashMap<>();
        headers.put("content-type", "application/cloudevents+json; charset=utf-8");
        headers.put("webhook-id", delivery.id());
        headers.put("webhook-timestamp", Long.toString(timestamp));
        headers.put("webhook-signature", WebhookSignature.header(spec.secret(), delivery.id(), timestamp, bytes));
        delivery.traceparent()
                .filter(_ -> spec.headers().keySet().stream().noneMatch(Traceparent.HEADER::equalsIgnoreCase))
                .ifPresent(traceparent -> headers.put(Traceparent.HEADER, traceparent.toString()));
        spec.headers().forEach((name, value) -> headers.put(name, value.reveal()));
        return headers;
    }

    @Override
    public void close() {
        http.close();
    }
}
