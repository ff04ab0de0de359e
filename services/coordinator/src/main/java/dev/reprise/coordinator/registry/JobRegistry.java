// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * The job registry in memory, kept up to date by a consumer without a group that reads the whole topic. Not a global
 * store: a corrupt one is never wiped and ends in a crash loop (KAFKA-21034). Look-ups are safe from every thread.
 */
public final class JobRegistry implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(JobRegistry.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private final Map<String, JobDefinition> jobs = new ConcurrentHashMap<>();
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final KafkaMessages messages;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts to read.
     *
     * @param properties of a consumer without a group
     * @param topic the full name of the registry's topic
     * @param messages the wire format
     */
    public JobRegistry(Properties properties, String topic, KafkaMessages messages) {
        this.topic = topic;
        this.messages = messages;
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        thread = Thread.ofPlatform().name("job-registry").daemon().start(this::run);
    }

    /** The entry of a job. */
    public Optional<JobDefinition> find(JobId job) {
        return Optional.ofNullable(jobs.get(job.key()));
    }

    /**
     * Waits until everything that was in the topic at the start has been read: before that, every job looks unknown.
     *
     * @return whether it has been read in time
     */
    public boolean awaitCaughtUp(Duration atMost) throws InterruptedException {
        return caughtUp.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void run() {
        try (consumer) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> entry : consumer.poll(POLL)) {
                    apply(entry);
                }
                if (caughtUp.getCount() > 0
                        && ends.entrySet().stream()
                                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                    caughtUp.countDown();
                }
            }
        } catch (WakeupException e) {
            if (!closed) {
                throw e;
            }
        } catch (KafkaException e) {
            LOGGER.atError().setCause(e).addKeyValue("topic", topic).log("job registry cannot be read any more");
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> entry) {
        if (entry.key() == null) {
            return;
        }
        String key = new String(entry.key(), StandardCharsets.UTF_8);
        if (entry.value() == null) {
            jobs.remove(key);
            return;
        }
        try {
            if (messages.read(entry).data() instanceof JobDefinition job && job.job().key().equals(key)) {
                jobs.put(key, job);
            }
        } catch (MalformedMessageException e) {
            // The entry before it stays in force: a job must not become unknown because of a bad writer.
            LOGGER.atError().addKeyValue("topic", topic).addKeyValue("kafkaPartition", entry.partition())
                    .addKeyValue("offset", entry.offset()).addKeyValue("cause", e.getMessage())
                    .log("job registry entry cannot be used");
        }
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
