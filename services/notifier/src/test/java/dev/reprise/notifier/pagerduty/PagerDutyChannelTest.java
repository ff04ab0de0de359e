// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.pagerduty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Payload;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Answer;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.PagerDutySpec;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageReason;

class PagerDutyChannelTest {
    private static final String KEY = "R0UT1NGKEY32CHARSxxxxxxxxxxxxxxx";
    private static final Links LINKS = new Links(
            Optional.of("https://reprise.example.com/#/instances/{namespace}/{name}/{partition}"));
    private WebhookSink sink;

    @BeforeEach
    void openSink() throws IOException {
        sink = new WebhookSink();
        sink.answerAlways(new Answer(202, Map.of(), Payload.text("pagerduty-v2-response-202")));
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private AttemptResult deliver(Delivery delivery) throws InterruptedException {
        PagerDutySpec spec = new PagerDutySpec("pager", Secret.of(KEY), URI.create(sink.url()), Language.EN,
                Duration.ofSeconds(20), true, Receivers.FAST, List.of());
        try (PagerDutyChannel channel = new PagerDutyChannel(spec, LINKS, JsonMapper.shared(),
                InstantSource.system())) {
            return channel.deliver(delivery);
        }
    }

    private JsonNode last() {
        return JsonMapper.shared().readTree(sink.received().getLast().body());
    }

    @Test
    void shouldTriggerAndResolveUnderOneKey() throws InterruptedException {
        Alerts alert = Alerts.anAlert();
        assertThat(deliver(Deliveries.of(alert.firing(1)))).isEqualTo(new Delivered(Optional.empty()));
        JsonNode trigger = last();
        assertThat(deliver(Deliveries.of(alert.resolved(2)))).isEqualTo(new Delivered(Optional.empty()));
        JsonNode resolve = last();

        Set<String> beyond = new TreeSet<>(Payload.shape(trigger));
        beyond.removeAll(Payload.shape(Payload.json("pagerduty-v2-trigger")));
        assertThat(beyond).allMatch(field -> field.startsWith("payload.custom_details."));
        assertThat(trigger.path("event_action").asString()).isEqualTo("trigger");
        assertThat(trigger.path("payload").path("severity").asString()).isEqualTo("critical");
        assertThat(trigger.path("payload").path("summary").asString())
                .isEqualTo("send_invoices ds=2026-11-28 not rerun: not idempotent");
        assertThat(Payload.shape(resolve)).isEqualTo(Payload.shape(Payload.json("pagerduty-v2-resolve")));
        assertThat(resolve.path("event_action").asString()).isEqualTo("resolve");
        assertThat(resolve.path("dedup_key")).isEqualTo(trigger.path("dedup_key"));
        assertThat(resolve.path("dedup_key").asString()).hasSizeLessThanOrEqualTo(255);
    }

    @Test
    void shouldSayWhereInATraceTheDecisionStands() throws InterruptedException {
        Traceparent decision = new Traceparent("a".repeat(32), "b".repeat(16), "01");
        deliver(Deliveries.of(Alerts.anAlert().firing(1, decision)));
        assertThat(last().at("/payload/custom_details/traceparent").asString()).isEqualTo(decision.toString());

        deliver(Deliveries.of(Alerts.anAlert().firing(1)));
        assertThat(last().at("/payload/custom_details").has("traceparent")).isFalse();
    }

    private static Page because(PageReason reason) {
        Page page = Pages.of(Alerts.anAlert().firing(1));
        return new Page(page.alertKey(), page.channel(), 2, page.told(), reason, page.subscription(), page.why(),
                page.severity(), page.openedAt(), page.at(), 0, 1, 0, page.items());
    }

    @Test
    void shouldAcknowledgeWhatAPersonHasTakenOrSilenced() throws InterruptedException { // R2
        for (PageReason reason : List.of(PageReason.ACKNOWLEDGED, PageReason.SILENCED)) {
            assertThat(deliver(Deliveries.of(because(reason)))).isInstanceOf(Delivered.class);

            assertThat(Payload.shape(last())).isEqualTo(Payload.shape(Payload.json("pagerduty-v2-acknowledge")));
            assertThat(last().path("event_action").asString()).isEqualTo("acknowledge");
        }
    }

    @Test
    void shouldPageAnewWhenAnAcknowledgementHasExpired() throws InterruptedException { // R8
        deliver(Deliveries.of(because(PageReason.ACK_EXPIRED)));

        assertThat(sink.received()).extracting(
                each -> JsonMapper.shared().readTree(each.body()).path("event_action").asString())
                .containsExactly("resolve", "trigger");
    }

    @Test
    void shouldOpenANewIncidentForWhatBeganAnew() throws InterruptedException {
        Page first = Pages.of(Alerts.anAlert().firing(1));
        deliver(Deliveries.of(first));
        JsonNode key = last().path("dedup_key");
        deliver(Deliveries.of(new Page(first.alertKey(), first.channel(), 3, first.told(), first.reason(),
                first.subscription(), first.why(), first.severity(), first.openedAt().plusSeconds(60), first.at(), 1, 0,
                0,
                first.items())));

        assertThat(last().path("dedup_key")).isNotEqualTo(key);
    }

    @Test
    void shouldKeepTheLimits() throws InterruptedException {
        String longest = "杭州😀".repeat(1_300);
        deliver(Deliveries.of(Alerts.about("n".repeat(512)).evidence(new ErrorEvidence(longest, Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.of(longest), Optional.empty())).firing(1)));

        JsonNode limits = Payload.json("limits").path("pagerduty_v2");
        assertThat(last().path("payload").path("summary").asString().length())
                .isLessThanOrEqualTo(limits.path("summary_chars").asInt());
        assertThat(last().toString().getBytes(StandardCharsets.UTF_8).length)
                .isLessThan(limits.path("event_bytes").asInt());
    }

    @Test
    void shouldTryAgainWhatIsThrottledAndNotWhatIsInvalid() throws InterruptedException {
        sink.answer(Answer.status(429), new Answer(400, Map.of(), Payload.text("pagerduty-v2-response-400")),
                Answer.status(503));
        Delivery delivery = Deliveries.of(Alerts.anAlert().firing(1));

        assertThat(deliver(delivery)).isInstanceOf(Failed.class);
        assertThat(deliver(delivery)).isEqualTo(new Refused("answered 400"));
        assertThat(deliver(delivery)).isInstanceOf(Failed.class);
    }
}
