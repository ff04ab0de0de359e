// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.Stores;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.wire.WireCodec;

/** From the raw topic to the topics of events and lineage; see {@code docs/integrations} for the rules. */
public final class NormaliseTopology {

    private NormaliseTopology() {}

    /** The topology, untraced; opens nothing. */
    public static Topology build(NormaliseConfig config, SourcesConfig sources, WireCodec codec, IngestMeters meters,
            Asker asker) {
        return build(config, sources, codec, meters, asker, Tracing.off());
    }

    /** The topology; opens nothing. */
    public static Topology build(NormaliseConfig config, SourcesConfig sources, WireCodec codec, IngestMeters meters,
            Asker asker, Tracing tracing) {
        ProcessorSupplier<byte[], byte[], byte[], byte[]> foreign = () -> new SourceNormaliseProcessor(sources,
                config.memory(), codec, meters, asker, tracing);
        ProcessorSupplier<byte[], byte[], byte[], byte[]> normalise = () -> processor(config, codec, meters, tracing);
        return new Topology()
                .addSource(NodeNames.RAW_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(),
                        config.rawTopic())
                .addProcessor(NodeNames.LINEAGE_NORMALISE, normalise, NodeNames.RAW_SOURCE)
                .addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.LINEAGE_RUNS),
                        Serdes.String(), Serdes.ByteArray()), NodeNames.LINEAGE_NORMALISE)
                .addProcessor(NodeNames.SOURCE_NORMALISE, foreign, NodeNames.RAW_SOURCE)
                .addStateStore(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NodeNames.SOURCE_MEMORY),
                        Serdes.String(), Serdes.ByteArray()), NodeNames.SOURCE_NORMALISE)
                .addSink(NodeNames.EVENTS_SINK, config.eventsTopic(), new ByteArraySerializer(),
                        new ByteArraySerializer(), NodeNames.LINEAGE_NORMALISE, NodeNames.SOURCE_NORMALISE)
                .addSink(NodeNames.LINEAGE_SINK, config.lineageTopic(), new ByteArraySerializer(),
                        new ByteArraySerializer(), NodeNames.LINEAGE_NORMALISE)
                .addSink(NodeNames.DEAD_LETTERS_SINK, config.deadLettersTopic(), new ByteArraySerializer(),
                        new ByteArraySerializer(), NodeNames.LINEAGE_NORMALISE, NodeNames.SOURCE_NORMALISE)
                // as the topic has it: a restart copies its records without asking the processor
                .addGlobalStore(
                        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(NodeNames.JOBS), Serdes.ByteArray(),
                                Serdes.ByteArray()).withLoggingDisabled(),
                        NodeNames.JOBS_SOURCE, new ByteArrayDeserializer(), new ByteArrayDeserializer(),
                        sources.jobsTopic(), NodeNames.JOBS_KEEP, JobsKeeper::new);
    }

    private static Processor<byte[], byte[], byte[], byte[]> processor(NormaliseConfig config, WireCodec codec,
            IngestMeters meters, Tracing tracing) {
        return new LineageNormaliseProcessor(config, codec, meters, tracing);
    }
}
