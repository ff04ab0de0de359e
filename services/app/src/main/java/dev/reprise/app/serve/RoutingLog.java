// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import dev.reprise.runtime.kafka.Answers;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.routing.Routing;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/** The record of how instances are spread over Kafka partitions. */
final class RoutingLog {

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConnection connection;
    private final String client;
    private final String topic;
    private final Duration patience;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/start");

    RoutingLog(KafkaConnection connection, String prefix, Duration patience) {
        this.connection = connection;
        this.client = prefix + "start-routing";
        this.topic = Topics.ROUTING.name(prefix);
        this.patience = patience;
    }

    /**
     * What the first start has recorded.
     *
     * @throws StartRefusedException when the record cannot be read
     */
    Optional<Routing> read() {
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumer(client),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic, patience).stream()
                    .map(info -> new TopicPartition(topic, info.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions, patience);
            Optional<Routing> first = Optional.empty();
            long giveUp = System.nanoTime() + patience.toNanos();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition, patience) < ends
                    .getOrDefault(partition, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    // Where two first starts met, the earlier one counts; it says what the later one found.
                    first = first.or(() -> Optional.of(routing(record)));
                }
                if (System.nanoTime() > giveUp) {
                    throw new StartRefusedException(topic + " was not read within " + patience.toSeconds()
                            + " s: check that it may be read");
                }
            }
            return first;
        }
    }

    /**
     * Writes the record.
     *
     * @return when the broker appended it, by its own clock
     */
    Instant write(Routing routing) {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(connection.producer(client),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null,
                    Routing.KEY.getBytes(StandardCharsets.UTF_8), messages.codec().write(routing),
                    messages.headers(Routing.KEY + "/" + routing.recordedAt(), routing.recordedAt(), routing));
            return Instant.ofEpochMilli(Answers.of(producer.send(record), patience).timestamp());
        }
    }

    private Routing routing(ConsumerRecord<byte[], byte[]> record) {
        try {
            if (messages.read(record).data() instanceof Routing routing) {
                return routing;
            }
        } catch (MalformedMessageException e) {
            throw new StartRefusedException(topic + " holds a record that is none of Reprise's: " + e.getMessage(), e);
        }
        throw new StartRefusedException(topic + " holds a record of another type; who else writes to it?");
    }
}
