// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

import dev.reprise.runner.dispatch.TopicNames;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/** The topics of one test: commands in, everything else out, read committed and from the beginning at each look. */
final class Log implements AutoCloseable {
    private final KafkaConnection connection;
    private final TopicNames topics;
    private final int kafkaPartitions;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "test");
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;

    private Log(KafkaConnection connection, TopicNames topics, int kafkaPartitions) {
        this.connection = connection;
        this.topics = topics;
        this.kafkaPartitions = kafkaPartitions;
        this.admin = Admin.create(connection.admin("test"));
        this.producer = new KafkaProducer<>(connection.producer("test"), new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    static Log create(String bootstrapServers, String prefix, int kafkaPartitions) {
        Log log = new Log(KafkaConnection.to(bootstrapServers), new TopicNames(prefix), kafkaPartitions);
        List<NewTopic> wanted = Stream
                .of(log.topics.commands(), log.topics.dispatches(), log.topics.events(), log.topics.deadLetters())
                .map(name -> new NewTopic(name, kafkaPartitions, (short) 1)).toList();
        get(log.admin.createTopics(wanted).all());
        return log;
    }

    TopicNames topics() {
        return topics;
    }

    int kafkaPartition(InstanceId instance) {
        return Utils.toPositive(Utils.murmur2(instance.key().getBytes(StandardCharsets.UTF_8))) % kafkaPartitions;
    }

    void command(RunnerCommand command) {
        commandUnderKey(command, command.instance().key());
    }

    void commandUnderKey(RunnerCommand command, String key) {
        ProducerRecord<byte[], byte[]> record = messages.toRecord(topics.commands(), key,
                command.rerunId() + "/" + System.nanoTime(), Instant.now(), (Record) command);
        get(producer.send(record));
    }

    void raw(String topic, int kafkaPartition, String key, String value) {
        get(producer.send(new ProducerRecord<>(topic, kafkaPartition, key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8))));
    }

    /** Takes the transactional id of an instance's Kafka partition, as another owner would. */
    void fence(InstanceId instance) {
        Properties properties = connection.transactionalProducer(topics.transactionalId(kafkaPartition(instance)));
        try (KafkaProducer<byte[], byte[]> other = new KafkaProducer<>(properties, new ByteArraySerializer(),
                new ByteArraySerializer())) {
            other.initTransactions();
        }
    }

    List<RerunDispatch> dispatches(RerunId rerunId) {
        List<RerunDispatch> found = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : read(topics.dispatches())) {
            try {
                if (messages.read(record).data() instanceof RerunDispatch dispatch
                        && dispatch.rerunId().equals(rerunId)) {
                    found.add(dispatch);
                }
            } catch (MalformedMessageException _) {
                // put there by the test
            }
        }
        return found;
    }

    List<Long> epochs(RerunId rerunId) {
        return dispatches(rerunId).stream().map(RerunDispatch::epoch).toList();
    }

    List<RunEvent> events(InstanceId instance) {
        return read(topics.events()).stream().map(record -> messages.read(record).data())
                .filter(RunEvent.class::isInstance).map(RunEvent.class::cast)
                .filter(event -> event.instance().equals(instance)).toList();
    }

    List<ConsumerRecord<byte[], byte[]>> deadLetters() {
        return read(topics.deadLetters());
    }

    /** How many commands the group has not committed. */
    long lagOfRunners() {
        Map<TopicPartition, OffsetAndMetadata> committed = get(
                admin.listConsumerGroupOffsets(topics.group()).partitionsToOffsetAndMetadata());
        long lag = 0;
        for (TopicPartition partition : partitions(topics.commands())) {
            long end = get(admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition))
                    .offset();
            OffsetAndMetadata position = committed.get(partition);
            lag += end - (position == null ? 0 : position.offset());
        }
        return lag;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
        admin.close(Duration.ofSeconds(5));
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<TopicPartition> partitions = partitions(topic);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumer("test-reader"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    private List<TopicPartition> partitions(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < kafkaPartitions; i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        return partitions;
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get(120, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T get(KafkaFuture<T> future) {
        return get((Future<T>) future.toCompletionStage().toCompletableFuture());
    }
}
