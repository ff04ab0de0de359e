// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.bridge;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.DeadLetter;
import dev.reprise.ingest.record.LineageEnvelope;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.runtime.trace.TraceHeaders;

/**
 * Copies OpenLineage topics into the raw topic, at least once: offsets are committed after Kafka has acknowledged the
 * copies. What is unusable goes to the dead letters and the stream goes on. One thread, which {@link #close()} ends.
 */
public final class LineageBridge implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(LineageBridge.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    private final Consumer<byte[], byte[]> consumer;
    private final List<String> topics;
    private final AckedProducer producer;
    private final RawLineage raw;
    private final String deadLettersTopic;
    private final IngestMeters meters;
    private final InstantSource clock;
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final Thread thread;
    private final AtomicReference<Optional<String>> fault = new AtomicReference<>(Optional.empty());
    private volatile boolean closing;

    /**
     * Makes a bridge; it reads nothing before {@link #start()}.
     *
     * @param consumer a member of the bridge's group, without auto commit; closed by this bridge
     * @param topics the topics to copy, at least one
     * @param deadLettersTopic full name
     */
    public LineageBridge(Consumer<byte[], byte[]> consumer, Collection<String> topics, AckedProducer producer,
            RawLineage raw, String deadLettersTopic, IngestMeters meters, InstantSource clock) {
        this.consumer = consumer;
        this.topics = List.copyOf(topics);
        this.producer = producer;
        this.raw = raw;
        this.deadLettersTopic = deadLettersTopic;
        this.meters = meters;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("openlineage-bridge").unstarted(this::run);
    }

    /** Begins to copy. */
    public void start() {
        thread.start();
    }

    /** Why nothing is copied at the moment; empty while all is well. */
    public Optional<String> fault() {
        return thread.isAlive() ? fault.get() : fault.get().or(() -> Optional.of("the bridge is not running"));
    }

    /** Whether it has stopped by itself, so that it copies nothing until it is made anew. */
    public boolean stopped() {
        return thread.getState() == Thread.State.TERMINATED && !closing;
    }

    private void run() {
        try (consumer) {
            consumer.subscribe(topics);
            while (!closing) {
                copyNext();
            }
        } catch (WakeupException _) {
            // close() asks for it
        } catch (KafkaException e) {
            // not retriable, such as a missing right: health shows it, a restart is the cure
            fault.set(Optional.of("the bridge has stopped: " + e.getMessage()));
            LOGGER.atError().addKeyValue("error", e.getClass().getSimpleName()).setCause(e).log("bridge stopped");
        }
    }

    private void copyNext() {
        ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
        if (batch.isEmpty()) {
            return;
        }
        List<ProducerRecord<byte[], byte[]>> copies = new ArrayList<>();
        List<Runnable> counts = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> received : batch) {
            copies.add(copy(received, counts));
        }
        switch (producer.send(copies)) {
            case AckedProducer.Outcome.Acknowledged _ -> commit(batch, counts);
            case AckedProducer.Outcome.Unavailable away -> again(batch, away.why());
            case AckedProducer.Outcome.TooLarge _ -> oneByOne(batch, counts);
        }
    }

    private ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> received, List<Runnable> counts) {
        if (received.value() == null || received.value().length == 0) {
            return deadLetter(received, "EMPTY", "", "the value is empty", counts);
        }
        JsonNode event;
        try {
            event = mapper.readTree(received.value());
        } catch (JacksonException e) {
            return deadLetter(received, "SYNTAX", "", "the value is no JSON: " + e.getOriginalMessage(), counts);
        }
        LineageEnvelope envelope = new LineageEnvelope(event);
        List<LineageEnvelope.Fault> faults = envelope.faults();
        if (!faults.isEmpty()) {
            LineageEnvelope.Fault first = faults.getFirst();
            return deadLetter(received, "SCHEMA", first.field(), first.detail() + ": " + first.fix(), counts);
        }
        counts.add(() -> meters.accepted(received.topic(), envelope.kind()));
        ProducerRecord<byte[], byte[]> copy = raw.of(envelope.orderingKey(), received.value(), "application/json",
                clock.instant());
        TraceHeaders.write(copy.headers(), TraceHeaders.read(received.headers()));
        return copy;
    }

    private ProducerRecord<byte[], byte[]> deadLetter(ConsumerRecord<byte[], byte[]> received, String cause,
            String field,
            String message, List<Runnable> counts) {
        DeadLetter letter = new DeadLetter(received.topic(), received.partition(), received.offset(), cause, field,
                message);
        counts.add(() -> {
            meters.refused(received.topic(), cause);
            meters.deadLetter(received.topic(), cause);
        });
        return new ProducerRecord<>(deadLettersTopic, null, received.key(), DeadLetter.value(received.value()),
                letter.headers());
    }

    private void commit(ConsumerRecords<byte[], byte[]> batch, List<Runnable> counts) {
        counts.forEach(Runnable::run);
        fault.set(Optional.empty());
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(batch.nextOffsets());
        try {
            consumer.commitSync(offsets);
        } catch (CommitFailedException | RebalanceInProgressException _) {
            // another member has the Kafka partition now and copies these once more; the normaliser drops the copies
            LOGGER.atInfo().addKeyValue("kafkaPartitions", offsets.keySet()).log("bridge lost kafka partitions");
        }
    }

    /** Back to where this batch began; the next poll reads it again. */
    private void again(ConsumerRecords<byte[], byte[]> batch, String why) {
        fault.set(Optional.of(why));
        LOGGER.atWarn().addKeyValue("reason", why).log("bridge waits for kafka");
        for (TopicPartition each : batch.partitions()) {
            if (consumer.assignment().contains(each)) {
                consumer.seek(each, batch.records(each).getFirst().offset());
            }
        }
        pause();
    }

    /** One of them is larger than the cluster takes: the others must not wait for it. */
    private void oneByOne(ConsumerRecords<byte[], byte[]> batch, List<Runnable> counts) {
        counts.clear();
        for (ConsumerRecord<byte[], byte[]> received : batch) {
            List<Runnable> count = new ArrayList<>();
            AckedProducer.Outcome outcome = producer.send(List.of(copy(received, count)));
            if (outcome instanceof AckedProducer.Outcome.TooLarge large) {
                count.clear();
                outcome = producer.send(List.of(deadLetter(received, "TOO_LARGE", "", large.why(), count)));
            }
            if (!(outcome instanceof AckedProducer.Outcome.Acknowledged)) {
                again(batch, "a record is not acknowledged");
                return;
            }
            counts.addAll(count);
        }
        commit(batch, counts);
    }

    private void pause() {
        synchronized (topics) {
            try {
                if (!closing) {
                    topics.wait(PAUSE_AFTER_FAULT.toMillis());
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                closing = true;
            }
        }
    }

    /** Ends the thread after the batch under way; closing twice does nothing. */
    @Override
    public void close() {
        closing = true;
        if (thread.getState() == Thread.State.NEW) {
            consumer.close();
            return;
        }
        consumer.wakeup();
        synchronized (topics) {
            topics.notifyAll();
        }
        try {
            thread.join(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
