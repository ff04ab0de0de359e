// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

import dev.reprise.runtime.kafka.KafkaConnection;

/** A broker that asks for name and password and checks rights, as clusters of real work do. Everybody's password is their name. */
final class GuardedBroker implements AutoCloseable {
    static final String ADMIN = "admin";
    private final KafkaRaftServer server;
    private final int port;

    GuardedBroker(Path directory, List<String> users) throws Exception {
        port = freePort();
        int inner = freePort();
        int controller = freePort();
        String logs = directory.resolve("log").toString();
        new Formatter().setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(1).setClusterId(Uuid.randomUuid().toString()).setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(logs).setDirectories(List.of(logs)).run();
        Map<String, String> properties = new HashMap<>();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", "1");
        properties.put("log.dirs", logs);
        properties.put("listeners", "CLIENTS://127.0.0.1:" + port + ",INNER://127.0.0.1:" + inner
                + ",CONTROLLER://127.0.0.1:" + controller);
        properties.put("advertised.listeners", "CLIENTS://127.0.0.1:" + port + ",INNER://127.0.0.1:" + inner);
        properties.put("listener.security.protocol.map",
                "CLIENTS:SASL_PLAINTEXT,INNER:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.put("inter.broker.listener.name", "INNER");
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
        properties.put("sasl.enabled.mechanisms", "PLAIN");
        properties.put("listener.name.clients.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required "
                        + users.stream().map(user -> "user_" + user + "=\"" + user + "\"")
                                .collect(Collectors.joining(" "))
                        + " user_" + ADMIN + "=\"" + ADMIN + "\";");
        properties.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        // The node itself has no name: it comes in by listeners that no client knows.
        properties.put("super.users", "User:" + ADMIN + ";User:ANONYMOUS");
        properties.put("auto.create.topics.enable", "false");
        properties.put("group.initial.rebalance.delay.ms", "0");
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            properties.put(topic + ".replication.factor", "1");
            properties.put(topic + ".num.partitions", "1");
        }
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        server.startup();
    }

    /** As a person or a process comes in: by nothing but settings that an operator may write into the configuration. */
    KafkaConnection connection(String user) {
        return new KafkaConnection("127.0.0.1:" + port, Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism",
                "PLAIN", "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
                        + user + "\" password=\"" + user + "\";"),
                null, null, null, null);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }
}
