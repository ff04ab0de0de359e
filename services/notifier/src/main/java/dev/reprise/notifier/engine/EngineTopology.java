// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.Stores;

import dev.reprise.notifier.group.GroupState;
import dev.reprise.notifier.group.Member;
import dev.reprise.notifier.rules.Rules;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The engine's topology: alerts are routed to their groups by key, each group is stepped by one owner, pages go out in the
 * transaction that stores what they follow from.
 */
public final class EngineTopology {
    private EngineTopology() {}

    /**
     * Builds it; touches no network.
     *
     * @param settings names and sizes
     * @param rules those in force, asked at each step
     * @param messages the wire format
     * @param meters counts
     */
    public static Topology build(EngineSettings settings, Supplier<Rules> rules, KafkaMessages messages,
            EngineMeters meters) {
        WireCodec codec = messages.codec();
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.ALERT_ROUTES),
                Serdes.String(), new JsonSerde<>(codec, Route.class)).withCachingDisabled());
        builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.GROUP_STATE),
                Serdes.String(), new JsonSerde<>(codec, GroupState.class)).withCachingDisabled());
        builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.GROUP_MEMBERS),
                Serdes.Bytes(), new JsonSerde<>(codec, Member.class)).withCachingDisabled());
        builder.addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.GROUP_TIMERS),
                Serdes.Bytes(), Serdes.ByteArray()).withCachingDisabled());

        KStream<String, Routed> alerts = source(builder, settings, Topics.ALERTS, NodeNames.ALERTS_SOURCE).process(
                () -> new RouteProcessor(settings, rules, messages, meters),
                Named.as(NodeNames.ALERT_ROUTE), NodeNames.ALERT_ROUTES);
        KStream<String, Routed> results = source(builder, settings, Topics.NOTIFICATIONS, NodeNames.RESULTS_SOURCE)
                .process(() -> new ResultProcessor(messages, meters), Named.as(NodeNames.RESULT_ROUTE));
        KStream<String, Routed> routed = alerts.merge(results, Named.as(NodeNames.ROUTED));

        routed.filter((key, value) -> value instanceof Routed.Unreadable, Named.as(NodeNames.UNREADABLE))
                .process(UnreadableProcessor::new, Named.as(NodeNames.UNREADABLE_AS_IT_CAME))
                .to(Topics.DEAD_LETTERS.name(settings.topicPrefix()),
                        Produced.with(Serdes.ByteArray(), Serdes.ByteArray()).withName(NodeNames.DEAD_LETTERS_SINK));
        routed.filter((key, value) -> value instanceof Routed.Raised, Named.as(NodeNames.RAISED))
                .process(() -> new RaisedProcessor(messages), Named.as(NodeNames.RAISED_AS_ALERT))
                .to(Topics.ALERTS.name(settings.topicPrefix()), Produced.with(Serdes.ByteArray(), Serdes.ByteArray())
                        .withStreamPartitioner(home())
                        .withName(NodeNames.ALERTS_SINK));
        routed.flatMapValues(value -> value instanceof Routed.ToGroup told
                ? List.of(told)
                : List.<Routed.ToGroup>of(), Named.as(NodeNames.TO_GROUP))
                .repartition(Repartitioned
                        .with(Serdes.String(), new JsonSerde<>(codec, Routed.ToGroup.class))
                        .withName(NodeNames.GROUPS).withNumberOfPartitions(settings.kafkaPartitions()))
                .process(() -> new GroupProcessor(settings, rules, messages, meters),
                        Named.as(NodeNames.GROUP_STEP), NodeNames.GROUP_STATE, NodeNames.GROUP_MEMBERS,
                        NodeNames.GROUP_TIMERS)
                .to(Topics.PAGES.name(settings.topicPrefix()),
                        Produced.with(Serdes.ByteArray(), Serdes.ByteArray()).withName(NodeNames.PAGES_SINK));
        return builder.build();
    }

    /** Its old method is on its way out, and still the only one that an implementation must have. */
    @SuppressWarnings("removal")
    private static StreamPartitioner<byte[], byte[]> home() {
        return (topic, key, value, count) -> Optional.of(Set.of(Watching.HOME));
    }

    private static KStream<byte[], byte[]> source(StreamsBuilder builder, EngineSettings settings, Topics topic,
            String node) {
        return builder.stream(topic.name(settings.topicPrefix()),
                Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()).withName(node));
    }
}
