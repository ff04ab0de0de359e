// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
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
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.AlertmanagerSpec;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Suppression;

class AlertmanagerChannelTest {
    private static final Links LINKS = new Links(
            Optional.of("https://reprise.example.com/#/instances/{namespace}/{name}/{partition}"));
    private WebhookSink sink;

    @BeforeEach
    void openSink() throws IOException {
        sink = new WebhookSink();
        sink.answerAlways(Answer.status(200));
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private AttemptResult deliver(Delivery delivery) throws InterruptedException {
        AlertmanagerSpec spec = new AlertmanagerSpec("am", URI.create(sink.url() + "/"),
                Map.of("authorization", Secret.of("Bearer t0ken")), Duration.ofSeconds(20), true, Receivers.FAST,
                List.of());
        try (AlertmanagerChannel channel = new AlertmanagerChannel(spec, LINKS, JsonMapper.shared(),
                InstantSource.system())) {
            return channel.deliver(delivery);
        }
    }

    private JsonNode last() {
        return JsonMapper.shared().readTree(sink.received().getLast().body()).path(0);
    }

    private static void assertShape(JsonNode alert, String sample) {
        Set<String> beyond = new TreeSet<>(Payload.shape(alert));
        beyond.removeAll(Payload.shape(Payload.json(sample).path(0)));
        assertThat(beyond).allMatch(field -> field.startsWith("labels.") || field.startsWith("annotations."));
    }

    @Test
    void shouldPostWhatFiresForFiveMinutes() throws InterruptedException {
        assertThat(deliver(Deliveries.of(Alerts.anAlert().labels(Map.of("cost-center", "7")).firing(1))))
                .isEqualTo(new Delivered(Optional.empty()));

        assertShape(last(), "alertmanager-v2-post-alerts");
        assertThat(sink.received().getLast().uri().getPath()).isEqualTo("/hook/api/v2/alerts");
        assertThat(sink.received().getLast().header("authorization")).isEqualTo("Bearer t0ken");
        JsonNode labels = last().path("labels");
        assertThat(labels.path("alertname").asString()).isEqualTo("NonIdempotent");
        assertThat(labels.path("severity").asString()).isEqualTo("critical");
        assertThat(labels.path("job").asString()).isEqualTo("send_invoices");
        assertThat(labels.path("partition").asString()).isEqualTo("ds=2026-11-28");
        assertThat(labels.path("owner").asString()).isEqualTo("billing");
        assertThat(labels.path("cost_center").asString()).isEqualTo("7");
        assertThat(Instant.parse(last().path("endsAt").asString())).isEqualTo(Alerts.START.plus(Duration.ofMinutes(5)));
    }

    @Test
    void shouldPostTheEndUnderTheSameLabels() throws InterruptedException {
        deliver(Deliveries.of(Alerts.anAlert().firing(1)));
        JsonNode firing = last();
        deliver(Deliveries.of(Alerts.anAlert().resolved(2)));

        assertShape(last(), "alertmanager-v2-post-resolve");
        assertThat(last().path("labels")).isEqualTo(firing.path("labels"));
        assertThat(last().path("startsAt")).isEqualTo(firing.path("startsAt"));
        assertThat(last().path("endsAt").asString()).isEqualTo("2026-11-29T03:09:11Z");
    }

    /** Nobody tells it again meanwhile, and it would say that all is over. */
    @Test
    void shouldHoldWhatAPersonHasTakenUntilThatEnds() throws InterruptedException { // R2
        Instant until = Alerts.START.plus(Duration.ofHours(4));
        Page page = Pages.of(Alerts.anAlert().firing(1));
        PageItem item = page.items().getFirst();
        deliver(Deliveries.of(new Page(page.alertKey(), page.channel(), 2, page.told(), PageReason.ACKNOWLEDGED,
                page.subscription(), page.why(), page.severity(), page.openedAt(), page.at(), 0, 1, 0,
                List.of(new PageItem(item.alertKey(), 1, item.change(), item.kind(), item.severity(), item.content(),
                        item.startsAt(), Optional.empty(), Optional.empty(),
                        List.of(new Suppression(Suppression.Cause.ACKNOWLEDGED, "ada", Optional.of(until))))))));

        assertThat(Instant.parse(last().path("endsAt").asString())).isEqualTo(until.plus(Duration.ofMinutes(5)));
    }

    @Test
    void shouldPostNoEmptyLabel() throws InterruptedException {
        deliver(Deliveries.of(Alerts.anAlert().owner(Optional.empty()).labels(Map.of("tier", " ")).firing(1)));

        assertThat(last().path("labels").properties()).noneMatch(label -> label.getValue().asString().isBlank());
    }

    @Test
    void shouldTryAgainWhenItIsDownAndNotWhatIsInvalid() throws InterruptedException {
        sink.answer(Answer.status(503), Answer.status(400));
        Delivery delivery = Deliveries.of(Alerts.anAlert().firing(1));

        assertThat(deliver(delivery)).isInstanceOf(Failed.class);
        assertThat(deliver(delivery)).isEqualTo(new Refused("answered 400"));
    }
}
