// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;

/**
 * How to reach Kafka. The maps are passed to the clients as they are; a setting that the guarantees rest on is refused.
 *
 * @param bootstrapServers comma-separated {@code host:port} list; required by {@code serve}
 * @param properties settings for every client, such as {@code security.protocol}
 * @param consumer settings for consumers only
 * @param producer settings for producers only
 * @param admin settings for admin clients only
 * @param streams settings for Streams only
 * @param embedded the broker of {@code up}
 */
public record KafkaSection(Optional<String> bootstrapServers, Map<String, String> properties,
        Map<String, String> consumer, Map<String, String> producer, Map<String, String> admin,
        Map<String, String> streams, Embedded embedded) {

    /** Known only once the broker has started. */
    private static final String LATER = "127.0.0.1:0";

    /**
     * Takes copies, and checks the settings of the clients.
     *
     * @throws ConfigException naming every setting that is fixed
     */
    public KafkaSection(Optional<String> bootstrapServers, @Nullable Map<String, String> properties,
            @Nullable Map<String, String> consumer, @Nullable Map<String, String> producer,
            @Nullable Map<String, String> admin, @Nullable Map<String, String> streams, Embedded embedded) {
        // The connection knows what may be set: it is asked before anything is started.
        KafkaConnection checked = new KafkaConnection(bootstrapServers.orElse(LATER), properties, consumer, producer,
                admin, streams);
        this.bootstrapServers = bootstrapServers;
        this.properties = checked.properties();
        this.consumer = checked.consumer();
        this.producer = checked.producer();
        this.admin = checked.admin();
        this.streams = checked.streams();
        this.embedded = embedded;
    }

    /** The connection to given servers. */
    public KafkaConnection connectionTo(String servers) {
        return new KafkaConnection(servers, properties, consumer, producer, admin, streams);
    }

    /**
     * The one-node broker of {@code up}.
     *
     * @param port port for clients on the loopback address; 0 takes a free one and keeps to it
     * @param controllerPort port of the metadata quorum; 0 takes a free one at each start
     * @param properties further broker settings, passed on verbatim
     */
    public record Embedded(int port, int controllerPort, Map<String, String> properties) {

        /**
         * Checks the ports and the passed-on settings.
         *
         * @throws ConfigException naming each that is wrong
         */
        public Embedded(int port, int controllerPort, @Nullable Map<String, String> properties) {
            EmbeddedKafkaConfig checked = new EmbeddedKafkaConfig(Path.of("."), port, controllerPort, properties);
            this.port = port;
            this.controllerPort = controllerPort;
            this.properties = checked.properties();
        }
    }
}
