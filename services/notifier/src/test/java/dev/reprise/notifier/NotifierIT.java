// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Answer;
import dev.reprise.notifier.fixture.WebhookSink.Received;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.webhook.WebhookChannel;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The whole service against a real broker and a real HTTP receiver. Each test has topics of its own. */
class NotifierIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Function<ReceiverSpec, Channel> WEBHOOKS = receiver -> new WebhookChannel(
            (WebhookSpec) receiver, new WireCodec(), InstantSource.system());
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static EmbeddedKafka broker;
    private static KafkaConnection kafka;
    @TempDir
    private static Path directory;

    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/test");
    private final String prefix = "it" + NUMBER.incrementAndGet() + ".";
    private final List<String> fatal = new CopyOnWriteArrayList<>();
    private final List<NotifierApp> apps = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private WebhookSink sink;
    private WebhookSink other;
    private SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), message -> {});
        // A process that is gone is replaced after the shortest session that the broker allows, not after the usual one.
        Map<String, String> session = Map.of("session.timeout.ms", "6000", "heartbeat.interval.ms", "1000");
        kafka = new KafkaConnection(broker.bootstrapServers(), null, session, null, null,
                Map.of("consumer.session.timeout.ms", "6000", "consumer.heartbeat.interval.ms", "1000"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void prepare() throws IOException, ExecutionException, InterruptedException {
        sink = new WebhookSink();
        other = new WebhookSink();
        try (Admin admin = Admin.create(kafka.admin("test"))) {
            Map<String, String> compacted = Map.of("cleanup.policy", "compact");
            admin.createTopics(List.of(
                    new NewTopic(Topics.ALERTS.name(prefix), Optional.of(3), Optional.empty()).configs(compacted),
                    new NewTopic(Topics.PAGES.name(prefix), Optional.of(3), Optional.empty()).configs(compacted),
                    new NewTopic(Topics.NOTIFICATIONS.name(prefix), Optional.of(2), Optional.empty())
                            .configs(compacted),
                    new NewTopic(Topics.SILENCES.name(prefix), Optional.of(1), Optional.empty()).configs(compacted),
                    new NewTopic(Topics.SUBSCRIPTIONS.name(prefix), Optional.of(1), Optional.empty())
                            .configs(compacted),
                    new NewTopic(Topics.ACKNOWLEDGEMENTS.name(prefix), Optional.of(3), Optional.empty())
                            .configs(compacted),
                    new NewTopic(Topics.DEAD_LETTERS.name(prefix), Optional.of(1), Optional.empty())))
                    .all().get();
        }
    }

    @AfterEach
    void cleanUp() {
        never.countDown();
        apps.forEach(NotifierApp::close);
        sink.close();
        other.close();
        assertThat(fatal).isEmpty();
    }

    private NotifierApp start(WebhookSpec... receivers) {
        return start(WEBHOOKS, receivers);
    }

    private NotifierApp start(Function<ReceiverSpec, Channel> channels, WebhookSpec... receivers) {
        return start(channels, new NotifierConfig(List.of(receivers)));
    }

    private NotifierApp start(Function<ReceiverSpec, Channel> channels, NotifierConfig config) {
        registry = new SimpleMeterRegistry();
        HealthChecks health = new HealthChecks();
        NotifierApp app = new NotifierApp(config, kafka,
                // The next process of the same name takes the place of one that was stopped, without waiting.
                new NotifierPlace(prefix, Optional.empty(), "one" + apps.size(),
                        directory.resolve(prefix + apps.size())),
                registry, health,
                InstantSource.system(), fatal::add, Tracing.off(), channels);
        apps.add(app);
        app.start();
        await().atMost(SOON).until(app::caughtUp);
        assertThat(health.report(Probe.LIVE).up()).isTrue();
        assertThat(health.report(Probe.READY).up()).isTrue();
        return app;
    }

    private void stop(NotifierApp app) {
        apps.remove(app);
        app.close();
    }

    private WebhookSpec hook() {
        return Receivers.aWebhook("hook", sink.url());
    }

    private void write(Topics topic, String key, Record data) throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(kafka.producer("test"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(messages.toRecord(topic.name(prefix), key, key, Instant.now(), data)).get();
        }
    }

    private void write(Alert... alerts) throws ExecutionException, InterruptedException {
        Properties properties = kafka.producer("test");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (Alert alert : alerts) {
                producer.send(messages.toRecord(Topics.ALERTS.name(prefix), alert.alertKey().value(),
                        alert.alertKey() + "|" + alert.revision(), alert.startsAt(), (Record) alert)).get();
            }
        }
    }

    /** The last notification of each key. */
    private Map<String, Notification> log() {
        Map<String, Notification> log = new HashMap<>();
        String topic = Topics.NOTIFICATIONS.name(prefix);
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(kafka.consumer("test-log"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> kafkaPartitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            reader.assign(kafkaPartitions);
            reader.seekToBeginning(kafkaPartitions);
            Map<TopicPartition, Long> ends = reader.endOffsets(kafkaPartitions);
            while (ends.entrySet().stream().anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
                reader.poll(Duration.ofMillis(200)).forEach(received -> log
                        .put(new String(received.key(), StandardCharsets.UTF_8),
                                (Notification) messages.read(received).data()));
            }
        }
        return log;
    }

    private List<ConsumerRecord<byte[], byte[]>> deadLetters() {
        List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
        TopicPartition only = new TopicPartition(Topics.DEAD_LETTERS.name(prefix), 0);
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(kafka.consumer("test-letters"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            reader.assign(List.of(only));
            reader.seekToBeginning(List.of(only));
            long end = reader.endOffsets(List.of(only)).getOrDefault(only, 0L);
            while (reader.position(only) < end) {
                reader.poll(Duration.ofMillis(200)).forEach(letters::add);
            }
        }
        return letters;
    }

    private Optional<Notification> logged(Alert alert) {
        return Optional.ofNullable(log().get("hook|" + alert.alertKey().value()));
    }

    private static boolean isResolved(Received received) {
        return received.text().contains("dev.reprise.alert.resolved.v1");
    }

    @Test
    void shouldTellFiringAndResolvedOnceEachAcrossARestart() throws Exception {
        Alerts alert = Alerts.anAlert();
        NotifierApp first = start(hook());
        write(alert.firing(1));
        await().atMost(SOON)
                .until(() -> logged(alert.firing(1)).map(Notification::told).equals(Optional.of(Told.FIRING))
                        && logged(alert.firing(1)).orElseThrow().outcome() == DeliveryOutcome.SENT);
        stop(first);

        NotifierApp second = start(hook());
        write(alert.resolved(2));
        await().atMost(SOON).until(
                () -> logged(alert.firing(1)).map(Notification::told).equals(Optional.of(Told.RESOLVED)));
        stop(second);

        start(hook());
        write(Alerts.about("marker").firing(1));
        await().atMost(SOON).until(() -> sink.received().size() >= 3);
        assertThat(sink.received()).hasSize(3);
        assertThat(isResolved(sink.received().get(0))).isFalse();
        assertThat(isResolved(sink.received().get(1))).isTrue();
        assertThat(logged(alert.firing(1)).orElseThrow().attempts()).isEqualTo(1);
        assertThat(registry.get("rerun.notifications").tag("channel", "hook").tag("outcome", "sent").counter().count())
                .isEqualTo(1);
    }

    @Test
    void shouldTellWhatHappenedWhileItWasAway() throws Exception {
        NotifierApp first = start(hook());
        write(Alerts.about("before").firing(1));
        await().atMost(SOON).until(() -> sink.received().size() == 1);
        stop(first);
        write(Alerts.about("b").firing(1), Alerts.about("before").resolved(2));

        start(hook());

        await().atMost(SOON).until(() -> sink.received().size() == 3);
        assertThat(sink.received().stream().filter(NotifierIT::isResolved)).hasSize(1);
    }

    @Test
    void shouldRepeatUnderTheSameIdWhenKilledBetweenAnswerAndRecord() throws Exception {
        Alert alert = Alerts.anAlert().firing(1);
        NotifierApp killed = start(this::dyingAfterTheAnswer, hook());
        write(alert);
        await().atMost(SOON).until(() -> sink.received().size() == 1);
        stop(killed);
        assertThat(logged(alert).orElseThrow().outcome()).isEqualTo(DeliveryOutcome.RETRYING);

        start(hook());

        await().atMost(SOON).until(() -> sink.received().size() == 2);
        assertThat(sink.received()).extracting(received -> received.header("webhook-id"))
                .containsOnly(DeliveryId.of("hook", alert.alertKey(), alert.revision()));
        await().atMost(SOON).until(() -> logged(alert).orElseThrow().outcome() == DeliveryOutcome.SENT);
        assertThat(logged(alert).orElseThrow().attempts()).isEqualTo(2);
    }

    @Test
    void shouldOweTheEndToWhomItMayHaveToldBeforeItWasKilled() throws Exception {
        Alerts alert = Alerts.anAlert();
        NotifierApp killed = start(this::dyingAfterTheAnswer, hook());
        write(alert.firing(1));
        await().atMost(SOON).until(() -> sink.received().size() == 1);
        stop(killed);
        write(alert.resolved(2));

        start(hook());

        await().atMost(SOON).until(() -> sink.received().stream().anyMatch(NotifierIT::isResolved));
        await().atMost(SOON).until(() -> logged(alert.firing(1)).orElseThrow().told() == Told.RESOLVED);
    }

    /** Its process ends when the receiver has answered and nothing of that is recorded. */
    private Channel dyingAfterTheAnswer(ReceiverSpec receiver) {
        Channel real = new WebhookChannel((WebhookSpec) receiver, new WireCodec(), InstantSource.system());
        return new Channel() {
            @Override
            public AttemptResult deliver(Delivery delivery) throws InterruptedException {
                AttemptResult unused = real.deliver(delivery);
                never.await();
                throw new InterruptedException("the test is over");
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    @Test
    void shouldNotLetABlockedReceiverDelayAnother() throws Exception {
        sink.answerAlways(Answer.HANG);
        WebhookSpec blocked = new WebhookSpec("hook", URI.create(sink.url()), List.of(Receivers.SECRET), Map.of(),
                Duration.ofMinutes(2), true, Receivers.FAST, List.of());
        start(blocked, Receivers.aWebhook("other", other.url()));

        write(Alerts.about("a").firing(1), Alerts.about("b").firing(1));
        await().atMost(SOON).until(() -> other.received().size() == 2);
        write(Alerts.about("b").resolved(2));

        await().atMost(SOON).until(() -> other.received().size() == 3);
        assertThat(sink.received()).hasSize(1);
    }

    @Test
    void shouldNeverTellTheEndWithoutTheBeginning() throws Exception {
        start(hook(), Receivers.aWebhook("other", other.url(), "severity=\"info\""));

        write(Alerts.about("never-fired").resolved(2), Alerts.about("a").firing(1));
        await().atMost(SOON).until(() -> sink.received().size() == 1);
        write(Alerts.about("a").resolved(2), Alerts.about("marker").firing(1));

        await().atMost(SOON).until(() -> sink.received().size() == 3);
        assertThat(sink.received()).noneMatch(received -> received.text().contains("never-fired"));
        assertThat(other.received()).isEmpty();
    }

    @Test
    void shouldHearFromPeopleWhileItRuns() throws Exception {
        Instant now = Instant.now();
        write(Topics.SILENCES, "s1", new Silence("s1", List.of("name=hidden"), now.minusSeconds(60),
                now.plusSeconds(3600), "ada", "move"));
        start(hook());
        Alert visible = Alerts.about("visible").firing(1);
        write(Alerts.about("hidden").firing(1), visible);
        await().atMost(SOON).until(() -> sink.received().size() == 1);
        assertThat(sink.received().getFirst().text()).contains("visible");

        write(Topics.ACKNOWLEDGEMENTS, visible.alertKey().value(), new Acknowledgement(visible.alertKey(), 1, "ada",
                now, now.plusSeconds(3600), Optional.empty()));
        await().atMost(SOON).until(() -> sink.received().size() == 2);
        write(Topics.SUBSCRIPTIONS, "mine", new SubscriptionRule("mine", Optional.empty(), List.of("name=third"),
                List.of("job"), Duration.ZERO, Duration.ZERO, Duration.ZERO, List.of("hook"), Optional.empty(),
                Optional.empty(), List.of(), now, "ada"));
        write(Alerts.about("visible").resolved(2));
        await().atMost(SOON).until(() -> sink.received().size() == 3);

        assertThat(isResolved(sink.received().getLast())).isTrue();
        assertThat(sink.received()).noneMatch(received -> received.text().contains("hidden"));
    }

    @Test
    void shouldTryAgainAndThenSucceed() throws Exception {
        sink.answer(Answer.status(503));
        Alert alert = Alerts.anAlert().firing(1);
        start(hook());

        write(alert);

        await().atMost(SOON)
                .until(() -> logged(alert).filter(each -> each.outcome() == DeliveryOutcome.SENT).isPresent());
        assertThat(logged(alert).orElseThrow().attempts()).isEqualTo(2);
        assertThat(sink.received()).extracting(received -> received.header("webhook-id"))
                .containsOnly(DeliveryId.of("hook", alert.alertKey(), alert.revision()));
    }

    @Test
    void shouldTellANewReceiverOnlyWhatIsStillOpen() throws Exception {
        write(Alerts.about("over").firing(1), Alerts.about("over").resolved(2), Alerts.about("open").firing(1));

        // The wait is longer than any pause between two records that are read: what ends within it is not told.
        Subscription patient = Subscription.of("patient", null, null, null, Duration.ofSeconds(10), null, null,
                List.of("hook"), null, null, null, null);
        start(WEBHOOKS, new NotifierConfig(Links.NONE, List.of(hook()), List.of(patient)));

        await().atMost(SOON).until(() -> sink.received().size() == 1);
        assertThat(sink.received().getFirst().text()).contains("open");
    }

    @Test
    void shouldPutAsideARecordThatCannotBeRead() throws Exception {
        start(hook());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(kafka.producer("test"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int kafkaPartition = 0; kafkaPartition < 3; kafkaPartition++) {
                producer.send(new org.apache.kafka.clients.producer.ProducerRecord<>(Topics.ALERTS.name(prefix),
                        kafkaPartition, "k".getBytes(StandardCharsets.UTF_8),
                        "no json".getBytes(StandardCharsets.UTF_8))).get();
            }
        }
        write(Alerts.anAlert().firing(1));

        await().atMost(SOON).until(() -> sink.received().size() == 1);
        assertThat(registry.get("rerun.dead.letters").tag("cause", "ENVELOPE").counter().count()).isEqualTo(3);
        assertThat(deadLetters()).hasSize(3).allSatisfy(letter -> {
            assertThat(letter.value()).asString(StandardCharsets.UTF_8).isEqualTo("no json");
            assertThat(letter.headers().lastHeader("reprise-cause").value()).asString(StandardCharsets.UTF_8)
                    .isEqualTo("ENVELOPE");
        });
    }

    @Test
    void shouldShareTheWorkAndTellEachAlertOnce() throws Exception {
        NotifierApp one = start(hook());
        NotifierApp two = start(hook());
        for (int i = 0; i < 20; i++) {
            write(Alerts.about("job" + i).firing(1));
        }
        await().atMost(SOON).until(() -> sink.received().size() == 20);
        stop(one);
        for (int i = 0; i < 20; i++) {
            write(Alerts.about("job" + i).resolved(2));
        }
        await().atMost(SOON).until(() -> sink.received().size() >= 40);
        stop(two);

        assertThat(sink.received()).extracting(received -> received.header("webhook-id")).doesNotHaveDuplicates()
                .hasSize(40);
        assertThat(sink.received().stream().filter(NotifierIT::isResolved)).hasSize(20);
    }
}
