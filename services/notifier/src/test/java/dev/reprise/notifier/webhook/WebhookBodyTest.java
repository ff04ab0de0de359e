// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.channel.Text;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;
import dev.reprise.schemas.wire.WireType;

class WebhookBodyTest {
    private final WireCodec codec = new WireCodec();
    private final WebhookBody body = new WebhookBody(codec);

    private static Delivery delivery(Alert alert) {
        return Deliveries.of(alert);
    }

    private JsonNode read(byte[] bytes) {
        return codec.mapper().readTree(bytes);
    }

    @Test
    void shouldBeACloudEventThatOurOwnCodecReads() {
        Alert alert = Alerts.anAlert().firing(3);

        byte[] bytes = body.of(delivery(alert)).orElseThrow();

        WireMessage message = codec.read(
                Map.of("content-type",
                        "application/cloudevents+json; charset=utf-8".getBytes(StandardCharsets.UTF_8)),
                bytes);
        assertThat(message.data()).isEqualTo(alert);
        JsonNode event = read(bytes);
        assertThat(event.path("specversion").stringValue()).isEqualTo("1.0");
        assertThat(event.path("type").stringValue()).isEqualTo("dev.reprise.alert.firing.v1");
        assertThat(event.path("subject").stringValue()).isEqualTo("warehouse/send_invoices/ds=2026-11-28");
        assertThat(event.path("time").stringValue()).isEqualTo("2026-11-29T03:02:11Z");
    }

    @Test
    void shouldNameTheEndAndItsTime() {
        JsonNode event = read(body.of(delivery(Alerts.anAlert().resolved(4))).orElseThrow());

        assertThat(event.path("type").stringValue()).isEqualTo("dev.reprise.alert.resolved.v1");
        assertThat(event.path("time").stringValue()).isEqualTo("2026-11-29T03:09:11Z");
        assertThat(event.path("data").path("resolution").stringValue()).isEqualTo("RECOVERED");
    }

    @Test
    void shouldShrinkToTheBudgetAndSayHowMuchIsMissing() {
        TreeMap<String, String> labels = new TreeMap<>();
        for (int i = 0; i < 30; i++) {
            labels.put(String.format("label-%03d", i), "值".repeat(120));
        }
        Alerts huge = Alerts.anAlert().labels(labels).description("描述".repeat(2_000))
                .evidence(new ErrorEvidence("错误".repeat(2_000), Optional.empty(), Optional.empty(), Optional.empty(),
                        Optional.of("行".repeat(8_000)), Optional.empty()));

        byte[] bytes = body.of(delivery(huge.firing(1))).orElseThrow();

        assertThat(bytes.length).isLessThanOrEqualTo(WebhookBody.MAX_BYTES);
        JsonNode data = read(bytes).path("data");
        assertThat(data.path("content").path("description").stringValue()).contains("more characters");
        assertThat(data.path("content").path("labels").path("reprise.more").stringValue()).contains("more labels");
        assertThat(data.path("content").path("evidence").path("outputTail").stringValue())
                .contains("characters before this");
        assertThat(data.path("alertKey").stringValue()).isEqualTo(huge.key().value());
    }

    @Test
    void shouldShortenTheLinesOfTheDefinitionButKeepTheirPlaces() {
        DefinitionFinding finding = new DefinitionFinding("RR101", "sql/" + "载".repeat(600) + ".sql:7",
                Optional.of("行".repeat(512)), "说".repeat(1_024), Optional.of("改".repeat(1_024)));

        byte[] bytes = body.of(delivery(Alerts.anAlert().findings(finding, finding, finding).firing(1)))
                .orElseThrow();

        assertThat(bytes.length).isLessThanOrEqualTo(WebhookBody.MAX_BYTES);
        JsonNode shown = read(bytes).path("data").path("content").path("findings").path(0);
        assertThat(shown.path("place").stringValue()).isEqualTo(finding.place());
        assertThat(shown.path("message").stringValue()).contains("more characters");
    }

    @Test
    void shouldNotTouchWhatFits() {
        Alert alert = Alerts.anAlert().description("x".repeat(4_000)).firing(1);

        JsonNode data = read(body.of(delivery(alert)).orElseThrow()).path("data");

        assertThat(codec.read(WireType.ALERT_FIRING, codec.mapper().writeValueAsBytes(data))).isEqualTo(alert);
    }

    @Test
    void shouldSayWhenTheNamesAloneAreTooLarge() {
        AlertFiring named = Alerts.about("名".repeat(500))
                .evidence(new ErrorEvidence("e", Optional.of("类".repeat(1_000)), Optional.of("码".repeat(1_000)),
                        Optional.empty(), Optional.empty(), Optional.empty()))
                .firing(1);
        Alert alert = new AlertFiring(new AlertKey("K/" + "名".repeat(4_000)), 1, named.kind(), named.severity(),
                named.content(), named.startsAt());

        assertThat(body.of(delivery(alert))).isEmpty();
    }

    @Test
    void shouldNeverSplitACharacterNorLengthenAText() {
        assertThat(Text.head("𠮷".repeat(100), 3)).startsWith("𠮷…").contains("198 more");
        assertThat(Text.tail("𠮷".repeat(100), 3)).endsWith("…𠮷").startsWith("198 ");
        assertThat(Text.head("abcdef", 3)).isEqualTo("abcdef");
    }

    @Test
    void shouldBeAPageForAGroupAndDropTheLastAlertsFirst() {
        PageItem[] items = new PageItem[Page.MAX_ITEMS];
        for (int i = 0; i < items.length; i++) {
            items[i] = Pages.item(Alerts.about("job" + i).description("描述".repeat(300)).firing(1), PageChange.NEW)
                    .brief();
        }

        byte[] bytes = body.of(Deliveries.of(Pages.group(214, 0, 0, items))).orElseThrow();

        assertThat(bytes.length).isLessThanOrEqualTo(WebhookBody.MAX_BYTES);
        WireMessage message = codec.read(
                Map.of("content-type",
                        "application/cloudevents+json; charset=utf-8".getBytes(StandardCharsets.UTF_8)),
                bytes);
        assertThat(message.data()).isInstanceOfSatisfying(Page.class, page -> {
            assertThat(page.fresh()).isEqualTo(214);
            assertThat(page.items()).hasSizeLessThan(20).isNotEmpty();
            assertThat(page.items().getFirst().content().job().name()).isEqualTo("job0");
        });
    }
}
