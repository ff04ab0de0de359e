// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;

/** The kinds of broker that the same tests run against. */
public enum BrokerKind {
    /** In the test's own process. */
    EMBEDDED {
        @Override
        public Broker start(Path directory) {
            note(this);
            EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), fault -> {
                throw new IllegalStateException("the embedded broker failed: " + fault);
            });
            return new Broker() {
                @Override
                public String bootstrapServers() {
                    return kafka.bootstrapServers();
                }

                @Override
                public void close() {
                    kafka.close();
                }
            };
        }
    },
    /** In a container, by Testcontainers. */
    CONTAINER {
        @Override
        public Broker start(Path directory) {
            note(this);
            String image = Optional.ofNullable(System.getenv("REPRISE_TEST_KAFKA_IMAGE")).orElse("apache/kafka:4.4.0");
            KafkaContainer container = new KafkaContainer(
                    DockerImageName.parse(image).asCompatibleSubstituteFor("apache/kafka"))
                    .withStartupTimeout(Duration.ofMinutes(3));
            container.start();
            return new Broker() {
                @Override
                public String bootstrapServers() {
                    return container.getBootstrapServers();
                }

                @Override
                public void close() {
                    container.close();
                }
            };
        }
    };

    /** Starts a broker that keeps its data below the directory. */
    public abstract Broker start(Path directory);

    /**
     * The kinds that this machine can run.
     *
     * @throws IllegalStateException when a container engine is required and there is none: a skipped test proves nothing
     */
    public static List<BrokerKind> here() {
        List<BrokerKind> kinds = new ArrayList<>(List.of(EMBEDDED));
        if (DockerClientFactory.instance().isDockerAvailable()) {
            kinds.add(CONTAINER);
        } else if (Boolean.getBoolean("require.docker")) {
            throw new IllegalStateException("-Drequire.docker=true, and no container engine answers");
        }
        return kinds;
    }

    /** Leaves a line behind, so that a run can say which brokers it used. */
    private static void note(BrokerKind kind) {
        Optional.ofNullable(System.getProperty("reprise.test.output")).map(Path::of).ifPresent(file -> {
            try {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, kind + System.lineSeparator(), StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
