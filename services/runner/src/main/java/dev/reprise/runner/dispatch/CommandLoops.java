// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import dev.reprise.runner.ledger.DispatchRules;
import dev.reprise.runner.ledger.Owner;
import dev.reprise.runner.target.Targets;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;

/** Wires a command loop to a cluster. */
public final class CommandLoops {
    private static final int POLLED_AT_ONCE = 100;

    private CommandLoops() {}

    /** What a loop belongs to. */
    public record Setting(KafkaConnection connection, TopicNames topics, KafkaMessages messages, Owner owner,
            Optional<String> groupInstance, int kafkaPartitions) {}

    /** A loop with real clients, not yet running. */
    public static CommandLoop connect(Setting setting, DispatchSettings settings, Targets targets,
            RunnerMetrics metrics, InstantSource clock, Failpoints failpoints, Tracing tracing) {
        CallTrace trace = new CallTrace(tracing);
        CommandReader reader = new CommandReader(setting.messages(), setting.kafkaPartitions());
        TopicNames topics = setting.topics();
        LedgerReader ledgers = new LedgerReader(
                consumer(setting.connection().consumer(topics.group() + "-ledger-" + setting.owner().name())),
                topics.dispatches(), reader, settings.rebuildTimeout());
        CommandPartition.Tools tools = new CommandPartition.Tools(reader, new DispatchRules(settings.retry()), settings,
                targets, new CallPool(targets, metrics, failpoints, trace), metrics, clock, failpoints, trace);
        return new CommandLoop(consumer(group(setting)),
                kafkaPartition -> new KafkaProducer<>(
                        setting.connection().transactionalProducer(topics.transactionalId(kafkaPartition)),
                        new ByteArraySerializer(), new ByteArraySerializer()),
                ledgers, setting.messages(), topics, setting.owner(), tools);
    }

    private static Properties group(Setting setting) {
        Properties group = setting.connection().groupConsumer(setting.topics().group(),
                setting.topics().group() + "-" + setting.owner().name());
        // A rebalance must not take partitions away that stay: calls under way there would come to be in doubt.
        group.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        group.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "30000");
        group.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(POLLED_AT_ONCE));
        setting.groupInstance().ifPresent(id -> group.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id));
        return group;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Properties properties) {
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
