// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

import dev.reprise.runner.ledger.Ledger;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.wire.MalformedMessageException;

/** Rebuilds the ledger of a Kafka partition from its log. One thread. */
final class LedgerReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final CommandReader reader;
    private final Duration timeout;

    /**
     * Makes a reader that closes its consumer.
     *
     * @param consumer read_committed and without a group
     */
    LedgerReader(Consumer<byte[], byte[]> consumer, String topic, CommandReader reader, Duration timeout) {
        this.consumer = consumer;
        this.topic = topic;
        this.reader = reader;
        this.timeout = timeout;
    }

    /**
     * Reads from the beginning to the takeover of this owner; all earlier writers are fenced off by then.
     *
     * @return the lines that cannot be read; the ledger already knows of the reruns among them
     * @throws TimeoutException when that takes too long, as when an open transaction of a foreign writer is in the way
     */
    List<DeadLetter> rebuild(int kafkaPartition, long epoch, Ledger ledger) {
        TopicPartition partition = new TopicPartition(topic, kafkaPartition);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        List<DeadLetter> unreadable = new ArrayList<>();
        long deadline = System.nanoTime() + timeout.toNanos();
        while (consumer.position(partition) <= epoch) {
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException("the ledger of " + partition + " was not read within " + timeout);
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                if (record.offset() <= epoch) {
                    apply(record, ledger, unreadable);
                }
            }
        }
        return unreadable;
    }

    private void apply(ConsumerRecord<byte[], byte[]> record, Ledger ledger, List<DeadLetter> unreadable) {
        try {
            ledger.apply(record.offset(), reader.dispatch(record));
        } catch (MalformedMessageException e) {
            unreadable.add(DeadLetter.of(record, e));
            mark(CommandReader.text(record.key()), "offset " + record.offset() + ", " + e.kind(), ledger);
        }
    }

    private static void mark(String key, String cause, Ledger ledger) {
        try {
            ledger.unreadable(new RerunId(key), cause);
        } catch (IllegalArgumentException _) {
            // Not under the key of any rerun: no runner wrote it, so it hides no intent.
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
