// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

import dev.reprise.coordinator.registry.Registration;
import dev.reprise.core.storm.GroupState;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.topic.Topics;

/**
 * The coordinator's topology: everything that may change an instance reaches one processor through one key, in one
 * order. Bytes go in: what cannot be read is a dead letter in the same transaction, not an exception.
 */
public final class CoordinatorTopology {
    /** A state directory that was away for less than this hears of every instance that was forgotten meanwhile. */
    private static final Map<String, String> CHANGELOG = Map.of("delete.retention.ms",
            Long.toString(Duration.ofDays(7).toMillis()));

    private CoordinatorTopology() {}

    /**
     * Builds it; touches no network.
     *
     * @param settings names and sizes
     * @param registry looks a job up, at once and from memory
     * @param messages the wire format
     * @param meters counts
     */
    public static Topology build(TopologySettings settings, Function<JobId, Optional<Registration>> registry,
            KafkaMessages messages, CoordinatorMeters meters) {
        return build(settings, registry, messages, meters, Failpoints.none(), Tracing.off());
    }

    /**
     * As {@link #build(TopologySettings, Function, KafkaMessages, CoordinatorMeters)}, with failpoints in its processors,
     * and traced.
     */
    public static Topology build(TopologySettings settings, Function<JobId, Optional<Registration>> registry,
            KafkaMessages messages, CoordinatorMeters meters, Failpoints failpoints, Tracing tracing) {
        Topology topology = new Topology();
        topology.addSource(NodeNames.EVENTS_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(),
                name(settings, Topics.EVENTS));
        topology.addSource(NodeNames.DISPATCHES_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(),
                name(settings, Topics.DISPATCHES));
        topology.addProcessor(NodeNames.INSTANCE_DECIDE,
                () -> new InstanceProcessor(settings, registry, messages, meters, failpoints, tracing),
                NodeNames.EVENTS_SOURCE, NodeNames.DISPATCHES_SOURCE);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.INSTANCE_STATE), Serdes.String(),
                        new StateRowSerde(messages.codec())).withCachingDisabled().withLoggingEnabled(CHANGELOG),
                NodeNames.INSTANCE_DECIDE);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.INSTANCE_TIMERS), Serdes.Bytes(),
                        Serdes.ByteArray()).withCachingDisabled().withLoggingEnabled(CHANGELOG),
                NodeNames.INSTANCE_DECIDE);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.INSTANCE_TALLY), Serdes.String(),
                        Serdes.Long()).withCachingDisabled().withLoggingEnabled(CHANGELOG),
                NodeNames.INSTANCE_DECIDE);
        sink(topology, settings, NodeNames.INSTANCES_TOLD_SINK, Topics.EVENTS);
        sink(topology, settings, NodeNames.ADMISSIONS_SINK, Topics.ADMISSIONS);
        sink(topology, settings, NodeNames.DECISIONS_SINK, Topics.DECISIONS);
        sink(topology, settings, NodeNames.INSTANCES_SINK, Topics.INSTANCES);
        sink(topology, settings, NodeNames.COMMANDS_SINK, Topics.COMMANDS);
        sink(topology, settings, NodeNames.PERMITS_SINK, Topics.PERMITS);
        sink(topology, settings, NodeNames.ALERTS_SINK, Topics.ALERTS);
        sink(topology, settings, NodeNames.DEAD_LETTERS_SINK, Topics.DEAD_LETTERS);
        addGroups(topology, settings, messages, meters, failpoints, tracing);
        return topology;
    }

    /** Groups of jobs: a part of its own, since a group and its instances live in different Kafka partitions. */
    private static void addGroups(Topology topology, TopologySettings settings, KafkaMessages messages,
            CoordinatorMeters meters, Failpoints failpoints, Tracing tracing) {
        topology.addSource(NodeNames.GROUP_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(),
                name(settings, Topics.ADMISSIONS));
        topology.addProcessor(NodeNames.GROUP_RULE,
                () -> new GroupProcessor(settings, messages, meters, failpoints, tracing), NodeNames.GROUP_SOURCE);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.GROUP_STATE), Serdes.String(),
                        GroupRowSerde.<GroupState>of(messages.codec(), GroupState.class)).withCachingDisabled(),
                NodeNames.GROUP_RULE);
        for (String store : List.of(NodeNames.GROUP_ROWS, NodeNames.GROUP_TIMERS)) {
            topology.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(store), Serdes.Bytes(),
                    Serdes.ByteArray()).withCachingDisabled(), NodeNames.GROUP_RULE);
        }
        groupSink(topology, settings, NodeNames.GROUP_ANSWERS_SINK, Topics.EVENTS);
        groupSink(topology, settings, NodeNames.STORMS_SINK, Topics.STORMS);
        groupSink(topology, settings, NodeNames.GROUP_DEAD_LETTERS_SINK, Topics.DEAD_LETTERS);
    }

    private static void sink(Topology topology, TopologySettings settings, String node, Topics topic) {
        topology.addSink(node, name(settings, topic), new ByteArraySerializer(), new ByteArraySerializer(),
                NodeNames.INSTANCE_DECIDE);
    }

    private static void groupSink(Topology topology, TopologySettings settings, String node, Topics topic) {
        topology.addSink(node, name(settings, topic), new ByteArraySerializer(), new ByteArraySerializer(),
                NodeNames.GROUP_RULE);
    }

    private static String name(TopologySettings settings, Topics topic) {
        return topic.name(settings.topicPrefix());
    }
}
