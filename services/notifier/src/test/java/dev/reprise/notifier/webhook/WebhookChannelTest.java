// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Answer;
import dev.reprise.notifier.fixture.WebhookSink.Received;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.wire.WireCodec;

class WebhookChannelTest {
    private static final Alert ALERT = Alerts.anAlert().firing(1);
    private WebhookSink sink;

    @BeforeEach
    void openSink() throws IOException {
        sink = new WebhookSink();
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private AttemptResult deliver(WebhookSpec spec) throws InterruptedException {
        try (WebhookChannel channel = new WebhookChannel(spec, new WireCodec(), InstantSource.system())) {
            return channel.deliver(Deliveries.of(ALERT));
        }
    }

    private AttemptResult deliver() throws InterruptedException {
        return deliver(Receivers.aWebhook("hook", sink.url()));
    }

    private static WebhookSpec spec(String url, Duration timeout, boolean allowLoopback) {
        return new WebhookSpec("hook", URI.create(url), List.of(Receivers.SECRET),
                Map.of("x-token", Secret.of("t0ken")),
                timeout, allowLoopback, Receivers.FAST, List.of());
    }

    @Test
    void shouldPostASignedCloudEvent() throws InterruptedException {
        AttemptResult result = deliver(spec(sink.url(), Duration.ofSeconds(20), true));

        assertThat(result).isEqualTo(new Delivered(Optional.empty()));
        Received received = sink.received().getFirst();
        String id = DeliveryId.of("hook", ALERT.alertKey(), ALERT.revision());
        long timestamp = Alerts.START.getEpochSecond();
        assertThat(received.header("content-type")).isEqualTo("application/cloudevents+json; charset=utf-8");
        assertThat(received.header("webhook-id")).isEqualTo(id);
        assertThat(received.header("webhook-timestamp")).isEqualTo(Long.toString(timestamp));
        assertThat(received.header("webhook-signature"))
                .isEqualTo(WebhookSignature.header(List.of(Receivers.SECRET), id, timestamp, received.body()));
        assertThat(received.header("x-token")).isEqualTo("t0ken");
        assertThat(received.text()).contains("\"type\":\"dev.reprise.alert.firing.v1\"").contains("Grüße aus 杭州");
    }

    @Test
    void shouldSayWhereInTracesTheDecisionAndTheTryStand() throws InterruptedException {
        Traceparent decision = new Traceparent("a".repeat(32), "b".repeat(16), "01");
        Traceparent attempt = new Traceparent("a".repeat(32), "c".repeat(16), "01");
        Delivery plain = Deliveries.of(Alerts.anAlert().firing(1, decision));
        try (WebhookChannel channel = new WebhookChannel(Receivers.aWebhook("hook", sink.url()), new WireCodec(),
                InstantSource.system())) {
            channel.deliver(new Delivery(plain.id(), plain.page(), plain.at(), Optional.of(attempt)));
            channel.deliver(Deliveries.of(ALERT));
        }

        JsonNode event = new WireCodec().mapper().readTree(sink.received().getFirst().body());
        assertThat(sink.received().getFirst().header("traceparent")).isEqualTo(attempt.toString());
        assertThat(event.path("traceparent").asString()).isEqualTo(decision.toString());
        assertThat(event.at("/data/content/traceparent").asString()).isEqualTo(decision.toString());
        assertThat(sink.received().getLast().text()).doesNotContain("traceparent");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void shouldTakeAny2xxAsSuccess(int status) throws InterruptedException {
        sink.answer(Answer.status(status));

        assertThat(deliver()).isInstanceOf(Delivered.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 408, 429})
    void shouldTryAgainWhatTheReceiverCouldNotTake(int status) throws InterruptedException {
        sink.answer(Answer.status(status));

        assertThat(deliver()).isEqualTo(new Failed("answered " + status, Optional.empty(), false));
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 504})
    void shouldDoubtAGatewayThatLostItsServer(int status) throws InterruptedException {
        sink.answer(Answer.status(status));

        assertThat(deliver()).isEqualTo(new Failed("answered " + status, Optional.empty(), true));
    }

    @Test
    void shouldHonourRetryAfter() throws InterruptedException {
        sink.answer(new Answer(429, Map.of("Retry-After", "77")));

        assertThat(deliver()).isEqualTo(new Failed("answered 429", Optional.of(Duration.ofSeconds(77)), false));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 413})
    void shouldNotRepeatWhatIsRefused(int status) throws InterruptedException {
        sink.answer(Answer.status(status));

        assertThat(deliver()).isEqualTo(new Refused("answered " + status));
    }

    @Test
    void shouldEndTheAlertOn410() throws InterruptedException {
        sink.answer(Answer.status(410));

        assertThat(deliver()).isEqualTo(new Gone("answered 410"));
    }

    @Test
    void shouldFollowNoRedirect() throws InterruptedException {
        sink.answer(new Answer(307, Map.of("Location", sink.url())));

        assertThat(deliver()).isInstanceOf(Refused.class);
        assertThat(sink.received()).hasSize(1);
    }

    @Test
    void shouldDoubtWhatGotNoAnswerInTime() throws InterruptedException {
        sink.answer(Answer.HANG);

        assertThat(deliver(spec(sink.url(), Duration.ofMillis(500), true)))
                .isEqualTo(new Failed("no answer in time", Optional.empty(), true));
        await().atMost(Duration.ofSeconds(30)).until(() -> sink.received().size() == 1);
    }

    @Test
    void shouldDoubtAConnectionThatBreaksAfterTheRequest() throws InterruptedException {
        sink.answer(Answer.BREAK);

        assertThat(deliver()).isEqualTo(new Failed("the connection broke", Optional.empty(), true));
    }

    @Test
    void shouldNotDoubtWhatWasNeverConnected() throws InterruptedException {
        String url = sink.url();
        sink.close();

        assertThat(deliver(spec(url, Duration.ofSeconds(20), true)))
                .isEqualTo(new Failed("no connection", Optional.empty(), false));
    }

    @Test
    void shouldGuardItsOwnMachine() throws InterruptedException {
        assertThat(deliver(spec(sink.url(), Duration.ofSeconds(20), false))).isInstanceOf(Refused.class);
        assertThat(deliver(spec("http://169.254.169.254/latest", Duration.ofSeconds(20), true)))
                .isInstanceOf(Refused.class);
        assertThat(deliver(spec("http://[::1]:1/", Duration.ofSeconds(20), false))).isInstanceOf(Refused.class);
        assertThat(sink.received()).isEmpty();
    }

    @Test
    void shouldRepeatUnderTheSameId() throws InterruptedException {
        sink.answer(Answer.BREAK);
        AttemptResult first = deliver();
        AttemptResult second = deliver();

        assertThat(first).isInstanceOf(Failed.class);
        assertThat(second).isInstanceOf(Delivered.class);
        assertThat(sink.received()).hasSize(2).extracting(received -> received.header("webhook-id"))
                .containsOnly(DeliveryId.of("hook", ALERT.alertKey(), ALERT.revision()));
    }
}
