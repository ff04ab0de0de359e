// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Finds out whether a group has lost its place although its work is still there: positions that expired, or were deleted.
 * Such a group would read its inputs from the beginning once more. Reads only. Kafka's own exceptions pass through.
 */
public final class ReplayGuard {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Admin admin;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Duration timeout;

    /**
     * A group that commits its positions together with its results, in the same Kafka partition.
     *
     * @param group its name
     * @param inputs topics whose positions it commits
     * @param results where its results stand; a topic that does not exist holds none
     * @param proof which of the results was committed with a position
     */
    public record Reader(String group, List<String> inputs, String results,
            Predicate<ConsumerRecord<byte[], byte[]>> proof) {}

    /**
     * A place that was lost.
     *
     * @param group which group
     * @param inputs topics in which it has no position
     * @param results where its work stands
     * @param kafkaPartition in which Kafka partition
     */
    public record LostPlace(String group, List<String> inputs, String results, int kafkaPartition) {
        /** One line for a person. */
        public String text() {
            return "group " + group + " has no position in " + String.join(" and ", inputs) + ", Kafka partition "
                    + kafkaPartition + ", although " + results + " holds its work";
        }
    }

    /**
     * Makes a guard.
     *
     * @param admin used, and not closed
     * @param consumers makes a consumer that reads committed records and has no group; closed after use
     * @param timeout the longest wait for the cluster, per step
     */
    public ReplayGuard(Admin admin, Supplier<Consumer<byte[], byte[]>> consumers, Duration timeout) {
        this.admin = admin;
        this.consumers = consumers;
        this.timeout = timeout;
    }

    /**
     * The first place that a group has lost, if it has.
     *
     * @throws TimeoutException when the cluster does not answer in time
     */
    public Optional<LostPlace> lost(Reader reader) {
        Set<String> present = Answers.of(admin.listTopics().names(), timeout);
        if (!present.contains(reader.results()) || !present.containsAll(reader.inputs())) {
            return Optional.empty();
        }
        Map<TopicPartition, OffsetAndMetadata> positions = Answers.of(
                admin.listConsumerGroupOffsets(reader.group()).partitionsToOffsetAndMetadata(), timeout);
        Set<Integer> placed = positions.entrySet().stream()
                .filter(entry -> entry.getValue() != null && reader.inputs().contains(entry.getKey().topic()))
                .map(entry -> entry.getKey().partition()).collect(Collectors.toSet());
        List<TopicPartition> unplaced = partitions(reader.results()).stream()
                .filter(partition -> !placed.contains(partition.partition())).toList();
        Map<TopicPartition, Long> filled = filled(unplaced);
        return filled.isEmpty() ? Optional.empty() : firstWithProof(reader, filled);
    }

    private List<TopicPartition> partitions(String topic) {
        TopicDescription layout = Answers.of(admin.describeTopics(List.of(topic)).allTopicNames(), timeout).get(topic);
        return layout == null
                ? List.of()
                : layout.partitions().stream().map(info -> new TopicPartition(topic, info.partition())).toList();
    }

    /** Those that hold records, with the place up to which all transactions are over. */
    private Map<TopicPartition, Long> filled(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> first = partitions.stream()
                .collect(Collectors.toMap(partition -> partition, _ -> OffsetSpec.earliest()));
        Map<TopicPartition, OffsetSpec> last = partitions.stream()
                .collect(Collectors.toMap(partition -> partition, _ -> OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResultInfo> begins = Answers.of(admin.listOffsets(first).all(), timeout);
        Map<TopicPartition, ListOffsetsResultInfo> ends = Answers.of(admin.listOffsets(last).all(), timeout);
        Map<TopicPartition, Long> result = new HashMap<>();
        begins.forEach((partition, begin) -> Optional.ofNullable(ends.get(partition))
                .filter(end -> end.offset() > begin.offset())
                .ifPresent(end -> result.put(partition, end.offset())));
        return result;
    }

    private Optional<LostPlace> firstWithProof(Reader reader, Map<TopicPartition, Long> filled) {
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            for (TopicPartition partition : filled.keySet().stream().sorted((one, other) -> Integer
                    .compare(one.partition(), other.partition())).toList()) {
                if (holdsProof(consumer, partition, reader.proof())) {
                    return Optional.of(new LostPlace(reader.group(), new ArrayList<>(reader.inputs()),
                            reader.results(), partition.partition()));
                }
            }
            return Optional.empty();
        }
    }

    /** What an aborted transaction has left is no work: it is not read. */
    private boolean holdsProof(Consumer<byte[], byte[]> consumer, TopicPartition partition,
            Predicate<ConsumerRecord<byte[], byte[]>> proof) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        Long end = consumer.endOffsets(List.of(partition), timeout).get(partition);
        long giveUp = System.nanoTime() + timeout.toNanos();
        while (end != null && consumer.position(partition, timeout) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                if (proof.test(record)) {
                    return true;
                }
            }
            if (System.nanoTime() > giveUp) {
                throw new TimeoutException(partition + " was not read to its end within " + timeout.toSeconds() + " s");
            }
        }
        return false;
    }
}
