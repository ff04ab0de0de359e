// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * Settings of the one-node broker. It listens on the loopback address only.
 *
 * @param dataDirectory where its records live; made when absent, one running broker per directory
 * @param port port for clients, 0 to 65535; 0 takes a free one at each start (default 0)
 * @param controllerPort port of the metadata quorum, 0 to 65535; 0 takes a free one at each start (default 0)
 * @param properties further broker settings, passed on verbatim; those that hold the node together are refused
 */
public record EmbeddedKafkaConfig(Path dataDirectory, int port, int controllerPort, Map<String, String> properties) {

    private static final Set<String> FIXED = Set.of("process.roles", "node.id", "broker.id", "listeners",
            "advertised.listeners", "listener.security.protocol.map", "inter.broker.listener.name",
            "controller.listener.names", "controller.quorum.voters", "controller.quorum.bootstrap.servers", "log.dir",
            "log.dirs", "metadata.log.dir", "offsets.topic.num.partitions", "transaction.state.log.num.partitions",
            "share.coordinator.state.topic.num.partitions");

    /**
     * Checks the ports and the passed-on settings.
     *
     * @throws ConfigException naming every port out of range and every setting that may not be changed
     */
    public EmbeddedKafkaConfig(Path dataDirectory, int port, int controllerPort,
            @Nullable Map<String, String> properties) {
        this.dataDirectory = dataDirectory;
        this.port = port;
        this.controllerPort = controllerPort;
        this.properties = properties == null ? Map.of() : Map.copyOf(properties);
        List<ConfigProblem> problems = new ArrayList<>();
        requirePort("port", port, problems);
        requirePort("controller-port", controllerPort, problems);
        if (port != 0 && port == controllerPort) {
            problems.add(ConfigProblem.of("controller-port", "is the same as port, " + port, "choose another, or 0"));
        }
        for (String key : this.properties.keySet()) {
            if (FIXED.contains(key)) {
                problems.add(ConfigProblem.of("properties." + key, "is set by the embedded broker itself",
                        "remove it; a broker laid out otherwise is run on its own and named in bootstrap-servers"));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** As the other, with defaults for the ports that are absent. */
    @JsonCreator
    public EmbeddedKafkaConfig(Path dataDirectory, @Nullable Integer port, @Nullable Integer controllerPort,
            @Nullable Map<String, String> properties) {
        this(dataDirectory, port == null ? 0 : port.intValue(), controllerPort == null ? 0 : controllerPort.intValue(),
                properties);
    }

    /** A broker on {@code dataDirectory} with free ports and no further settings. */
    public static EmbeddedKafkaConfig on(Path dataDirectory) {
        return new EmbeddedKafkaConfig(dataDirectory, 0, 0, Map.of());
    }

    private static void requirePort(String key, int port, List<ConfigProblem> problems) {
        if (port < 0 || port > 65_535) {
            problems.add(
                    ConfigProblem.of(key, "expected 0 to 65535, found " + port, "choose a port, or 0 for a free one"));
        }
    }
}
