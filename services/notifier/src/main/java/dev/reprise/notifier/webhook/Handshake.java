// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.receiver.WebhookSpec;

/**
 * Asks a receiver whether it wants to be told, after the abuse protection of HTTP 1.1 Web Hooks for Event Delivery
 * (CloudEvents 1.0): nothing is delivered before it has said yes, and no faster than it said. Asked once in the life of
 * the process, and after a no again with the tries of deliveries, at most every half minute. Used by one thread; only what is in the way
 * may be read by others.
 */
final class Handshake {
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final WebhookSpec spec;
    private final String origin;
    private final HttpPost http;
    private boolean allowed;
    private Duration between = Duration.ZERO;
    private Instant notBefore = Instant.MIN;
    private volatile Optional<String> inTheWay = Optional.of("the handshake has not been made yet");

    /** Asks nothing yet. */
    Handshake(WebhookSpec spec, String origin, HttpPost http) {
        this.spec = spec;
        this.origin = origin;
        this.http = http;
    }

    /** Why nothing can be delivered; nothing once the receiver has said yes. */
    Optional<String> inTheWay() {
        return inTheWay;
    }

    /**
     * Why this delivery must wait, or nothing.
     *
     * @throws InterruptedException when the process is about to end
     */
    Optional<AttemptResult> objection(Instant now) throws InterruptedException {
        if (now.isBefore(notBefore)) {
            return Optional.of(new Failed(inTheWay.orElse("the receiver allows no more in this minute"),
                    Optional.of(Duration.between(now, notBefore)), false));
        }
        if (!allowed) {
            Optional<AttemptResult> failed = ask(now);
            if (failed.isPresent()) {
                return failed;
            }
        }
        notBefore = now.plus(between);
        return Optional.empty();
    }

    /**
     * Asks, and answers why nothing can be delivered.
     *
     * @throws InterruptedException when the process is about to end
     */
    Optional<AttemptResult> ask(Instant now) throws InterruptedException {
        Map<String, String> headers = new HashMap<>();
        spec.headers().forEach((name, value) -> headers.put(name, value.reveal()));
        headers.put("webhook-request-origin", origin);
        headers.put("webhook-request-rate", Integer.toString(spec.pace().perMinute()));
        return switch (http.options(spec.url(), headers)) {
            case Outcome.NoAnswer(AttemptResult result) -> Optional.of(failed(detail(result), Optional.empty(), now));
            case Outcome.Answer answer -> judge(answer, now);
        };
    }

    private Optional<AttemptResult> judge(Outcome.Answer answer, Instant now) {
        Optional<Duration> asked = HttpPost.retryAfter(answer, now);
        if (answer.status() < 200 || answer.status() > 299) {
            return Optional.of(failed("answered " + answer.status(), asked, now));
        }
        Optional<String> allows = answer.headers().firstValue("webhook-allowed-origin").map(String::strip);
        if (allows.isEmpty()) {
            return Optional.of(failed("answered " + answer.status() + " without WebHook-Allowed-Origin", asked, now));
        }
        if (!allows.get().equals("*") && !allows.get().equalsIgnoreCase(origin)) {
            return Optional.of(failed("allows another origin than " + origin, asked, now));
        }
        String rate = answer.headers().firstValue("webhook-allowed-rate").map(String::strip).orElse("*");
        if (!rate.equals("*") && !rate.matches("[1-9][0-9]{0,8}")) {
            return Optional.of(failed("allows a rate that is neither a number above 0 nor *", asked, now));
        }
        boolean slower = !rate.equals("*") && Integer.parseInt(rate) < spec.pace().perMinute();
        between = slower ? Duration.ofMinutes(1).dividedBy(Integer.parseInt(rate)) : Duration.ZERO;
        allowed = true;
        inTheWay = Optional.empty();
        return Optional.empty();
    }

    /** Nothing is told and nothing is given up by a no: somebody may set the receiver right before the budget is spent. */
    private AttemptResult failed(String detail, Optional<Duration> asked, Instant now) {
        Duration pause = asked.filter(wait -> wait.compareTo(PAUSE) > 0).orElse(PAUSE);
        notBefore = now.plus(pause);
        inTheWay = Optional.of("the handshake failed: " + detail);
        return new Failed("the handshake failed: " + detail, Optional.of(pause), false);
    }

    private static String detail(AttemptResult result) {
        return switch (result) {
            case Failed(String detail, Optional<Duration> _, boolean _) -> detail;
            case Refused(String detail) -> detail;
            case Gone(String detail) -> detail;
            case AttemptResult.Delivered _ -> "no answer";
        };
    }
}
