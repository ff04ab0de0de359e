// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.Incoming.Position;
import dev.reprise.console.store.ReadModelWriter;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;

/**
 * The one thread that follows the topics and writes the read model. Whatever fails is tried again from the positions that
 * were stored with the rows, so no record is lost or doubled.
 */
public final class TopicTail implements AutoCloseable {

    /** The topics that are pictured. */
    public static final List<Topics> TOPICS = List.of(Topics.JOBS, Topics.LINEAGE, Topics.STORMS, Topics.CONTROLS,
            Topics.INSTANCES, Topics.DECISIONS,
            Topics.ALERTS, Topics.ACKNOWLEDGEMENTS, Topics.SILENCES, Topics.SUBSCRIPTIONS,
            Topics.DISPATCHES, Topics.PAGES, Topics.NOTIFICATIONS, Topics.AUDIT, Topics.DEAD_LETTERS);

    private static final Logger LOGGER = LoggerFactory.getLogger(TopicTail.class);
    private static final long TOLERATED_LAG = 5_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LOOK_FOR_MISSING = Duration.ofSeconds(1);
    private static final Duration LOOK_FOR_NEW = Duration.ofMinutes(1);
    private static final Duration PRUNE_EVERY = Duration.ofHours(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final TailConfig config;
    private final KafkaConnection kafka;
    private final ReadModelWriter writer;
    private final RecordReader reader;
    private final Consumer<List<Incoming>> committed;
    private final Clock clock;
    private final TailMeters meters;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<String, Topics> byName = new HashMap<>();
    private volatile TailStatus status = TailStatus.UNKNOWN;
    private final AtomicReference<@Nullable KafkaConsumer<byte[], byte[]>> following = new AtomicReference<>();
    private Duration pauseAfterFailure = SHORTEST_PAUSE;
    private Instant lookAgain = Instant.MIN;
    private Instant pruneAgain = Instant.MIN;

    /**
     * Makes a tail that has not begun.
     *
     * @param committed told of the records of each transaction after it, on the tail's thread; must not block
     */
    public TopicTail(TailConfig config, KafkaConnection kafka, ReadModelWriter writer, KafkaMessages messages,
            Consumer<List<Incoming>> committed, MeterRegistry registry, Clock clock) {
        this.config = config;
        this.kafka = kafka;
        this.writer = writer;
        this.reader = new RecordReader(messages);
        this.committed = committed;
        this.clock = clock;
        this.meters = new TailMeters(registry, () -> status);
        TOPICS.forEach(topic -> byName.put(topic.name(config.topicPrefix()), topic));
        this.thread = Thread.ofPlatform().name("console-tail").unstarted(this::run);
    }

    /** Begins to follow. */
    public void start() {
        thread.start();
    }

    /** How far it has come. */
    public TailStatus status() {
        return status;
    }

    /** Stops after the transaction at hand; returns when the thread has ended, or after 10 s. */
    @Override
    public void close() {
        closing.countDown();
        KafkaConsumer<byte[], byte[]> consumer = following.get();
        if (consumer != null) {
            // It may be waiting a minute for a broker that is away.
            consumer.wakeup();
        }
        try {
            if (thread.isAlive() && !thread.join(STOP_WITHIN)) {
                LOGGER.atWarn().log("the tail of the read model did not stop in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosing()) {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
                following.set(consumer);
                lookAgain = Instant.MIN;
                while (!isClosing()) {
                    step(consumer);
                    pauseAfterFailure = SHORTEST_PAUSE;
                }
            } catch (WakeupException _) {
                // only close() wakes the consumer, and the loop ends
            } catch (RuntimeException e) { // the border: a broker or a disk that is away must not end the reading side
                meters.failed();
                status = new TailStatus(false, status.lag(), status.missingTopics(),
                        Optional.of(String.valueOf(e.getMessage())));
                LOGGER.atWarn().setCause(e).addKeyValue("pause", pauseAfterFailure)
                        .log("read model stands still and will be tried again");
                pause(pauseAfterFailure);
                pauseAfterFailure = pauseAfterFailure.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                        ? pauseAfterFailure.multipliedBy(2)
                        : LONGEST_PAUSE;
            } finally {
                following.set(null);
            }
        }
    }

    private void step(KafkaConsumer<byte[], byte[]> consumer) {
        Instant now = clock.instant();
        if (!now.isBefore(lookAgain)) {
            List<String> missing = assign(consumer);
            lookAgain = now.plus(missing.isEmpty() ? LOOK_FOR_NEW : LOOK_FOR_MISSING);
            status = new TailStatus(status.caughtUp() && missing.isEmpty(), status.lag(), missing, Optional.empty());
            writer.touch(now);
        }
        if (consumer.assignment().isEmpty()) {
            pause(LOOK_FOR_MISSING);
            return;
        }
        ConsumerRecords<byte[], byte[]> received = consumer.poll(POLL);
        if (!received.isEmpty()) {
            List<Incoming> records = new ArrayList<>(received.count());
            for (ConsumerRecord<byte[], byte[]> record : received) {
                Topics topic = byName.get(record.topic());
                if (topic != null) {
                    records.add(reader.read(topic, record));
                }
            }
            meters.committing(() -> writer.apply(records, clock.instant()));
            meters.applied(records);
            committed.accept(records);
        }
        status = look(consumer);
        pruneWhenIdle(received.isEmpty());
    }

    /** Adds what is new to the assignment, at its stored position or its beginning; answers the topics that are missing. */
    private List<String> assign(KafkaConsumer<byte[], byte[]> consumer) {
        Set<TopicPartition> present = new HashSet<>();
        List<String> missing = new ArrayList<>();
        Map<String, List<PartitionInfo>> topics = consumer.listTopics();
        byName.keySet().stream().sorted().forEach(name -> {
            List<PartitionInfo> kafkaPartitions = topics.getOrDefault(name, List.of());
            if (kafkaPartitions.isEmpty()) {
                missing.add(name);
            }
            kafkaPartitions.forEach(each -> present.add(new TopicPartition(name, each.partition())));
        });
        Set<TopicPartition> added = new HashSet<>(present);
        added.removeAll(consumer.assignment());
        if (added.isEmpty()) {
            return missing;
        }
        Map<TopicPartition, Long> stored = storedOffsets();
        Map<TopicPartition, Long> ends = consumer.endOffsets(present);
        if (stored.entrySet().stream()
                .anyMatch(each -> ends.getOrDefault(each.getKey(), Long.MAX_VALUE) < each.getValue())) {
            // A topic that ends before the stored position was made anew: what was pictured is no longer there.
            LOGGER.atWarn().log("a topic ends before the stored position, the read model is emptied and filled again");
            writer.clear(clock.instant());
            stored = Map.of();
            added = present;
        }
        Map<TopicPartition, Long> positions = new HashMap<>();
        for (TopicPartition kept : consumer.assignment()) {
            positions.put(kept, consumer.position(kept));
        }
        consumer.assign(present);
        for (TopicPartition each : present) {
            Long offset = added.contains(each) ? stored.get(each) : positions.get(each);
            if (offset == null) {
                consumer.seekToBeginning(List.of(each));
            } else {
                consumer.seek(each, offset);
            }
        }
        return missing;
    }

    private Map<TopicPartition, Long> storedOffsets() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (Position position : writer.positions()) {
            String name = position.topic().name(config.topicPrefix());
            if (byName.containsKey(name)) {
                offsets.put(new TopicPartition(name, position.kafkaPartition()), position.offset());
            }
        }
        return offsets;
    }

    private TailStatus look(KafkaConsumer<byte[], byte[]> consumer) {
        long lag = 0;
        boolean known = true;
        for (TopicPartition each : consumer.assignment()) {
            var here = consumer.currentLag(each);
            known &= here.isPresent();
            lag += here.orElse(0);
        }
        List<String> missing = status.missingTopics();
        // Once caught up, a little lag is the life of a busy system and no reason to send people elsewhere.
        boolean near = lag == 0 || status.caughtUp() && lag <= TOLERATED_LAG;
        return new TailStatus(known && near && missing.isEmpty(), lag, missing, Optional.empty());
    }

    private void pruneWhenIdle(boolean idle) {
        Instant now = clock.instant();
        if (idle && !now.isBefore(pruneAgain)) {
            boolean more = writer.prune(now.minus(config.retention()), now);
            pruneAgain = more ? now : now.plus(PRUNE_EVERY);
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Properties properties = kafka.consumer(config.clientId());
        // More records in one transaction: filling an empty read model is bound by commits.
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void pause(Duration time) {
        try {
            closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }
}
