// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.broker;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

import dev.reprise.it.process.OsProcess;
import dev.reprise.runtime.kafka.KafkaConnection;

/** Brokers as plain JVM processes, each also a controller, that can be killed one by one. */
public final class BrokerProcesses implements Broker {
    private static final Duration UP_WITHIN = Duration.ofMinutes(4);
    private final Path directory;
    private final String host;
    private final List<Integer> ports;
    private final List<Integer> controllerPorts;
    private final List<OsProcess> nodes = new ArrayList<>();

    /**
     * Starts them and returns when all serve.
     *
     * @param count how many; with three or more, internal topics have three copies and need two
     * @param host the address they listen on and are reached at
     */
    public BrokerProcesses(Path directory, int count, String host) {
        this.directory = directory;
        this.host = host;
        List<Integer> free = freePorts(2 * count);
        ports = free.subList(0, count);
        controllerPorts = free.subList(count, 2 * count);
        String clusterId = Uuid.randomUuid().toString();
        for (int node = 0; node < count; node++) {
            configure(node, clusterId);
            nodes.add(start(node));
        }
        awaitAll();
    }

    @Override
    public String bootstrapServers() {
        return ports.stream().map(port -> host + ":" + port).collect(Collectors.joining(","));
    }

    /** How many there are. */
    public int count() {
        return ports.size();
    }

    /** One of them, counted from 0. */
    public OsProcess node(int index) {
        return nodes.get(index);
    }

    /** Starts those again that have ended, continues those that are stopped, and waits until all serve. */
    public void heal() {
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).isAlive()) {
                nodes.get(node).resume();
            } else {
                nodes.set(node, start(node));
            }
        }
        awaitAll();
    }

    @Override
    public void close() {
        nodes.forEach(OsProcess::kill);
    }

    private void awaitAll() {
        try (Admin admin = Admin.create(KafkaConnection.to(bootstrapServers()).admin("brokers"))) {
            await("brokers in " + directory).atMost(UP_WITHIN).ignoreExceptions()
                    .until(() -> admin.describeCluster().nodes().get(10, TimeUnit.SECONDS).size() == count());
        }
    }

    private OsProcess start(int node) {
        return OsProcess.start(List.of(), List.of("-Xmx256m"), "kafka.Kafka",
                List.of(config(node).toString()), directory.resolve("node-" + node + ".log"));
    }

    private Path config(int node) {
        return directory.resolve("node-" + node + ".properties");
    }

    private void configure(int node, String clusterId) {
        Path logs = directory.resolve("node-" + node);
        String copies = count() >= 3 ? "3" : "1";
        String least = count() >= 3 ? "2" : "1";
        String clients = "PLAINTEXT://" + host + ":" + ports.get(node);
        Map<String, String> properties = Map.ofEntries(Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(node)),
                Map.entry("listeners", clients + ",CONTROLLER://" + host + ":" + controllerPorts.get(node)),
                Map.entry("advertised.listeners", clients),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("inter.broker.listener.name", "PLAINTEXT"),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("controller.quorum.voters", IntStream.range(0, count())
                        .mapToObj(each -> each + "@" + host + ":" + controllerPorts.get(each))
                        .collect(Collectors.joining(","))),
                Map.entry("log.dirs", logs.toString()),
                Map.entry("default.replication.factor", copies), Map.entry("min.insync.replicas", least),
                Map.entry("offsets.topic.replication.factor", copies),
                Map.entry("transaction.state.log.replication.factor", copies),
                Map.entry("transaction.state.log.min.isr", least),
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("auto.create.topics.enable", "false"), Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("num.network.threads", "2"), Map.entry("num.io.threads", "4"),
                Map.entry("log.cleaner.dedupe.buffer.size", "16777216"),
                Map.entry("log.index.size.max.bytes", "1048576"));
        try {
            Files.createDirectories(logs);
            Files.writeString(config(node), properties.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining("\n")));
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(node).setClusterId(clusterId).setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(logs.toString()).setDirectories(List.of(logs.toString())).run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) { // Formatter.run declares it
            throw new IllegalStateException("a broker's directory could not be formatted", e);
        }
    }

    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int port = 0; port < count; port++) {
                sockets.add(new ServerSocket(0));
            }
            List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
