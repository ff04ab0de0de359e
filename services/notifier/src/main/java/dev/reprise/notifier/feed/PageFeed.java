// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.lane.Offer;
import dev.reprise.notifier.log.LogUnavailableException;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireMessage;

/**
 * Reads the pages topic as a member of a group, on one thread. Each Kafka partition that becomes ours is read from its
 * beginning: the topic is compacted, so this is the state of all that is open, and no page is lost whose retry outlived
 * the process that began it.
 *
 * <p>An offset is committed when every lane has recorded what became of the record; what was not is read again as news.
 */
public final class PageFeed {
    private static final Logger LOGGER = LoggerFactory.getLogger(PageFeed.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(10);

    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final KafkaMessages messages;
    private final PageSink sink;
    private final DeadLetters deadLetters;
    /** Written by the feed's thread; the health checks read it. */
    private final Map<TopicPartition, Intake> intakes = new ConcurrentHashMap<>();
    private final Set<AlertKey> seen = new HashSet<>();
    private volatile boolean assigned;
    private volatile boolean open = true;

    /**
     * Makes a feed; nothing is read before {@link #run()}.
     *
     * @param topic the full topic name
     * @param consumer member of the group, without auto commit; closed by its owner after {@link #run()} has returned, which
     *        commits what the lanes have finished by then
     * @param messages the wire format
     * @param sink where pages go
     * @param deadLetters where records go that cannot be read
     */
    public PageFeed(String topic, Consumer<byte[], byte[]> consumer, KafkaMessages messages, PageSink sink,
            DeadLetters deadLetters) {
        this.topic = topic;
        this.consumer = consumer;
        this.messages = messages;
        this.sink = sink;
        this.deadLetters = deadLetters;
    }

    /**
     * Reads until {@link #stop()}.
     *
     * @throws KafkaException when Kafka says that this cannot go on, or a dead letter cannot be written
     * @throws LogUnavailableException when the notification log cannot be read
     */
    public void run() {
        try {
            consumer.subscribe(List.of(topic), new Ownership());
            while (open) {
                consumer.poll(POLL).forEach(this::take);
                settleWhatIsRead();
                commit(intakes.keySet());
            }
        } catch (WakeupException | InterruptException e) {
            if (open) {
                throw e;
            }
        }
    }

    /** Makes {@link #run()} return soon; to be called from another thread. */
    public void stop() {
        open = false;
        consumer.wakeup();
    }

    /** Whether it takes part in the group and has handed over the history of all that it owns. */
    public boolean caughtUp() {
        return assigned && intakes.values().stream().allMatch(Intake::settled);
    }

    private void take(ConsumerRecord<byte[], byte[]> received) {
        Intake intake = intakes.get(new TopicPartition(received.topic(), received.partition()));
        if (intake == null) {
            return; // was lost during this very poll
        }
        if (received.value() == null) {
            forget(received, intake);
            return;
        }
        try {
            WireMessage message = messages.read(received);
            if (!(message.data() instanceof Page page)) {
                throw new MalformedMessageException(MalformedMessageException.Kind.UNKNOWN_TYPE, "type",
                        "type '" + message.attributes().type() + "' is no page: write it to its own topic");
            }
            take(page, received, intake);
        } catch (MalformedMessageException e) {
            reject(received, intake, e);
        }
    }

    /** Of history nothing is put aside: whoever read it as news has done so. */
    private void reject(ConsumerRecord<byte[], byte[]> received, Intake intake, MalformedMessageException cause) {
        if (!intake.isHistory(received.offset())) {
            deadLetters.put(received, cause);
            LOGGER.atError().addKeyValue("topic", topic).addKeyValue("kafkaPartition", received.partition())
                    .addKeyValue("offset", received.offset()).addKeyValue("field", cause.field())
                    .addKeyValue("problem", cause.getMessage()).log("page cannot be read");
        }
        pass(intake, received.offset());
    }

    private void take(Page page, ConsumerRecord<byte[], byte[]> received, Intake intake) {
        Instant at = Instant.ofEpochMilli(received.timestamp());
        if (intake.isHistory(received.offset())) {
            intake.remember(page, at, sink::owes);
            return;
        }
        settle(received.partition(), intake, received.offset());
        if (!caughtUp()) {
            seen.add(page.alertKey());
        }
        OffsetTracker.Share share = intake.offsets().begin(received.offset(), sink.parties(page));
        if (sink.parties(page) > 0) {
            sink.offer(new Offer(page, received.partition(), at, share.part()));
        }
    }

    private void forget(ConsumerRecord<byte[], byte[]> received, Intake intake) {
        if (intake.isHistory(received.offset())) {
            intake.forget(new String(received.key(), StandardCharsets.UTF_8));
        }
        pass(intake, received.offset());
    }

    private static void pass(Intake intake, long offset) {
        if (!intake.isHistory(offset)) {
            intake.offsets().begin(offset, 0);
        }
    }

    private void settleWhatIsRead() {
        if (caughtUp() || !assigned) {
            return;
        }
        intakes.forEach((kafkaPartition, intake) -> settle(kafkaPartition.partition(), intake,
                consumer.position(kafkaPartition)));
        if (caughtUp()) {
            sink.retain(seen::contains);
            seen.clear();
            LOGGER.atInfo().addKeyValue("topic", topic).addKeyValue("kafkaPartitions", intakes.size())
                    .log("pages caught up");
        }
    }

    private void settle(int kafkaPartition, Intake intake, long position) {
        if (!intake.readyToSettle(position)) {
            return;
        }
        for (Intake.Dated open : intake.settle()) {
            seen.add(open.page().alertKey());
            // Not held against the offset: it is in the compacted topic, and would be found there again.
            if (sink.parties(open.page()) > 0) {
                sink.offer(new Offer(open.page(), kafkaPartition, open.at(), () -> {}));
            }
        }
    }

    private void commit(Collection<TopicPartition> kafkaPartitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition kafkaPartition : kafkaPartitions) {
            Intake intake = intakes.get(kafkaPartition);
            if (intake != null && intake.settled() && intake.offsets().behind()) {
                offsets.put(kafkaPartition, new OffsetAndMetadata(intake.offsets().committable()));
            }
        }
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, COMMIT_TIMEOUT);
            offsets.forEach((kafkaPartition, offset) -> {
                Intake intake = intakes.get(kafkaPartition);
                if (intake != null) {
                    intake.offsets().committed(offset.offset());
                }
            });
        } catch (RebalanceInProgressException e) {
            LOGGER.atDebug().setCause(e).log("commit put off by a rebalance");
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            // A commit that is lost costs a second look at what is in the log already, no second telling.
            LOGGER.atWarn().setCause(e).addKeyValue("topic", topic).log("offsets not committed");
        }
    }

    /** What to do when Kafka partitions come and go; called by the consumer inside {@code poll}. */
    private final class Ownership implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> gained) {
            if (!gained.isEmpty()) {
                sink.load();
                Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(gained));
                Map<TopicPartition, Long> ends = consumer.endOffsets(gained);
                consumer.seekToBeginning(gained);
                for (TopicPartition kafkaPartition : gained) {
                    intakes.put(kafkaPartition, new Intake(boundary(committed, ends, kafkaPartition)));
                }
            }
            assigned = true;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> lost) {
            giveUp(lost, PATIENCE);
            commit(lost);
            intakes.keySet().removeAll(lost);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> lost) {
            giveUp(lost, Duration.ZERO);
            intakes.keySet().removeAll(lost);
        }

        private void giveUp(Collection<TopicPartition> lost, Duration patience) {
            if (!lost.isEmpty()) {
                Set<Integer> numbers = new HashSet<>();
                lost.forEach(kafkaPartition -> numbers.add(kafkaPartition.partition()));
                sink.drop(numbers::contains, patience);
            }
        }

        /** Where news begins: at the committed offset; for a group that has none, at the present end. */
        private static long boundary(Map<TopicPartition, OffsetAndMetadata> committed, Map<TopicPartition, Long> ends,
                TopicPartition kafkaPartition) {
            long end = ends.getOrDefault(kafkaPartition, 0L);
            OffsetAndMetadata offset = committed.get(kafkaPartition);
            OptionalLong known = offset == null ? OptionalLong.empty() : OptionalLong.of(offset.offset());
            // A topic made anew ends before the offset of its predecessor: all of it is history then.
            return Math.min(known.orElse(end), end);
        }
    }
}
