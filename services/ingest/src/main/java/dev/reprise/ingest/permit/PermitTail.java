// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.permit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * Follows the whole {@code permits} topic, read_committed and in no group, so that whichever node was asked has the
 * answer. It begins {@link #HORIZON} back: an answer may be fetched from a node that has just started.
 */
public final class PermitTail implements AutoCloseable {
    /** How far back it begins; longer than any request waits. */
    public static final Duration HORIZON = Duration.ofMinutes(15);

    private static final Logger LOGGER = LoggerFactory.getLogger(PermitTail.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final Supplier<Consumer<byte[], byte[]>> connect;
    private final String topic;
    private final KafkaMessages messages;
    private final PermitAnswers answers;
    private final InstantSource clock;
    private final Thread thread = Thread.ofPlatform().name("permit-tail").unstarted(this::run);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicReference<@Nullable Consumer<byte[], byte[]>> following = new AtomicReference<>();

    /**
     * Makes a tail that has not begun.
     *
     * @param connect makes a consumer that reads committed records alone and commits nothing; closed by the tail
     * @param topic the full name of the permits topic
     * @param answers takes what is read
     */
    public PermitTail(Supplier<Consumer<byte[], byte[]>> connect, String topic, KafkaMessages messages,
            PermitAnswers answers, InstantSource clock) {
        this.connect = connect;
        this.topic = topic;
        this.messages = messages;
        this.answers = answers;
        this.clock = clock;
    }

    /** Begins to follow. */
    public void start() {
        thread.start();
    }

    /** Stops; returns when the thread has ended, or after 10 s. */
    @Override
    public void close() {
        closing.countDown();
        Consumer<byte[], byte[]> consumer = following.get();
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            if (thread.isAlive() && !thread.join(STOP_WITHIN)) {
                LOGGER.atWarn().log("the tail of the permits did not stop in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (isOpen()) {
            try (Consumer<byte[], byte[]> consumer = connect.get()) {
                following.set(consumer);
                follow(consumer);
            } catch (WakeupException _) {
                // only close() wakes the consumer, and the loop ends
            } catch (KafkaException e) { // a broker that is away must not end the reading side
                LOGGER.atWarn().addKeyValue("error", e.getClass().getSimpleName()).setCause(e)
                        .log("permits are not read and will be tried again");
            } finally {
                following.set(null);
            }
            pause();
        }
    }

    private void follow(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                .map(each -> new TopicPartition(topic, each.partition())).toList();
        if (all.isEmpty()) {
            LOGGER.atWarn().addKeyValue("topic", topic).log("there is no such topic yet");
            return;
        }
        consumer.assign(all);
        begin(consumer, all);
        while (isOpen()) {
            for (ConsumerRecord<byte[], byte[]> received : consumer.poll(POLL)) {
                take(received);
            }
        }
    }

    private void begin(Consumer<byte[], byte[]> consumer, List<TopicPartition> all) {
        long from = clock.instant().minus(HORIZON).toEpochMilli();
        Map<TopicPartition, Long> times = new HashMap<>();
        all.forEach(each -> times.put(each, from));
        Map<TopicPartition, @Nullable OffsetAndTimestamp> found = new HashMap<>(consumer.offsetsForTimes(times));
        for (TopicPartition each : all) {
            OffsetAndTimestamp first = found.get(each);
            if (first == null) {
                consumer.seekToEnd(List.of(each));
                // Where the end is must be settled now: an answer written before the first poll would be passed over.
                consumer.position(each);
            } else {
                consumer.seek(each, first.offset());
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> received) {
        try {
            if (messages.read(received).data() instanceof Permit permit) {
                answers.told(permit);
            }
        } catch (MalformedMessageException e) {
            LOGGER.atWarn().addKeyValue("topic", received.topic()).addKeyValue("kafkaPartition", received.partition())
                    .addKeyValue("offset", received.offset()).addKeyValue("cause", e.kind())
                    .log("unreadable permit passed over");
        }
    }

    private void pause() {
        try {
            // Ends at once when it is closed meanwhile.
            if (closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOGGER.atDebug().log("the tail of the permits has ended");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    private boolean isOpen() {
        return closing.getCount() > 0;
    }
}
