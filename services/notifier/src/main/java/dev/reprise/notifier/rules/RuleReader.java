// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rules;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * The one thread that follows the topics of rules, from their beginning, without a group: every process needs all of them. A
 * record that cannot be read leaves the one before it in force.
 */
public final class RuleReader implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(RuleReader.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final List<Topics> TOPICS = List.of(Topics.SILENCES, Topics.ACKNOWLEDGEMENTS, Topics.SUBSCRIPTIONS,
            Topics.ALERTS);
    private final RuleBook book;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaMessages messages;
    private final Map<String, Topics> byName;
    private final Consumer<String> onFatal;
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean again;

    /**
     * A reader that has not begun.
     *
     * @param book what is kept up to date
     * @param consumer without a group; becomes the reader's own
     * @param topicPrefix prefix of every topic
     * @param messages the wire format
     * @param onFatal told once, in one line, when it cannot go on
     */
    public RuleReader(RuleBook book, KafkaConsumer<byte[], byte[]> consumer, String topicPrefix,
            KafkaMessages messages, Consumer<String> onFatal) {
        this.book = book;
        this.consumer = consumer;
        this.messages = messages;
        this.onFatal = onFatal;
        this.byName = TOPICS.stream().collect(Collectors.toMap(topic -> topic.name(topicPrefix), topic -> topic));
        this.thread = Thread.ofPlatform().name("notifier-rules").daemon().unstarted(this::run);
    }

    /** Begins; returns at once. */
    public void start() {
        thread.start();
    }

    /** Waits until all that stood in the topics at the start is in force: before that a silence would be overlooked. */
    public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return caughtUp.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether all that stood in the topics at the start is in force. */
    public boolean caughtUp() {
        return caughtUp.getCount() == 0;
    }

    /** Reads the alerts once more: another configuration may look for others. */
    public void readAlertsAgain() {
        again = true;
    }

    private void run() {
        try (consumer) {
            List<TopicPartition> places = places(byName.keySet().stream());
            consumer.assign(places);
            consumer.seekToBeginning(places);
            Map<TopicPartition, Long> ends = consumer.endOffsets(places);
            while (!closing) {
                if (again) {
                    again = false;
                    consumer.seekToBeginning(places(byName.entrySet().stream()
                            .filter(each -> each.getValue() == Topics.ALERTS).map(Map.Entry::getKey)));
                }
                consumer.poll(POLL).forEach(this::take);
                boolean all = caughtUp()
                        || ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                if (all) {
                    // Half of what stood there would tell what a silence in the other half hides.
                    book.publish();
                    caughtUp.countDown();
                }
            }
        } catch (WakeupException e) {
            LOGGER.atDebug().log("reading of rules ends");
        } catch (RuntimeException e) {
            // The end of this thread: the process must not go on with rules that grow old.
            LOGGER.atError().setCause(e).log("rules cannot be read any more");
            if (!closing) {
                onFatal.accept("rules of the notifier cannot be read: " + e.getMessage());
            }
        }
    }

    private List<TopicPartition> places(Stream<String> topics) {
        return topics.flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition())).toList();
    }

    private void take(ConsumerRecord<byte[], byte[]> received) {
        Topics topic = byName.get(received.topic());
        if (topic == null || received.key() == null) {
            return;
        }
        try {
            Optional<Record> data = received.value() == null
                    ? Optional.empty()
                    : Optional.of(messages.read(received).data());
            book.take(topic, new String(received.key(), StandardCharsets.UTF_8), data);
        } catch (MalformedMessageException | IllegalArgumentException | ClassCastException e) {
            LOGGER.atError().addKeyValue("topic", received.topic()).addKeyValue("kafkaPartition", received.partition())
                    .addKeyValue("offset", received.offset()).addKeyValue("problem", e.getMessage())
                    .log("rule cannot be used, the one before it stays in force");
        }
    }

    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        try {
            if (thread.getState() == Thread.State.NEW) {
                consumer.close();
            } else {
                thread.join(Duration.ofSeconds(5));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
