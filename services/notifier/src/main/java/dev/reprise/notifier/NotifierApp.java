// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.engine.AlertEngine;
import dev.reprise.notifier.feed.DeadLetters;
import dev.reprise.notifier.feed.PageFeed;
import dev.reprise.notifier.lane.Lane;
import dev.reprise.notifier.log.KafkaDeliveryLog;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.rules.RuleBook;
import dev.reprise.notifier.rules.RuleReader;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthState;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Tells receivers what fires and what is over: an engine groups alerts into pages by subscription, a lane for each receiver
 * delivers them. Several processes share the work by Kafka partition.
 *
 * <p>Delivery is at least once: what was told is recorded in the notification log, and an alert whose delivery is not
 * recorded is delivered again under the same {@code webhook-id} or Message-ID. A receiver sees it twice only when the
 * process died, or lost the answer, between its taking the message and our record of that.
 */
public final class NotifierApp implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(NotifierApp.class);
    private static final String NAME = "notifier";
    /** A dead process is replaced after this time; a slow disk or a pause of the JVM must fit into it. */
    private static final String SESSION_TIMEOUT_MS = "15000";
    private static final int QUEUE_BOUND = 10_000;
    private static final Duration RULES_WITHIN = Duration.ofMinutes(2);

    private final List<Lane> lanes;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final PageFeed feed;
    private final KafkaDeliveryLog log;
    private final AlertEngine engine;
    private final RuleBook rules;
    private final RuleReader ruleReader;
    private final Thread starting;
    private final Thread reader;
    private final Consumer<String> onFatal;
    private volatile boolean closing;

    /**
     * Wires everything; clients of Kafka are made, nothing is read or sent.
     *
     * @param config who is told
     * @param kafka the cluster
     * @param place its topics and its fixed name
     * @param registry for meters
     * @param health for checks
     * @param clock the time
     * @param onFatal told, on the reading thread, when this cannot go on and the process should end with a non-zero code
     * @param tracing where deliveries are told
     */
    public NotifierApp(NotifierConfig config, KafkaConnection kafka, NotifierPlace place, MeterRegistry registry,
            HealthChecks health, InstantSource clock, Consumer<String> onFatal, Tracing tracing) {
        this(config, kafka, place, registry, health, clock, onFatal, tracing,
                receiver -> Channels.open(receiver, config.links(), clock));
    }

    /** Wires everything, untraced. */
    public NotifierApp(NotifierConfig config, KafkaConnection kafka, NotifierPlace place, MeterRegistry registry,
            HealthChecks health, InstantSource clock, Consumer<String> onFatal) {
        this(config, kafka, place, registry, health, clock, onFatal, Tracing.off());
    }

    /** With channels of the caller's making: tests break them on purpose. */
    NotifierApp(NotifierConfig config, KafkaConnection kafka, NotifierPlace place, MeterRegistry registry,
            HealthChecks health, InstantSource clock, Consumer<String> onFatal, Tracing tracing,
            Function<ReceiverSpec, Channel> channels) {
        this.onFatal = onFatal;
        String topicPrefix = place.topicPrefix();
        KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/notifier");
        producer = new KafkaProducer<>(logProducer(kafka, topicPrefix), new ByteArraySerializer(),
                new ByteArraySerializer());
        log = new KafkaDeliveryLog(Topics.NOTIFICATIONS.name(topicPrefix), messages, producer,
                () -> new KafkaConsumer<>(kafka.consumer(topicPrefix + NAME + "-log"), new ByteArrayDeserializer(),
                        new ByteArrayDeserializer()));
        lanes = config.receivers().stream().map(receiver -> new Lane(receiver, channels.apply(receiver), log,
                depth -> new NotifierMetrics(registry, receiver, depth), clock, QUEUE_BOUND, tracing)).toList();
        consumer = new KafkaConsumer<>(groupProperties(kafka, place), new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        String pages = Topics.PAGES.name(topicPrefix);
        feed = new PageFeed(pages, consumer, messages, new LaneSink(lanes, log),
                new DeadLetters(Topics.DEAD_LETTERS.name(topicPrefix), pages, producer, registry));
        rules = new RuleBook(config, clock);
        ruleReader = new RuleReader(rules, new KafkaConsumer<>(kafka.consumer(topicPrefix + NAME + "-rules"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer()), topicPrefix, messages, onFatal);
        engine = new AlertEngine(new StreamsIdentity(topicPrefix + NAME + "-engine", place.instance(),
                place.stateDirectory()), topicPrefix, rules, kafka, messages, registry, health, onFatal);
        reader = Thread.ofPlatform().name(NAME).daemon().unstarted(this::read);
        starting = Thread.ofVirtual().name(NAME + "-start").unstarted(this::startEngine);
        health.add(Probe.LIVE, NAME, this::live);
        health.add(Probe.READY, NAME + "-receivers", this::receivers);
        health.add(Probe.READY, NAME, this::ready);
    }

    /** Begins to read and to tell; returns at once. */
    public void start() {
        lanes.forEach(Lane::start);
        reader.start();
        ruleReader.start();
        starting.start();
        LOGGER.atInfo().addKeyValue("receivers", lanes.stream().map(lane -> lane.receiver().name()).toList())
                .log("notifier started");
    }

    /** An engine that knows no silence yet would tell what people have hidden. */
    private void startEngine() {
        try {
            if (ruleReader.awaitCaughtUp(RULES_WITHIN)) {
                engine.start();
            } else {
                onFatal.accept("the rules of the notifier could not be read within " + RULES_WITHIN.toSeconds() + " s");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed before it began
        }
    }

    /**
     * Puts other subscriptions and inhibitions in force; receivers stay as they are until the next start.
     *
     * @param changed checked whole, with the receivers of the start
     */
    public void reconfigure(NotifierConfig changed) {
        rules.reconfigure(changed);
        ruleReader.readAlertsAgain();
    }

    /** Whether the engine runs and all pages written before it took part in the group have been looked at. */
    public boolean caughtUp() {
        return engine.running() && feed.caughtUp();
    }

    /** Ends in order: no more pages are written or read, tries under way end or are broken off, what is done is committed. */
    @Override
    public void close() {
        closing = true;
        starting.interrupt();
        try {
            if (starting.getState() != Thread.State.NEW && !starting.join(Duration.ofSeconds(10))) {
                LOGGER.atWarn().log("the alert engine does not begin and does not end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        engine.close();
        ruleReader.close();
        feed.stop();
        try {
            if (reader.getState() != Thread.State.NEW && !reader.join(Duration.ofSeconds(30))) {
                LOGGER.atWarn().log("reading of pages does not end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        closeAll(lanes);
        consumer.close();
        producer.close(Duration.ofSeconds(10));
        LOGGER.atInfo().log("notifier stopped");
    }

    /** Beside each other: a lane may have to wait for a try under way. */
    private static void closeAll(Collection<Lane> lanes) {
        List<Thread> closers = lanes.stream().map(lane -> Thread.ofVirtual().start(lane::close)).toList();
        try {
            for (Thread closer : closers) {
                closer.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try {
            feed.run();
        } catch (RuntimeException e) {
            // The end of this thread: whatever it was, the process must not go on deaf.
            LOGGER.atError().setCause(e).log("notifier failed");
            if (!closing) {
                onFatal.accept("notifier failed: " + innermost(e).getMessage());
            }
        }
    }

    /** Kafka wraps what a rebalance listener throws in words that say nothing. */
    private static Throwable innermost(Throwable fault) {
        Throwable cause = fault.getCause();
        return cause == null ? fault : innermost(cause);
    }

    private HealthState live() {
        List<String> dead = lanes.stream().filter(lane -> !lane.alive()).map(lane -> lane.receiver().name()).toList();
        if (!reader.isAlive()) {
            return HealthState.down("pages are not read");
        }
        return dead.isEmpty() ? HealthState.up("all lanes run") : HealthState.down("lanes stopped: " + dead);
    }

    /** One receiver that takes nothing is no reason to keep the others waiting: it is named, and that is all. */
    private HealthState receivers() {
        List<String> found = lanes.stream()
                .flatMap(lane -> lane.inTheWay().map(detail -> lane.receiver().name() + ": " + detail).stream())
                .toList();
        return HealthState.up(found.isEmpty() ? "nothing is in the way" : String.join("; ", found));
    }

    private HealthState ready() {
        return feed.caughtUp() ? HealthState.up("caught up") : HealthState.down("reading open pages");
    }

    private static Properties logProducer(KafkaConnection kafka, String topicPrefix) {
        Properties properties = kafka.producer(topicPrefix + NAME);
        // Each delivery waits for two records of the log: lingering for others to share a batch with would only delay it.
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, "0");
        return properties;
    }

    private static Properties groupProperties(KafkaConnection kafka, NotifierPlace place) {
        Properties properties = kafka.groupConsumer(place.topicPrefix() + NAME, place.topicPrefix() + NAME);
        place.groupInstance().ifPresent(id -> properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id));
        properties.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        // A process that joins must not stop the others: they keep what they own.
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName());
        return properties;
    }
}
