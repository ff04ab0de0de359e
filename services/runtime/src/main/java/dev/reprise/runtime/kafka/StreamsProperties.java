// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndFailExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** The Streams settings of every application here: what is fixed, and defaults an operator may change. */
final class StreamsProperties {

    private StreamsProperties() {}

    /** Measured or reasoned defaults; the operator's own win. */
    static Map<String, String> defaults() {
        return Map.ofEntries(
                // Below 20 ms the round trip of the commit itself dominates on a small machine.
                Map.entry(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "20"), Map.entry(StreamsConfig.POLL_MS_CONFIG, "20"),
                Map.entry(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1"),
                // What Kafka 5 will do anyway; unset, each start warns of it.
                Map.entry("processing.exception.handler.global.enabled", "true"),
                // State is small, so moving a task cold costs less than warm-up replicas and probing rebalances.
                Map.entry(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, "1"),
                Map.entry(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "600000"),
                Map.entry(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), "30000"),
                Map.entry(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), "200"),
                // A stalled thread must not lose its transaction at Streams' default of 10 s.
                Map.entry(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), "60000"));
    }

    /** What the guarantees rest on. */
    static Map<String, String> fixed(StreamsIdentity identity) {
        return Map.ofEntries(Map.entry(StreamsConfig.APPLICATION_ID_CONFIG, identity.applicationId()),
                Map.entry(StreamsConfig.STATE_DIR_CONFIG, identity.stateDirectory().toString()),
                Map.entry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2),
                // A static member: close() does not leave the group, and a restart would wait out the old session.
                Map.entry(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic"),
                Map.entry(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
                        identity.instanceId()),
                Map.entry(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest"),
                // A cache or a lagging standby may answer with state from before a rebalance.
                Map.entry(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0"),
                Map.entry(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, "0"),
                // A record that is passed over after half a step would be a failure swallowed in silence.
                Map.entry(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                        LogAndFailProcessingExceptionHandler.class.getName()),
                Map.entry(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                        LogAndFailExceptionHandler.class.getName()),
                // A generated name shifts when the topology grows, and its store would start empty.
                Map.entry(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true"));
    }
}
