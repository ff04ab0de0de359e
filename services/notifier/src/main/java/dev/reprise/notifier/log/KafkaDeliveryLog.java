// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.log;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.wire.MalformedMessageException;

/**
 * The log on its compacted topic, and in memory what open alerts need of it. Several processes write it, each for the
 * alerts it owns; {@link #load()} brings in what the others wrote.
 */
public final class KafkaDeliveryLog implements DeliveryLog {
    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaDeliveryLog.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final String FIRST_ATTEMPT = "ce_firstattemptat";
    private static final String NEXT_ATTEMPT = "ce_nextattemptat";
    private static final String GONE = "ce_gone";

    private final String topic;
    private final KafkaMessages messages;
    private final Producer<byte[], byte[]> producer;
    private final Supplier<Consumer<byte[], byte[]>> readers;
    private final Map<String, Stored> entries = new ConcurrentHashMap<>();

    /** An entry and where it stands: of two, the later in the log holds. */
    private record Stored(LogEntry entry, long offset) {}

    /**
     * Makes an empty view.
     *
     * @param topic the full topic name
     * @param messages the wire format
     * @param producer idempotent, shared, closed by its owner
     * @param readers makes a consumer without a group for one reading of the topic; closed after it
     */
    public KafkaDeliveryLog(String topic, KafkaMessages messages, Producer<byte[], byte[]> producer,
            Supplier<Consumer<byte[], byte[]>> readers) {
        this.topic = topic;
        this.messages = messages;
        this.producer = producer;
        this.readers = readers;
    }

    /**
     * Reads the whole topic up to its present end. Needs memory for all of it until {@link #retain} is called.
     *
     * @throws LogUnavailableException when the topic cannot be read
     */
    public void load() {
        try (Consumer<byte[], byte[]> reader = readers.get()) {
            List<TopicPartition> kafkaPartitions = reader.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition())).toList();
            if (kafkaPartitions.isEmpty()) {
                throw new InvalidTopicException("topic " + topic + " does not exist");
            }
            reader.assign(kafkaPartitions);
            reader.seekToBeginning(kafkaPartitions);
            Map<TopicPartition, Long> ends = reader.endOffsets(kafkaPartitions);
            while (ends.entrySet().stream().anyMatch(end -> reader.position(end.getKey()) < end.getValue())) {
                reader.poll(POLL).forEach(this::take);
            }
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new LogUnavailableException("topic " + topic + " cannot be read", e);
        }
    }

    /** Drops from memory what is over for its receiver and does not pass. */
    public void retain(Predicate<AlertKey> wanted) {
        entries.values().removeIf(
                stored -> !stored.entry().open() && !stored.entry().gone()
                        && !wanted.test(stored.entry().notification().alertKey()));
    }

    /** Whether a receiver was told of the alert and not yet that it is over, or a retry is open. */
    public boolean hasOpen(AlertKey alertKey, List<String> receivers) {
        return receivers.stream().anyMatch(receiver -> find(receiver, alertKey).filter(LogEntry::open).isPresent());
    }

    /** All that is open, of whichever receiver. */
    public List<LogEntry> openEntries() {
        return entries.values().stream().map(Stored::entry).filter(LogEntry::open).toList();
    }

    @Override
    public Optional<LogEntry> find(String receiver, AlertKey alertKey) {
        return Optional.ofNullable(entries.get(key(receiver, alertKey))).map(Stored::entry);
    }

    @Override
    public void record(LogEntry entry) {
        store(entry.notification().key(), new Stored(entry, send(written(entry)).offset()));
    }

    @Override
    public void recordLater(LogEntry entry, Runnable recorded,
            java.util.function.Consumer<LogUnavailableException> failed) {
        var _ = producer.send(written(entry), (place, fault) -> {
            if (fault == null) {
                store(entry.notification().key(), new Stored(entry, place.offset()));
                recorded.run();
            } else {
                failed.accept(new LogUnavailableException("topic " + topic + " cannot be written", fault));
            }
        });
    }

    private ProducerRecord<byte[], byte[]> written(LogEntry entry) {
        Notification notification = entry.notification();
        // Derived, so that the same try recorded twice is seen as one.
        String id = notification.key() + "|" + notification.revision() + "|" + notification.attempts() + "|"
                + notification.outcome() + (entry.nextAttemptAt().isPresent() ? "|waiting" : "");
        ProducerRecord<byte[], byte[]> written = messages.toRecord(topic, notification.key(), id, notification.at(),
                notification);
        Headers headers = written.headers();
        headers.add(FIRST_ATTEMPT, utf8(entry.firstAttemptAt().toString()));
        entry.nextAttemptAt().ifPresent(at -> headers.add(NEXT_ATTEMPT, utf8(at.toString())));
        if (entry.gone()) {
            headers.add(GONE, utf8("true"));
        }
        return written;
    }

    @Override
    public void forget(String receiver, AlertKey alertKey) {
        entries.remove(key(receiver, alertKey));
    }

    private RecordMetadata send(ProducerRecord<byte[], byte[]> written) {
        try {
            return producer.send(written).get();
        } catch (InterruptedException e) {
            throw new InterruptException(e); // sets the flag again
        } catch (ExecutionException e) {
            throw new LogUnavailableException("topic " + topic + " cannot be written", e);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new LogUnavailableException("topic " + topic + " cannot be written", e);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> received) {
        String key = new String(received.key(), StandardCharsets.UTF_8);
        if (received.value() == null) {
            entries.remove(key);
            return;
        }
        try {
            if (messages.read(received).data() instanceof Notification notification) {
                store(key, new Stored(entry(notification, received.headers()), received.offset()));
            }
        } catch (MalformedMessageException e) {
            // Nothing to be told from it: the alert is then told as if for the first time, which is the safe side.
            LOGGER.atError().addKeyValue("topic", topic).addKeyValue("kafkaPartition", received.partition())
                    .addKeyValue("offset", received.offset()).addKeyValue("problem", e.getMessage())
                    .log("notification log has an unreadable record");
        }
    }

    private void store(String key, Stored stored) {
        entries.merge(key, stored, (old, fresh) -> fresh.offset() >= old.offset() ? fresh : old);
    }

    private static LogEntry entry(Notification notification, Headers headers) {
        return new LogEntry(notification,
                text(headers, FIRST_ATTEMPT).flatMap(KafkaDeliveryLog::instant).orElse(notification.at()),
                text(headers, NEXT_ATTEMPT).flatMap(KafkaDeliveryLog::instant), text(headers, GONE).isPresent());
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
    }

    private static String key(String receiver, AlertKey alertKey) {
        return receiver + "|" + alertKey.value();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
