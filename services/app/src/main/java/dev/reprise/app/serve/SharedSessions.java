// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.http.EndedSessions;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.SessionMemory;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Sign-ins and sign-outs of all processes behind one address. Each is an entry of the audit; each process follows that
 * topic as far back as a session may last, so that one that starts knows what was ended before. Until it has read so far,
 * no session is taken. While Kafka is away, a sign-out holds where it was made and in the browser, whose cookie is gone.
 */
final class SharedSessions implements EndedSessions, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(SharedSessions.class);
    private static final String BEGIN = "session.begin";
    private static final String END = "session.end";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final int LONGEST_NAME = 256;

    private final KafkaConnection kafka;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaMessages messages;
    private final String topic;
    private final String instance;
    private final Duration life;
    private final Clock clock;
    private final SessionMemory memory = new SessionMemory();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean known;

    private SharedSessions(KafkaConnection kafka, WireCodec codec, String topicPrefix, String instance, Duration life,
            Clock clock) {
        Properties properties = kafka.producer("sessions-" + instance);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
        this.kafka = kafka;
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.messages = new KafkaMessages(codec, "reprise/http");
        this.topic = Topics.AUDIT.name(topicPrefix);
        this.instance = instance;
        this.life = life;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("sessions").unstarted(this::follow);
    }

    /**
     * Begins to follow.
     *
     * @param life how long a session lasts at most
     */
    static SharedSessions start(KafkaConnection kafka, WireCodec codec, String topicPrefix, String instance,
            Duration life, Clock clock) {
        SharedSessions sessions = new SharedSessions(kafka, codec, topicPrefix, instance, life, clock);
        sessions.thread.start();
        return sessions;
    }

    @Override
    public void begun(String session, String caller) {
        write(BEGIN, session, caller);
    }

    @Override
    public void ended(String session, String caller, Instant until) {
        memory.add(session, until, clock.instant());
        write(END, session, caller);
    }

    @Override
    public boolean hasEnded(String session) {
        if (!known) {
            throw new ProblemException(Problem.of(503, "it is not known yet which sessions have ended")
                    .fixedBy("try again in a moment"));
        }
        return memory.holds(session);
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(STOP);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ofSeconds(5));
    }

    private void write(String action, String session, String caller) {
        Instant now = clock.instant();
        String actor = caller.length() <= LONGEST_NAME ? caller : caller.substring(0, LONGEST_NAME);
        AuditEntry entry = new AuditEntry(actor, action, session, now, "web", Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty());
        var _ = producer.send(messages.toRecord(topic, actor, action + "/" + session, now, entry), (_, failure) -> {
            if (failure != null) {
                LOGGER.atWarn().addKeyValue("action", action).addKeyValue("cause", failure.toString())
                        .log("kafka did not take a sign-in or sign-out, other processes are not told");
            }
        });
    }

    private void follow() {
        while (!isClosing()) {
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(kafka.consumer("sessions-" + instance),
                    new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                Map<TopicPartition, Long> ends = assign(consumer);
                while (!isClosing()) {
                    consumer.poll(POLL).forEach(this::take);
                    known = known || ends.entrySet().stream()
                            .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                }
            } catch (WakeupException _) {
                // nobody wakes it; the loop looks whether it is closing
            } catch (RuntimeException e) { // the border: a broker that is away must not end the following
                LOGGER.atWarn().setCause(e).log("sign-outs of other processes are not known and will be read again");
                pause();
            }
        }
    }

    /** From the oldest entry that can still matter; answers where the topic ended then. */
    private Map<TopicPartition, Long> assign(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                .map(each -> new TopicPartition(topic, each.partition())).toList();
        consumer.assign(all);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        Map<TopicPartition, Long> since = new HashMap<>();
        all.forEach(each -> since.put(each, clock.instant().minus(life).toEpochMilli()));
        consumer.offsetsForTimes(since).forEach((each, found) -> consumer.seek(each,
                found == null ? ends.getOrDefault(each, 0L) : found.offset()));
        return ends;
    }

    private void take(ConsumerRecord<byte[], byte[]> received) {
        // Most of the audit is about other things; only what may be a sign-out is worth reading.
        if (received.value() == null || !new String(received.value(), StandardCharsets.UTF_8).contains(END)) {
            return;
        }
        try {
            if (messages.read(received).data() instanceof AuditEntry entry && entry.action().equals(END)) {
                memory.add(entry.subject(), entry.at().plus(life), clock.instant());
            }
        } catch (MalformedMessageException e) {
            LOGGER.atWarn().setCause(e).log("an entry of the audit cannot be read");
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void pause() {
        try {
            closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }
}
