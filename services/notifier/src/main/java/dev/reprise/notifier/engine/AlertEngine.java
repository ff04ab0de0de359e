// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

import dev.reprise.notifier.rules.Rules;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.kafka.BoundedStores;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsHealth;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.runtime.kafka.StreamsMeters;
import dev.reprise.runtime.kafka.ThreadReplacement;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.topic.Topics;

/** The running engine. Its topics must exist before it is made. */
public final class AlertEngine implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int GROUPS_PER_TICK = 500;

    private final KafkaStreams streams;
    private final AutoCloseable meters;

    /**
     * Wires it; it runs after {@link #start()}.
     *
     * @param identity what tells this process from others
     * @param topicPrefix prefix of every topic
     * @param rules those in force, asked at each step
     * @param kafka the cluster
     * @param messages the wire format
     * @param registry for meters
     * @param health for checks
     * @param onFatal told once, in one line, when it has stopped for good
     * @throws StartRefusedException when its topics cannot be looked at
     */
    public AlertEngine(StreamsIdentity identity, String topicPrefix, Supplier<Rules> rules, KafkaConnection kafka,
            KafkaMessages messages, MeterRegistry registry, HealthChecks health, Consumer<String> onFatal) {
        EngineSettings settings = new EngineSettings(topicPrefix, kafkaPartitions(topicPrefix, kafka), TICK,
                GROUPS_PER_TICK);
        Properties properties = kafka.streams(identity);
        properties.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedStores.class.getName());
        streams = new KafkaStreams(EngineTopology.build(settings, rules, messages,
                new EngineMeters(registry, topicPrefix)), properties);
        streams.setUncaughtExceptionHandler(new ThreadReplacement(onFatal, InstantSource.system()));
        StreamsHealth.watch(health, "notifier-engine", streams);
        meters = StreamsMeters.watch(registry, "notifier", streams);
    }

    /** Begins; returns at once. */
    public void start() {
        streams.start();
    }

    /** Whether it has its tasks and their state. */
    public boolean running() {
        return streams.state() == KafkaStreams.State.RUNNING;
    }

    @Override
    public void close() {
        streams.close(CLOSE_TIMEOUT);
        try {
            meters.close();
        } catch (Exception e) {
            throw new IllegalStateException("meters cannot be removed", e);
        }
    }

    private static int kafkaPartitions(String topicPrefix, KafkaConnection kafka) {
        String topic = Topics.ALERTS.name(topicPrefix);
        try (Admin admin = Admin.create(kafka.admin(topicPrefix + "notifier-admin"))) {
            return admin.describeTopics(List.of(topic)).topicNameValues().values().iterator().next()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).partitions().size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartRefusedException("interrupted while looking at topic " + topic, e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartRefusedException("topic " + topic + " cannot be looked at: " + e.getMessage(), e);
        }
    }
}
