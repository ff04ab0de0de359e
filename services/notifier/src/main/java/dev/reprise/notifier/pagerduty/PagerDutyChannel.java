// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.pagerduty;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.PagerDutySpec;
import dev.reprise.schemas.notification.PageReason;

/**
 * Tells PagerDuty: one incident for an alert or a group from its first page to its
 * last, triggered, acknowledged and resolved under one key, by which PagerDuty
 * deduplicates what is sent twice. Success is 202; 429 and 5xx are tried again.
 */
public final class PagerDutyChannel implements Channel {
    private static final int ACCEPTED = 202;
    private final PagerDutySpec spec;
    private final Bulletins bulletins;
    private final PagerDutyEvent event;
    private final InstantSource clock;
    private final HttpPost http;

    /**
     * Opens nothing yet.
     *
     * @param spec the receiver
     * @param links where readers find more
     * @param mapper writes events
     * @param clock for dates in answers
     */
    public PagerDutyChannel(PagerDutySpec spec, Links links, JsonMapper mapper, InstantSource clock) {
        this.spec = spec;
        this.bulletins = new Bulletins(spec.language(), links);
        this.event = new PagerDutyEvent(mapper);
        this.clock = clock;
        this.http = new HttpPost(spec.timeout(), spec.allowLoopback());
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        PageReason reason = delivery.page().reason();
        if (!delivery.over() && (reason == PageReason.ACK_EXPIRED || reason == PageReason.SILENCE_ENDED)) {
            // A trigger on an acknowledged incident pages nobody: it is ended first, and a new one begins under its key.
            AttemptResult ended = send(event.resolve(delivery, spec.routingKey()));
            if (!(ended instanceof Delivered)) {
                return ended;
            }
        }
        return send(event.of(delivery, bulletins.of(delivery), spec.routingKey()));
    }

    private AttemptResult send(ObjectNode told) throws InterruptedException {
        byte[] body = told.toString().getBytes(StandardCharsets.UTF_8);
        return switch (http.send(spec.url(), Map.of("content-type", "application/json; charset=utf-8"), body)) {
            case Outcome.NoAnswer(AttemptResult result) -> result;
            case Outcome.Answer answer when answer.status() == ACCEPTED -> new Delivered(Optional.empty());
            case Outcome.Answer answer -> HttpPost.unsuccessful(answer, clock.instant());
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
