// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.WireCodec;

/** What the topics have told so far, read on at each look. For one thread. */
final class Story implements AutoCloseable {
    /** In these something is still to come by itself. */
    private static final Set<InstanceStatus> UNDER_WAY = Set.of(InstanceStatus.RUNNING, InstanceStatus.SETTLING,
            InstanceStatus.RECONCILING, InstanceStatus.BACKING_OFF, InstanceStatus.HELD, InstanceStatus.INTENDED,
            InstanceStatus.DISPATCHED, InstanceStatus.RERUNNING);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), "test");
    private final Map<InstanceId, InstanceStatus> statuses = new HashMap<>();
    private final Map<InstanceId, Integer> answers = new HashMap<>();
    private final Set<RerunId> commands = new HashSet<>();
    private final Map<RerunId, DispatchResult> ends = new HashMap<>();
    private final Set<InstanceId> alerted = new HashSet<>();
    private final String deadLetters;
    private int setAside;
    private Instant movedAt = Instant.now();

    Story(KafkaConnection kafka, String prefix, int kafkaPartitions) {
        deadLetters = Topics.DEAD_LETTERS.name(prefix);
        consumer = new KafkaConsumer<>(kafka.consumer("story"), new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = Stream
                .of(Topics.INSTANCES, Topics.COMMANDS, Topics.DISPATCHES, Topics.DECISIONS, Topics.EVENTS,
                        Topics.ALERTS, Topics.DEAD_LETTERS)
                .flatMap(topic -> Stream.iterate(0, number -> number + 1).limit(kafkaPartitions)
                        .map(number -> new TopicPartition(topic.name(prefix), number)))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Reads what has come. */
    void readOn() {
        for (ConsumerRecord<byte[], byte[]> received : consumer.poll(Duration.ofMillis(100))) {
            movedAt = Instant.now();
            if (received.topic().equals(deadLetters)) {
                setAside++;
                continue;
            }
            try {
                switch (messages.read(received).data()) {
                    case InstanceSnapshot snapshot -> statuses.put(snapshot.instance(), snapshot.status());
                    case StartRerun start -> commands.add(start.rerunId());
                    case RerunDispatch dispatch -> {
                        if (dispatch instanceof DispatchResult result) {
                            ends.put(dispatch.rerunId(), result);
                        }
                    }
                    case DecisionRecord record -> {
                        if (!(record.decision() instanceof Decision.Wait)) {
                            answers.merge(new InstanceId(record.job(), record.partition()), 1, Integer::sum);
                        }
                    }
                    case AlertFiring alert -> alerted.add(
                            new InstanceId(alert.content().job(), alert.content().partition()));
                    default -> {
                        // Only that something came matters.
                    }
                }
            } catch (MalformedMessageException _) {
                // Put there by the test.
            }
        }
    }

    /** Instances that were told of and are not yet where they stay, and commands without a result. */
    Set<String> unfinished(Set<InstanceId> told) {
        Set<String> open = new HashSet<>();
        told.stream().filter(instance -> statuses.get(instance) == null || UNDER_WAY.contains(statuses.get(instance)))
                .forEach(instance -> open.add(instance + " " + statuses.get(instance)));
        commands.stream().filter(command -> !ends.containsKey(command)).forEach(command -> open.add(command.value()));
        return open;
    }

    /** How long nothing has come. */
    Duration quietFor() {
        return Duration.between(movedAt, Instant.now());
    }

    /** How many reruns were commanded. */
    int commands() {
        return commands.size();
    }

    /** What became of a rerun, once it has become something. */
    Optional<DispatchResult> end(RerunId rerunId) {
        return Optional.ofNullable(ends.get(rerunId));
    }

    /** Whether people were told of an instance. */
    boolean isAlerted(InstanceId instance) {
        return alerted.contains(instance);
    }

    /** How many dead letters there are. */
    int setAside() {
        return setAside;
    }

    /** How many decisions an instance has that end something. */
    int answers(InstanceId instance) {
        return answers.getOrDefault(instance, 0);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
