// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.alertmanager;

import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.AlertmanagerSpec;

/**
 * Tells an Alertmanager, which keeps no alerts over a restart and ends those that are not told again: its subscription
 * repeats what fires. Telling twice is telling once. Success is 200.
 */
public final class AlertmanagerChannel implements Channel {
    private static final int OK = 200;
    private final URI url;
    private final Map<String, String> headers = new HashMap<>();
    private final AlertmanagerBody body;
    private final InstantSource clock;
    private final HttpPost http;

    /**
     * Opens nothing yet.
     *
     * @param spec the receiver
     * @param links where readers find more
     * @param mapper writes bodies
     * @param clock for dates in answers
     */
    public AlertmanagerChannel(AlertmanagerSpec spec, Links links, JsonMapper mapper, InstantSource clock) {
        String base = spec.url().toString();
        this.url = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/api/v2/alerts");
        this.body = new AlertmanagerBody(mapper, new Bulletins(Language.EN, links));
        this.clock = clock;
        this.http = new HttpPost(spec.timeout(), spec.allowLoopback());
        headers.put("content-type", "application/json");
        spec.headers().forEach((name, value) -> headers.put(name, value.reveal()));
    }

    @Override
    public AttemptResult deliver(Delivery delivery) throws InterruptedException {
        return switch (http.send(url, headers, body.of(delivery))) {
            case Outcome.NoAnswer(AttemptResult result) -> result;
            case Outcome.Answer answer when answer.status() == OK -> new Delivered(Optional.empty());
            case Outcome.Answer answer -> HttpPost.unsuccessful(answer, clock.instant());
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
