// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.read;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

import dev.reprise.audit.history.DeadLetterNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.HistoryBuilder;
import dev.reprise.audit.history.Party;
import dev.reprise.audit.history.Place;
import dev.reprise.audit.history.Position;
import dev.reprise.audit.history.Progress;
import dev.reprise.audit.history.Span;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Reads every topic from its beginning to where it ended when the reading began: committed records only, without a consumer
 * group, so that nobody notices. For one thread; may be used while everything runs.
 */
public final class AuditReader {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(500);
    /** How long nothing may come while something is still to come. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Between what the services say they have done and the ends of the topics: a transaction's parts appear one by one. */
    private static final Duration PARTS_OF_A_TRANSACTION = Duration.ofSeconds(1);
    private static final String CLIENT = "reprise-audit";

    private final KafkaConnection kafka;
    private final String prefix;
    private final InstantSource clock;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/audit");
    private final Map<String, Topics> byName = new LinkedHashMap<>();

    /**
     * Makes a reader; touches no network.
     *
     * @param kafka the cluster
     * @param prefix the prefix of the topics' names and of the services' groups
     * @param clock says when the reading began
     */
    public AuditReader(KafkaConnection kafka, String prefix, InstantSource clock) {
        this.kafka = kafka;
        this.prefix = prefix;
        this.clock = clock;
        for (Topics topic : Topics.values()) {
            byName.put(topic.name(prefix), topic);
        }
    }

    /**
     * Reads.
     *
     * @throws KafkaException when the cluster does not answer, or refuses
     */
    public History read() {
        Instant readAt = clock.instant();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings(), new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            // Asked first and alone: where nobody answers, one client says so.
            List<TopicPartition> present = present(consumer);
            return read(readAt, present, consumer);
        }
    }

    private History read(Instant readAt, List<TopicPartition> present, KafkaConsumer<byte[], byte[]> consumer) {
        try (Admin admin = Admin.create(kafka.admin(CLIENT))) {
            Map<Progress.Seat, Long> before = positions(admin);
            LockSupport.parkNanos(PARTS_OF_A_TRANSACTION.toNanos());
            Map<TopicPartition, Long> ends = consumer.endOffsets(present);
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(present);
            Progress progress = new Progress(before, positions(admin));
            Map<Place, Span> spans = new HashMap<>();
            for (TopicPartition each : present) {
                spans.put(place(each), new Span(offset(begins, each), offset(ends, each)));
            }
            HistoryBuilder history = new HistoryBuilder(prefix, readAt, spans);
            consumer.assign(present);
            consumer.seekToBeginning(present);
            readTo(consumer, ends, history);
            return history.build(progress);
        }
    }

    private Properties settings() {
        Properties settings = kafka.consumer(CLIENT);
        settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
        // A person waits for the answer, and reads each try.
        settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(ANSWER.toMillis()));
        settings.putIfAbsent(ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG, "5000");
        settings.putIfAbsent(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "10000");
        return settings;
    }

    private List<TopicPartition> present(KafkaConsumer<byte[], byte[]> consumer) {
        Map<String, List<PartitionInfo>> topics;
        try {
            topics = consumer.listTopics();
        } catch (TimeoutException e) {
            throw new TimeoutException("no answer from " + kafka.bootstrapServers() + " within " + ANSWER.toSeconds()
                    + " s; check the address, and with TLS or SASL the settings of --config", e);
        }
        List<TopicPartition> present = new ArrayList<>();
        byName.keySet().forEach(name -> topics.getOrDefault(name, List.of())
                .forEach(info -> present.add(new TopicPartition(name, info.partition()))));
        return present;
    }

    private void readTo(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends,
            HistoryBuilder history) {
        long moved = System.nanoTime();
        long positions = -1;
        while (true) {
            long open = ends.entrySet().stream()
                    .filter(end -> consumer.position(end.getKey()) < end.getValue()).count();
            if (open == 0) {
                return;
            }
            for (ConsumerRecord<byte[], byte[]> received : consumer.poll(POLL)) {
                if (received.offset() < offset(ends, new TopicPartition(received.topic(), received.partition()))) {
                    take(received, history);
                }
            }
            long reached = ends.keySet().stream().mapToLong(consumer::position).sum();
            if (reached != positions) {
                positions = reached;
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > PATIENCE.toNanos()) {
                throw new TimeoutException("nothing came for " + PATIENCE.toSeconds() + " s, and " + open
                        + " Kafka partitions were not read to their end");
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> received, HistoryBuilder history) {
        Topics topic = byName.get(received.topic());
        if (topic == null) {
            return;
        }
        Position position = new Position(topic, received.partition(), received.offset());
        Instant appendedAt = Instant.ofEpochMilli(received.timestamp());
        switch (topic) {
            case DEAD_LETTERS -> history.deadLetter(new DeadLetterNote(position, origin(received)), appendedAt);
            // Third-party bodies, what people did, and the layout of the topics: no promise is about them.
            case RAW, AUDIT, ROUTING -> {}
            default -> {
                if (received.value() == null && isKept(topic)) {
                    history.tombstone(position, appendedAt, text(received.key()));
                } else {
                    decode(received, position, appendedAt, history);
                }
            }
        }
    }

    private static boolean isKept(Topics topic) {
        return topic.cleanup() != Topics.Cleanup.DELETE;
    }

    private void decode(ConsumerRecord<byte[], byte[]> received, Position position, Instant appendedAt,
            HistoryBuilder history) {
        try {
            history.add(position, appendedAt, text(received.key()), messages.read(received));
        } catch (MalformedMessageException e) {
            history.unusable(position, appendedAt, e.kind() + ": " + e.getMessage());
        }
    }

    private Optional<Position> origin(ConsumerRecord<byte[], byte[]> letter) {
        Optional<Topics> topic = header(letter, DeadLetterHeaders.TOPIC).map(byName::get);
        Optional<Long> kafkaPartition = header(letter, DeadLetterHeaders.KAFKA_PARTITION).flatMap(AuditReader::number);
        Optional<Long> offset = header(letter, DeadLetterHeaders.OFFSET).flatMap(AuditReader::number);
        return topic.isPresent() && kafkaPartition.isPresent() && offset.isPresent()
                ? Optional.of(new Position(topic.get(), kafkaPartition.get().intValue(), offset.get()))
                : Optional.empty();
    }

    private static Optional<String> header(ConsumerRecord<byte[], byte[]> letter, String name) {
        // The last one is the writer's own; a record may have come with one of that name.
        Header header = letter.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
    }

    private static Optional<Long> number(String text) {
        return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    private Map<Progress.Seat, Long> positions(Admin admin) {
        Map<Progress.Seat, Long> positions = new HashMap<>();
        for (Party party : Party.values()) {
            String group = prefix + switch (party) {
                case COORDINATOR -> "coordinator";
                case RUNNER -> "runner";
                case NOTIFIER -> "notifier-engine";
            };
            committed(admin, group).forEach((where, committed) -> {
                if (committed != null && byName.containsKey(where.topic())) {
                    positions.put(new Progress.Seat(party, place(where)), committed.offset());
                }
            });
        }
        return positions;
    }

    private static Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Admin admin, String group) {
        try {
            return Map.copyOf(admin.listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()),
                    new ListConsumerGroupOffsetsOptions().requireStable(true)).partitionsToOffsetAndMetadata(group)
                    .get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private Place place(TopicPartition where) {
        Topics topic = byName.get(where.topic());
        if (topic == null) {
            throw new IllegalArgumentException(where.topic() + " is none of our topics");
        }
        return new Place(topic, where.partition());
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition where) {
        return offsets.getOrDefault(where, 0L);
    }

    private static String text(byte @Nullable [] key) {
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }
}
