// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.Diagnosing;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The registry over faults of Kafka: what it knows stays, and what it missed it reads. */
final class JobRegistryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JobId JOB = new JobId("warehouse", "daily");
    private static final List<TopicPartition> PARTITIONS = List.of(Topics.JOBS, Topics.LINEAGE, Topics.CONTROLS)
            .stream()
            .map(topic -> new TopicPartition(topic.name("t."), 0)).toList();
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "test");

    @Test
    void shouldReadOnAfterKafkaRefusedForAWhile() throws InterruptedException {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        PARTITIONS.forEach(partition -> consumer.updatePartitions(partition.topic(),
                List.of(new PartitionInfo(partition.topic(), 0, Node.noNode(), new Node[0], new Node[0]))));
        Map<TopicPartition, Long> start = PARTITIONS.stream().collect(Collectors.toMap(each -> each, _ -> 0L));
        consumer.updateBeginningOffsets(start);
        consumer.updateEndOffsets(start);
        try (JobRegistry registry = new JobRegistry(consumer, "t.", messages, _ -> Diagnosing.NOTHING)) {
            assertThat(registry.awaitCaughtUp(PATIENCE)).isTrue();
            consumer.setPollException(new TopicAuthorizationException("not today"));
            await().atMost(PATIENCE).until(() -> registry.problem().isPresent());

            consumer.schedulePollTask(() -> consumer.addRecord(entry()));
            await().atMost(PATIENCE).until(() -> registry.find(JOB).isPresent());
            assertThat(registry.problem()).isEmpty();
            assertThat(registry.isAlive()).isTrue();
        }
    }

    private ConsumerRecord<byte[], byte[]> entry() {
        JobDefinition job = new JobDefinition(JOB, Optional.empty(), Map.of(), Policy.DEFAULTS, Optional.empty(),
                Optional.empty(), Instant.EPOCH, "li");
        ProducerRecord<byte[], byte[]> sent = messages.toRecord(Topics.JOBS.name("t."), JOB.key(), "1", Instant.EPOCH,
                job);
        return new ConsumerRecord<>(sent.topic(), 0, 0, 0, TimestampType.CREATE_TIME, JOB.key().length(), 0,
                JOB.key().getBytes(StandardCharsets.UTF_8), sent.value(), sent.headers(), Optional.empty());
    }
}
