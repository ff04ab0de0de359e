// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.core.instance.Diagnosing;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * What is in force for jobs, in memory: registry, lineage, pauses, kept up to date by a consumer without a group that reads
 * the whole topics. Not a global store: a corrupt one is never wiped and ends in a crash loop (KAFKA-21034). A fault of Kafka
 * is waited out where it stands, and said in {@link #problem()}: a freeze that is not read holds nothing. Look-ups are safe
 * from every thread.
 */
public final class JobRegistry implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(JobRegistry.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private final Map<String, JobDefinition> jobs = new HashMap<>();
    private final Map<String, JobLineage> lineage = new HashMap<>();
    private final Map<String, Control> controls = new HashMap<>();
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, Topics> topics;
    private final Function<List<FailureRule>, Diagnosing> diagnosing;
    private final KafkaMessages messages;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Catalog catalog = Catalog.EMPTY;
    private volatile Optional<String> problem = Optional.empty();

    /**
     * Starts to read.
     *
     * @param properties of a consumer without a group
     * @param topicPrefix what the names of topics begin with
     * @param messages the wire format
     * @param diagnosing the classification that rules of a job give
     */
    public JobRegistry(Properties properties, String topicPrefix, KafkaMessages messages,
            Function<List<FailureRule>, Diagnosing> diagnosing) {
        this(new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()), topicPrefix,
                messages, diagnosing);
    }

    JobRegistry(Consumer<byte[], byte[]> consumer, String topicPrefix, KafkaMessages messages,
            Function<List<FailureRule>, Diagnosing> diagnosing) {
        this.consumer = consumer;
        this.topics = Map.of(Topics.JOBS.name(topicPrefix), Topics.JOBS, Topics.LINEAGE.name(topicPrefix),
                Topics.LINEAGE, Topics.CONTROLS.name(topicPrefix), Topics.CONTROLS);
        this.diagnosing = diagnosing;
        this.messages = messages;
        thread = Thread.ofPlatform().name("job-registry").daemon().start(this::run);
    }

    /** The entry of a job. */
    public Optional<Registration> find(JobId job) {
        return catalog.find(job);
    }

    /**
     * Waits until everything that was in the topic at the start has been read: before that, every job looks unknown.
     *
     * @return whether it has been read in time
     */
    public boolean awaitCaughtUp(Duration atMost) throws InterruptedException {
        return caughtUp.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What keeps it from reading on; empty when it is up to date. */
    public Optional<String> problem() {
        return problem;
    }

    /** Whether it reads, or will again without help. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    private void run() {
        try (consumer) {
            Optional<Map<TopicPartition, Long>> ends = Optional.empty();
            while (closing.getCount() > 0) {
                try {
                    if (ends.isEmpty()) {
                        ends = Optional.of(assign());
                    }
                    read(ends.get());
                } catch (WakeupException _) {
                    // It is being closed.
                } catch (KafkaException e) {
                    wait(e);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
            LOGGER.atError().setCause(e).log("job registry is not read any more");
        }
    }

    /** Begins at the beginning; answers where the topics end by now. */
    private Map<TopicPartition, Long> assign() {
        List<TopicPartition> partitions = topics.keySet().stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition())).toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return consumer.endOffsets(partitions);
    }

    private void read(Map<TopicPartition, Long> ends) {
        ConsumerRecords<byte[], byte[]> entries = consumer.poll(POLL);
        entries.forEach(this::apply);
        if (!entries.isEmpty()) {
            catalog = Catalog.of(jobs.values(), lineage.values(), controls.values(), diagnosing);
        }
        if (caughtUp.getCount() > 0
                && ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
            caughtUp.countDown();
        }
        problem = Optional.empty();
    }

    private void wait(KafkaException e) throws InterruptedException {
        if (problem.isEmpty()) {
            LOGGER.atError().setCause(e).addKeyValue("topics", topics.keySet())
                    .log("job registry cannot be read, trying again");
        }
        problem = Optional.of(String.valueOf(e.getMessage()));
        boolean _ = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void apply(ConsumerRecord<byte[], byte[]> entry) {
        if (entry.key() == null) {
            return;
        }
        String key = new String(entry.key(), StandardCharsets.UTF_8);
        if (entry.value() == null) {
            switch (topics.get(entry.topic())) {
                case LINEAGE -> lineage.remove(key);
                case CONTROLS -> controls.remove(key);
                case null, default -> jobs.remove(key);
            }
            return;
        }
        try {
            switch (messages.read(entry).data()) {
                case JobDefinition job when job.job().key().equals(key) -> jobs.put(key, job);
                case JobLineage seen when seen.job().key().equals(key) -> lineage.put(key, seen);
                case Control control when control.scope().equals(key) -> controls.put(key, control);
                default -> LOGGER.atError().addKeyValue("topic", entry.topic())
                        .addKeyValue("kafkaPartition", entry.partition()).addKeyValue("offset", entry.offset())
                        .log("registry entry under a key that is not its own is ignored");
            }
        } catch (MalformedMessageException e) {
            // The entry before it stays in force: a job must not become unknown because of a bad writer.
            LOGGER.atError().addKeyValue("topic", entry.topic()).addKeyValue("kafkaPartition", entry.partition())
                    .addKeyValue("offset", entry.offset()).addKeyValue("cause", e.getMessage())
                    .log("job registry entry cannot be used");
        }
    }

    @Override
    public void close() {
        closing.countDown();
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
