// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.app.config.AppConfig;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.lifecycle.Parts;
import dev.reprise.runtime.lifecycle.StartRefusedException;

/** The services together with a broker of their own, on one directory. */
final class SingleNode implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(SingleNode.class);
    private static final Duration CLOSE = Duration.ofSeconds(30);

    private final Parts parts;
    private final Path data;
    private final EmbeddedKafka kafka;
    private final Node node;

    private SingleNode(Parts parts, Path data, EmbeddedKafka kafka, Node node) {
        this.parts = parts;
        this.data = data;
        this.kafka = kafka;
        this.node = node;
    }

    /**
     * Starts the broker, then the services.
     *
     * @param wishedPort port of the broker, over the configured one; absent or 0 takes the one of the last start, or a free
     *        one
     * @param allowReplay whether a group that has lost its place may read everything again
     * @throws StartRefusedException in one line, when the directory or a port is in use, or the cluster cannot keep what is
     *         promised
     */
    static SingleNode start(Path data, Optional<Integer> wishedPort, AppConfig config, Set<Role> roles,
            boolean allowReplay, Consumer<String> onFatal) {
        Parts parts = new Parts(CLOSE);
        try {
            // Before anything else: a second process must not get as far as the broker's files.
            StateDirectory directory = parts.add("state directory", StateDirectory.open(data));
            EmbeddedKafka kafka = parts.add("embedded kafka", startKafka(directory, wishedPort, config, onFatal));
            KafkaConnection connection = config.kafka().connectionTo(kafka.bootstrapServers());
            TopicSettings topics = config.topics().onSingleNode();
            Cluster cluster = new Cluster(connection, topics);
            cluster.prepare(false);
            cluster.check(roles, allowReplay);
            Node node = parts.add("node", Node.start(config, roles, connection, topics, directory, onFatal));
            return new SingleNode(parts, data, kafka, node);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        } catch (InterruptedException e) {
            parts.close();
            Thread.currentThread().interrupt();
            throw new StartRefusedException("interrupted while starting", e);
        }
    }

    Node node() {
        return node;
    }

    /** Where other programs on this machine reach the broker. */
    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    Path data() {
        return data;
    }

    URI uri() {
        return node.uri();
    }

    @Override
    public void close() {
        parts.close();
    }

    private static EmbeddedKafka startKafka(StateDirectory directory, Optional<Integer> wishedPort, AppConfig config,
            Consumer<String> onFatal) {
        int wished = wishedPort.orElse(config.kafka().embedded().port());
        Optional<Integer> remembered = wished == 0 ? directory.rememberedPort() : Optional.empty();
        EmbeddedKafka kafka;
        try {
            kafka = startKafka(directory, remembered.orElse(wished), config, onFatal);
        } catch (StartRefusedException e) {
            if (remembered.isEmpty()) {
                throw e;
            }
            // Nobody asked for that port: it is only kept so that other programs need not be told each time.
            LOGGER.atWarn().addKeyValue("port", remembered.get()).log("kafka's port of the last start is taken");
            kafka = startKafka(directory, 0, config, onFatal);
        }
        if (wished == 0) {
            String servers = kafka.bootstrapServers();
            directory.rememberPort(Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1)));
        }
        return kafka;
    }

    private static EmbeddedKafka startKafka(StateDirectory directory, int port, AppConfig config,
            Consumer<String> onFatal) {
        Map<String, String> properties = new HashMap<>(config.kafka().embedded().properties());
        // After a kill the broker may not come back before its old session has ended, 9 s by Kafka's default.
        properties.putIfAbsent("broker.session.timeout.ms", "4000");
        properties.putIfAbsent("broker.heartbeat.interval.ms", "1000");
        return EmbeddedKafka.start(
                new EmbeddedKafkaConfig(directory.kafka(), port, config.kafka().embedded().controllerPort(),
                        properties),
                fault -> onFatal.accept("the embedded broker has failed: " + fault));
    }
}
