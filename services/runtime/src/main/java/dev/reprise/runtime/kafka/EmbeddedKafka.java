// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.lifecycle.StartRefusedException;

/**
 * A one-node Kafka (broker and controller in one) inside this process, for the single-process mode and for tests.
 *
 * <p>Records live on disk and survive the death of the process; like any Kafka with default flushing they do not survive
 * the loss of power of the only machine. One running broker per directory, guarded by a lock taken before anything else:
 * a second one would tear the metadata log of the first.
 */
public final class EmbeddedKafka implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedKafka.class);
    private static final String LOOPBACK = "127.0.0.1";
    private static final int NODE_ID = 1;

    private final Path dataDirectory;
    private final String clusterId;
    private final String bootstrapServers;
    private final DirectoryLock lock;
    private final KafkaRaftServer server;
    private final Runnable endOfFaults;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedKafka(Path dataDirectory, String clusterId, String bootstrapServers, DirectoryLock lock,
            KafkaRaftServer server, Runnable endOfFaults) {
        this.dataDirectory = dataDirectory;
        this.clusterId = clusterId;
        this.bootstrapServers = bootstrapServers;
        this.lock = lock;
        this.server = server;
        this.endOfFaults = endOfFaults;
    }

    /**
     * Starts the broker and returns when it serves clients, which takes seconds; formats the directory at the first
     * start.
     *
     * @param onFatal told, on a thread of the broker, when it has failed for good and this process should end with a
     *        non-zero code; may be called more than once
     * @throws StartRefusedException in one line, if the directory is in use, a port is taken or the broker will not start
     */
    public static EmbeddedKafka start(EmbeddedKafkaConfig config, Consumer<String> onFatal) {
        DirectoryLock lock = DirectoryLock.take(config.dataDirectory());
        Runnable endOfFaults = BrokerExit.divertTo(onFatal);
        try {
            LoopbackPorts ports = LoopbackPorts.choose(config.port(), config.controllerPort());
            Path logs = config.dataDirectory().resolve("log");
            String clusterId = format(logs);
            KafkaRaftServer server = startServer(config, logs, ports);
            String bootstrapServers = LOOPBACK + ":" + ports.client();
            LOGGER.atInfo().addKeyValue("bootstrapServers", bootstrapServers).addKeyValue("clusterId", clusterId)
                    .addKeyValue("dataDirectory", config.dataDirectory()).log("embedded broker started");
            return new EmbeddedKafka(config.dataDirectory(), clusterId, bootstrapServers, lock, server, endOfFaults);
        } catch (RuntimeException e) {
            endOfFaults.run();
            lock.close();
            throw e;
        }
    }

    /** Where clients on this machine connect, such as {@code 127.0.0.1:9092}. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** The id drawn when the directory was formatted; the same at every start on that directory. */
    public String clusterId() {
        return clusterId;
    }

    /** The directory that holds the records. */
    public Path dataDirectory() {
        return dataDirectory;
    }

    /** Stops the broker and gives the directory free; returns when both is done. Closing twice does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            server.shutdown();
            server.awaitShutdown();
        } finally {
            endOfFaults.run();
            lock.close();
        }
        LOGGER.atInfo().addKeyValue("dataDirectory", dataDirectory).log("embedded broker stopped");
    }

    private static String format(Path logs) {
        Path identity = logs.resolve("meta.properties");
        try {
            if (!Files.exists(identity)) {
                // Formatting over what an interrupted first start left behind is allowed, so this is safe to repeat.
                new Formatter()
                        .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                        .setNodeId(NODE_ID).setClusterId(Uuid.randomUuid().toString())
                        .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
                        .setMetadataLogDirectory(logs.toString()).setDirectories(List.of(logs.toString())).run();
            }
            Properties written = new Properties();
            try (Reader reader = Files.newBufferedReader(identity)) {
                written.load(reader);
            }
            return written.getProperty("cluster.id", "");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + identity, e);
        } catch (Exception e) { // Formatter.run declares it
            throw new StartRefusedException("data directory " + logs.toAbsolutePath() + " cannot be formatted: "
                    + e.getMessage() + "; make it writable or choose another", e);
        }
    }

    private static KafkaRaftServer startServer(EmbeddedKafkaConfig config, Path logs, LoopbackPorts ports) {
        Map<String, String> properties = new HashMap<>(
                BrokerProperties.of(NODE_ID, LOOPBACK, ports, logs));
        properties.putAll(config.properties());
        try {
            KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
            startOrShutDown(server);
            return server;
        } catch (Exception e) { // Scala code: checked exceptions are thrown undeclared
            throw new StartRefusedException("embedded broker on " + config.dataDirectory().toAbsolutePath()
                    + " did not start: " + e.getMessage(), e);
        }
    }

    /** A start that failed half-way leaves controller threads behind that would keep the process alive. */
    private static void startOrShutDown(KafkaRaftServer server) {
        try {
            server.startup();
        } catch (RuntimeException failedStart) {
            try {
                server.shutdown();
                server.awaitShutdown();
            } catch (RuntimeException failedShutdown) {
                failedStart.addSuppressed(failedShutdown);
            }
            throw failedStart;
        }
    }
}
