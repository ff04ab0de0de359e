// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The settings of a broker that is alone, lives beside its clients and must stay small. */
final class BrokerProperties {

    static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String CLIENT_LISTENER = "PLAINTEXT";
    private static final Duration MEMORY_OF_OFFSETS = Duration.ofDays(30);
    /** The broker reads this one as an int of milliseconds, so 24 whole days is the most it takes. */
    private static final Duration MEMORY_OF_TRANSACTIONAL_IDS = Duration.ofDays(24);
    private static final int MEBIBYTE = 1024 * 1024;

    private BrokerProperties() {}

    static Map<String, String> of(int nodeId, String host, LoopbackPorts ports, Path logs) {
        String clients = CLIENT_LISTENER + "://" + host + ":" + ports.client();
        String controller = host + ":" + ports.controller();
        return Map.ofEntries(Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(nodeId)),
                Map.entry("listeners", clients + "," + CONTROLLER_LISTENER + "://" + controller),
                Map.entry("advertised.listeners", clients),
                Map.entry("listener.security.protocol.map",
                        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT"),
                Map.entry("inter.broker.listener.name", CLIENT_LISTENER),
                Map.entry("controller.listener.names", CONTROLLER_LISTENER),
                // Static voters: the ports may then change at every start on the same directory.
                Map.entry("controller.quorum.voters", nodeId + "@" + controller),
                Map.entry("log.dirs", logs.toString()),

                Map.entry("default.replication.factor", "1"), Map.entry("min.insync.replicas", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),

                // A job may be quiet for weeks: its consumers' offsets and its producers' ids must still be known then.
                Map.entry("offsets.retention.minutes", Long.toString(MEMORY_OF_OFFSETS.toMinutes())),
                Map.entry("transactional.id.expiration.ms", Long.toString(MEMORY_OF_TRANSACTIONAL_IDS.toMillis())),

                // Small: the three partition counts can not be lowered later, the buffers are plain heap.
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("share.coordinator.state.topic.num.partitions", "1"),
                Map.entry("num.network.threads", "2"), Map.entry("num.io.threads", "4"),
                Map.entry("background.threads", "2"), Map.entry("num.replica.fetchers", "1"),
                Map.entry("group.coordinator.threads", "1"), Map.entry("share.coordinator.threads", "1"),
                Map.entry("log.cleaner.dedupe.buffer.size", Integer.toString(16 * MEBIBYTE)),
                Map.entry("log.index.size.max.bytes", Integer.toString(MEBIBYTE)));
    }
}
