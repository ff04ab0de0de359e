// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;

/** A broker in this process, with a hand that writes to and reads from its topics. */
final class TestKafka implements AutoCloseable {

    static final int KAFKA_PARTITIONS = 2;

    private final EmbeddedKafka broker;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "test");

    TestKafka(Path directory) {
        broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), message -> {});
        producer = new KafkaProducer<>(connection().producer("test"), new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    KafkaConnection connection() {
        return KafkaConnection.to(broker.bootstrapServers());
    }

    String clusterId() {
        return broker.clusterId();
    }

    void createTopics(String prefix) {
        try (Admin admin = Admin.create(connection().admin("test-admin"))) {
            TopicProvision provision = new TopicProvision(admin, new TopicSettings(prefix, KAFKA_PARTITIONS, 1),
                    Duration.ofSeconds(120));
            provision.create(provision.plan());
        }
    }

    RecordMetadata write(String prefix, Topics topic, String key, Record message) {
        return send(messages.toRecord(topic.name(prefix), key, key + "/" + Instant.now(), Instant.now(), message));
    }

    RecordMetadata writeBytes(String prefix, Topics topic, String key, byte[] value) {
        return send(new ProducerRecord<>(topic.name(prefix), key.getBytes(StandardCharsets.UTF_8), value));
    }

    RecordMetadata remove(String prefix, Topics topic, String key) {
        return send(new ProducerRecord<>(topic.name(prefix), key.getBytes(StandardCharsets.UTF_8), null));
    }

    /** Reads a topic from its beginning until a message fits; answers all that were read. */
    List<Read> readUntil(String prefix, Topics topic, Predicate<Read> found) {
        List<Read> read = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection().consumer("test-reader"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < KAFKA_PARTITIONS; i++) {
                all.add(new TopicPartition(topic.name(prefix), i));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Instant end = Instant.now().plusSeconds(120);
            while (Instant.now().isBefore(end)) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) {
                    read.add(new Read(each, messages.read(each)));
                }
                if (read.stream().anyMatch(found)) {
                    return read;
                }
            }
            throw new AssertionError("nothing fits among " + read.size() + " records of " + topic);
        }
    }

    record Read(ConsumerRecord<byte[], byte[]> record, WireMessage message) {
        String key() {
            return new String(record.key(), StandardCharsets.UTF_8);
        }
    }

    private RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
        broker.close();
    }
}
