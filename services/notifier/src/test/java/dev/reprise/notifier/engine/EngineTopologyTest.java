// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import static dev.reprise.notifier.fixture.Subscriptions.aSubscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.rules.Rules;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Subscriptions;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.match.Matcher;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The engine as a topology: routing, one state over restarts, and what comes in from both sides. */
class EngineTopologyTest {
    private static final EngineSettings SETTINGS = new EngineSettings("t.", 3, Duration.ofMillis(100), 500);
    private static final Subscription BILLING = aSubscription("chat").fallback("mail").build();
    private static final Subscription HOOK = Subscription.of("hook", List.of(), Timers.AT_ONCE);
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/test");
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    @TempDir
    private Path directory;
    private Subscriptions inForce = new Subscriptions(List.of(), List.of());
    private TopologyTestDriver driver = start(new Subscriptions(List.of(BILLING), List.of(HOOK)), Alerts.START);

    private TopologyTestDriver start(Subscriptions subscriptions, Instant at) {
        inForce = subscriptions;
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "engine");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
        if (directory != null) {
            properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        }
        return new TopologyTestDriver(
                EngineTopology.build(SETTINGS, () -> Rules.of(inForce), messages,
                        new EngineMeters(registry, "t.")),
                properties,
                at);
    }

    @AfterEach
    void close() {
        driver.close();
    }

    private TestInputTopic<byte[], byte[]> in(Topics topic) {
        return driver.createInputTopic(topic.name("t."), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void write(Topics topic, String key, Record message) {
        in(topic).pipeInput(new TestRecord<>(key.getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                messages.headers(key, Alerts.START, message), Alerts.START));
    }

    private void alert(Alert alert) {
        write(Topics.ALERTS, alert.alertKey().value(), (Record) alert);
    }

    private List<Page> pages() {
        TestOutputTopic<byte[], byte[]> out = driver.createOutputTopic(Topics.PAGES.name("t."),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
        return out.readRecordsToList().stream().map(record -> {
            Page page = (Page) messages.read(record.headers(), record.value()).data();
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(page.key());
            return page;
        }).toList();
    }

    private void pass(Duration time) {
        driver.advanceWallClockTime(time);
    }

    @Test
    void shouldPageASubscriptionAndAReceiverThatNoneNames() {
        alert(Alerts.anAlert().firing(1));
        pass(Duration.ofMillis(100));
        assertThat(pages()).singleElement().satisfies(page -> {
            assertThat(page.channel()).isEqualTo("hook");
            assertThat(page.alertKey()).isEqualTo(Alerts.anAlert().key());
            assertThat(page.single()).isTrue();
        });
        pass(Duration.ofSeconds(30));

        assertThat(pages()).singleElement().satisfies(page -> {
            assertThat(page.channel()).isEqualTo("chat");
            assertThat(page.alertKey().value()).isEqualTo("GROUP/billing/kind=NON_IDEMPOTENT");
        });
        assertThat(registry.get("rerun.pages").tag("reason", "first").counter().count()).isEqualTo(2);
    }

    @Test
    void shouldBringTheEndWhereTheBeginningWent() {
        alert(Alerts.anAlert().firing(1));
        pass(Duration.ofMinutes(1));
        pages();

        alert(Alerts.anAlert().resolved(2));
        pass(Duration.ofMinutes(6));

        assertThat(pages()).extracting(Page::channel).containsExactlyInAnyOrder("hook", "chat");
    }

    @Test
    void shouldMoveAnAlertToAnotherGroupWhenItsLabelsChange() {
        Subscription criticals = new Subscription("night", Optional.empty(),
                List.of(Matcher.parse("tier=\"1\"")), BILLING.grouping(),
                Timers.AT_ONCE, List.of("pager"), Optional.empty(),
                Optional.empty(), List.of(), false);
        driver.close();
        driver = start(new Subscriptions(List.of(criticals), List.of()), Alerts.START);
        alert(Alerts.anAlert().firing(1));
        pass(Duration.ofSeconds(1));
        assertThat(pages()).extracting(Page::told).containsExactly(Told.FIRING);

        alert(Alerts.anAlert().labels(Map.of("tier", "2")).firing(2));
        pass(Duration.ofSeconds(1));

        assertThat(pages()).singleElement().satisfies(page -> {
            assertThat(page.told()).isEqualTo(Told.RESOLVED);
            assertThat(page.reason()).isEqualTo(PageReason.UNSUBSCRIBED);
        });
    }

    @Test
    void shouldTellTheFallbackWhenADeliveryFailed() {
        alert(Alerts.anAlert().firing(1));
        pass(Duration.ofSeconds(31));
        Page page = pages().stream().filter(each -> each.channel().equals("chat")).findFirst().orElseThrow();

        Notification failed = new Notification(page.alertKey(), "chat", page.revision(), Told.FIRING,
                DeliveryOutcome.FAILED, 9, Alerts.START, Optional.empty());
        write(Topics.NOTIFICATIONS, failed.key(), failed);
        pass(Duration.ofSeconds(1));

        assertThat(pages()).singleElement().satisfies(next -> {
            assertThat(next.channel()).isEqualTo("mail");
            assertThat(next.reason()).isEqualTo(PageReason.FALLBACK);
        });
    }

    @Test
    void shouldTellAStormOfThousandsInOneMessage() {
        int failures = 5_000;
        driver.close();
        driver = start(new Subscriptions(List.of(BILLING), List.of()), Alerts.START);
        for (int i = 0; i < failures; i++) {
            alert(Alerts.about("job" + i).firing(1));
        }
        pass(Duration.ofSeconds(31));
        assertThat(pages()).singleElement().satisfies(page -> assertThat(page.fresh()).isEqualTo(failures));
        for (int i = 0; i < failures; i++) {
            alert(Alerts.about("job" + i).resolved(2));
        }
        pass(Duration.ofMinutes(6));

        assertThat(pages()).singleElement().satisfies(page -> {
            assertThat(page.told()).isEqualTo(Told.RESOLVED);
            assertThat(page.over()).isEqualTo(failures);
        });
    }

    @Test
    void shouldTellTheWatchdogAgainAndAgainToWhoAskedForItAndToNobodyElse() {
        Subscription watchdog = aWatchdog();
        driver.close();
        driver = start(new Subscriptions(List.of(watchdog, BILLING), List.of(HOOK)), Alerts.START);

        pass(Duration.ofMillis(100));
        pass(Duration.ofMillis(100));
        assertThat(pages()).singleElement().satisfies(page -> {
            assertThat(page.channel()).isEqualTo("switch");
            assertThat(page.reason()).isEqualTo(PageReason.FIRST);
            assertThat(page.items().getFirst().kind()).isEqualTo(Reason.WATCHDOG);
        });
        for (int minute = 1; minute <= 30; minute++) {
            pass(Duration.ofMinutes(1));

            Instant at = Alerts.START.plusMillis(200).plus(Duration.ofMinutes(minute));
            assertThat(pages()).singleElement().satisfies(page -> {
                assertThat(page.reason()).isEqualTo(PageReason.REPEATED);
                assertThat(page.channel()).isEqualTo("switch");
                assertThat(page.at()).isEqualTo(at);
            });
        }
    }

    @Test
    void shouldNotRaiseTheWatchdogUnlessSomebodyAsksForItAndTellItsEndWhenNobodyDoesAnyMore() {
        pass(Duration.ofMinutes(10));
        assertThat(pages()).isEmpty();
        assertThat(alertsWritten()).isEmpty();
        inForce = new Subscriptions(List.of(aWatchdog()), List.of());
        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));
        assertThat(pages()).extracting(Page::told).containsExactly(Told.FIRING);

        inForce = new Subscriptions(List.of(BILLING), List.of());
        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));

        assertThat(pages()).extracting(Page::told).containsExactly(Told.RESOLVED);
        assertThat(alertsWritten()).satisfiesExactly(
                alert -> assertThat(alert).isInstanceOf(AlertFiring.class),
                alert -> assertThat(alert).isInstanceOf(AlertResolved.class));
    }

    private static Subscription aWatchdog() {
        return new Subscription("deadman", Optional.empty(), List.of(Matcher.parse("kind=\"WATCHDOG\"")),
                BILLING.grouping(), new Timers(Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1)),
                List.of("switch"), Optional.empty(), Optional.empty(), List.of(), true);
    }

    private List<Alert> alertsWritten() {
        return driver.createOutputTopic(Topics.ALERTS.name("t."), new ByteArrayDeserializer(),
                new ByteArrayDeserializer()).readRecordsToList().stream()
                .map(record -> (Alert) messages.read(record.headers(), record.value()).data()).toList();
    }

    @Test
    void shouldPutAsideWhatCannotBeRead() {
        RecordHeaders headers = new RecordHeaders();
        in(Topics.ALERTS).pipeInput(new TestRecord<>("k".getBytes(StandardCharsets.UTF_8),
                "no json".getBytes(StandardCharsets.UTF_8), headers, Alerts.START));

        TestOutputTopic<byte[], byte[]> letters = driver.createOutputTopic(Topics.DEAD_LETTERS.name("t."),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
        assertThat(letters.readRecordsToList()).singleElement().satisfies(letter -> {
            assertThat(letter.key()).asString(StandardCharsets.UTF_8).isEqualTo("k");
            assertThat(letter.value()).asString(StandardCharsets.UTF_8).isEqualTo("no json");
            assertThat(letter.headers().lastHeader("reprise-cause").value()).asString(StandardCharsets.UTF_8)
                    .isEqualTo("ENVELOPE");
        });
    }

    @Test
    void shouldKeepItsDescription() throws IOException {
        String described = EngineTopology
                .build(SETTINGS, () -> Rules.of(new Subscriptions(List.of(), List.of())), messages,
                        new EngineMeters(registry, "t."))
                .describe().toString();

        assertThat(described).isEqualToNormalizingNewlines(
                new String(getClass().getResourceAsStream("topology.txt").readAllBytes(), StandardCharsets.UTF_8));
    }
}
