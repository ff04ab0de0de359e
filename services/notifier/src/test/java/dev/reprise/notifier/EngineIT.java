// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
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
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Received;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.notifier.subscription.Grouping;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.notifier.webhook.WebhookChannel;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The engine against a real broker in a storm, while it moves between processes, and when its state is gone. */
class EngineIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final Pattern COUNTS = Pattern.compile("\"(fresh|over)\":([0-9]+)");
    private static EmbeddedKafka broker;
    private static KafkaConnection kafka;
    @TempDir
    private static Path directory;

    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/test");
    private final List<String> fatal = new CopyOnWriteArrayList<>();
    private final List<NotifierApp> apps = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private String prefix = "";
    private WebhookSink sink;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory.resolve("kafka")), message -> {});
        // A process that is gone is replaced after the shortest session that the broker allows, not after the usual one.
        kafka = new KafkaConnection(broker.bootstrapServers(), null,
                Map.of("session.timeout.ms", "6000", "heartbeat.interval.ms", "1000"), null, null,
                Map.of("consumer.session.timeout.ms", "6000", "consumer.heartbeat.interval.ms", "1000"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void prepare(TestInfo test) throws IOException {
        prefix = test.getTestMethod().orElseThrow().getName() + ".";
        sink = new WebhookSink();
        try (Admin admin = Admin.create(kafka.admin("test"))) {
            TopicProvision provision = new TopicProvision(admin, new TopicSettings(prefix, 3, 1), SOON);
            provision.create(provision.plan());
        }
    }

    @AfterEach
    void cleanUp() {
        end.countDown();
        apps.forEach(NotifierApp::close);
        sink.close();
        assertThat(fatal).isEmpty();
    }

    private NotifierApp start(String name, List<Subscription> subscriptions, Function<ReceiverSpec, Channel> channels) {
        NotifierApp app = new NotifierApp(
                new NotifierConfig(Links.NONE, List.of(Receivers.aWebhook("hook", sink.url())), subscriptions), kafka,
                new NotifierPlace(prefix, Optional.empty(), name, directory.resolve(prefix + name)),
                new SimpleMeterRegistry(), new HealthChecks(), InstantSource.system(), fatal::add, Tracing.off(),
                channels);
        apps.add(app);
        app.start();
        await().atMost(SOON).until(app::caughtUp);
        return app;
    }

    private void stop(NotifierApp app) {
        apps.remove(app);
        app.close();
    }

    private static Channel channel(ReceiverSpec receiver) {
        return new WebhookChannel((WebhookSpec) receiver, new WireCodec(), InstantSource.system());
    }

    /** Takes a moment for each message, so that some are always under way. */
    private Channel slow(ReceiverSpec receiver) {
        Channel real = channel(receiver);
        return new Channel() {
            @Override
            public AttemptResult deliver(Delivery delivery) throws InterruptedException {
                AttemptResult result = real.deliver(delivery);
                boolean _ = end.await(20, TimeUnit.MILLISECONDS);
                return result;
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    private void write(int count, IntFunction<Alert> alerts) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(kafka.producer("test"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                Alert alert = alerts.apply(i);
                var _ = producer.send(messages.toRecord(Topics.ALERTS.name(prefix), alert.alertKey().value(),
                        alert.alertKey() + "|" + alert.revision(), alert.startsAt(), (Record) alert));
            }
        }
    }

    private static Alert firing(int number) {
        return Alerts.about("job" + number).firing(1);
    }

    private static Alert resolved(int number) {
        return Alerts.about("job" + number).resolved(2);
    }

    /** How many alerts all messages together call new, or over. */
    private long told(String what) {
        return sink.received().stream().flatMap(received -> COUNTS.matcher(received.text()).results())
                .filter(count -> count.group(1).equals(what)).mapToLong(count -> Long.parseLong(count.group(2))).sum();
    }

    @Test
    void shouldTellAStormInFewMessagesAndLoseNone() {
        int failures = 5_000;
        Subscription all = new Subscription("all", Optional.empty(), List.of(), new Grouping(List.of("kind")),
                new Timers(INTERVAL, INTERVAL, Duration.ofHours(4)), List.of("hook"), Optional.empty(),
                Optional.empty(), List.of(), false);
        NotifierApp _ = start("one", List.of(all), EngineIT::channel);
        Instant begin = Instant.now();

        write(failures, EngineIT::firing);
        await().atMost(SOON).until(() -> told("fresh") == failures);
        write(failures, EngineIT::resolved);
        await().atMost(SOON).until(() -> told("over") == failures);

        long most = 2 + Duration.between(begin, Instant.now()).dividedBy(INTERVAL);
        assertThat(sink.received()).hasSizeLessThanOrEqualTo((int) most);
        assertThat(told("fresh")).isEqualTo(failures);
        assertThat(ids()).doesNotHaveDuplicates();
        assertThat(sink.received().getLast().text()).contains("\"told\":\"RESOLVED\"");
    }

    @Test
    void shouldLoseNothingWhileProcessesComeAndGoUnderway() {
        int alerts = 200;
        NotifierApp one = start("one", List.of(), this::slow);
        write(alerts, EngineIT::firing);
        await().atMost(SOON).until(() -> sink.received().size() >= 20);
        NotifierApp two = start("two", List.of(), this::slow);
        await().atMost(SOON).until(() -> sink.received().size() >= 60);
        stop(one);
        // What is over before it could be told is told to nobody: each must have its page.
        await().atMost(SOON).until(() -> pages() == alerts);
        write(alerts, EngineIT::resolved);
        await().atMost(SOON).until(() -> sink.received().size() >= 120);
        NotifierApp three = start("three", List.of(), this::slow);
        stop(two);

        await().atMost(SOON).until(() -> jobs(false).size() == alerts && jobs(true).size() == alerts);

        // Told twice is only what was under way, and then under the same id.
        assertThat(new HashSet<>(ids())).hasSize(2 * alerts);
        assertThat(ids()).hasSizeLessThanOrEqualTo(2 * alerts + 4);
        stop(three);
    }

    @Test
    void shouldTellTheEndOfWhatItToldThoughItsStateIsGone() {
        int alerts = 20;
        NotifierApp first = start("one", List.of(), EngineIT::channel);
        write(alerts, EngineIT::firing);
        await().atMost(SOON).until(() -> jobs(false).size() == alerts);
        stop(first);
        write(alerts, EngineIT::resolved);

        // Another directory: what was told comes back from the changelog and the notification log alone.
        NotifierApp _ = start("elsewhere", List.of(), EngineIT::channel);

        await().atMost(SOON).until(() -> jobs(true).size() == alerts);
        assertThat(ids()).hasSize(2 * alerts).doesNotHaveDuplicates();
    }

    private int pages() {
        int count = 0;
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(kafka.consumer("test-pages"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = Stream.of(0, 1, 2).map(i -> new TopicPartition(Topics.PAGES.name(prefix), i))
                    .toList();
            reader.assign(all);
            reader.seekToBeginning(all);
            Map<TopicPartition, Long> ends = reader.endOffsets(all);
            while (ends.entrySet().stream().anyMatch(each -> reader.position(each.getKey()) < each.getValue())) {
                count += reader.poll(Duration.ofMillis(200)).count();
            }
        }
        return count;
    }

    private List<String> ids() {
        return sink.received().stream().map(received -> received.header("webhook-id")).toList();
    }

    /** The jobs that the receiver was told of as firing, or as over. */
    private List<String> jobs(boolean over) {
        Pattern job = Pattern.compile("job[0-9]+");
        return sink.received().stream().filter(received -> isResolved(received) == over).flatMap(received -> {
            Matcher found = job.matcher(received.text());
            return found.find() ? Stream.of(found.group()) : Stream.empty();
        }).distinct().toList();
    }

    private static boolean isResolved(Received received) {
        return received.text().contains("dev.reprise.alert.resolved.v1");
    }
}
