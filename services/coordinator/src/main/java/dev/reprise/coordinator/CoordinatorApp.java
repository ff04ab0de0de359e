// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.coordinator.failpoint.FailingClients;
import dev.reprise.coordinator.failpoint.FailingRestore;
import dev.reprise.coordinator.failpoint.Failpoint;
import dev.reprise.coordinator.registry.Classifiers;
import dev.reprise.coordinator.registry.JobRegistry;
import dev.reprise.coordinator.topology.CoordinatorMeters;
import dev.reprise.coordinator.topology.CoordinatorTopology;
import dev.reprise.coordinator.topology.NodeNames;
import dev.reprise.coordinator.topology.TopologySettings;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthState;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.kafka.BoundedStores;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.ReplayGuard;
import dev.reprise.runtime.kafka.StreamsHealth;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.runtime.kafka.StreamsMeters;
import dev.reprise.runtime.kafka.ThreadReplacement;
import dev.reprise.runtime.lifecycle.Parts;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The coordinator: folds events by instance and decides. Start it once its topics exist. */
public final class CoordinatorApp implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(CoordinatorApp.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private final Parts parts = new Parts(CLOSE_TIMEOUT.plusSeconds(2));

    /**
     * Starts it; returns once it runs or restores.
     *
     * @param config its settings
     * @param connection how to reach Kafka
     * @param codec the wire format
     * @param registry where its meters are made
     * @param health where its checks are added
     * @param onFatal told once, in one line, when it has stopped for good
     * @param tracing where its decisions are told
     * @throws StartRefusedException when its topics cannot be read
     */
    public CoordinatorApp(CoordinatorConfig config, KafkaConnection connection, WireCodec codec, MeterRegistry registry,
            HealthChecks health, Consumer<String> onFatal, Tracing tracing) {
        KafkaMessages messages = new KafkaMessages(codec, "reprise/coordinator");
        String application = application(config.topicPrefix());
        Classifiers classifiers = new Classifiers();
        // The built-in rules take a while to compile: a job registered meanwhile would look unknown until they are.
        Thread.ofPlatform().name("failure-rules").daemon().start(() -> classifiers.apply(List.of()));
        // The registry first: as long as it is empty, every job would look unknown.
        JobRegistry jobs = parts.add("job-registry",
                new JobRegistry(connection.consumer(application + "-registry-" + config.instanceId()),
                        config.topicPrefix(), messages, classifiers));
        health.add(Probe.LIVE, "job-registry", () -> jobs.isAlive()
                ? HealthState.up("is read")
                : HealthState.down("is not read any more" + jobs.problem().map(why -> ": " + why).orElse("")));
        health.add(Probe.READY, "job-registry", () -> jobs.problem().map(HealthState::down)
                .orElseGet(() -> HealthState.up("is read")));
        awaitRegistry(jobs);
        TopologySettings settings = new TopologySettings(config.topicPrefix(), kafkaPartitions(config, connection),
                config.tick(), config.timersPerTick(), config.remembrance());
        Properties properties = connection
                .streams(new StreamsIdentity(application, config.instanceId(), config.stateDirectory()));
        properties.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedStores.class.getName());
        Failpoints failpoints = Failpoints.fromSystemProperty(Failpoint.values());
        Topology topology = CoordinatorTopology.build(settings, jobs::find, messages, new CoordinatorMeters(registry),
                failpoints, tracing);
        KafkaStreams streams = failpoints.isSet()
                ? new KafkaStreams(topology, properties, new FailingClients(failpoints))
                : new KafkaStreams(topology, properties);
        if (failpoints.isSet()) {
            streams.setGlobalStateRestoreListener(new FailingRestore(failpoints));
        }
        streams.setUncaughtExceptionHandler(new ThreadReplacement(onFatal, InstantSource.system()));
        StreamsHealth.watch(health, "coordinator", streams);
        parts.add("coordinator-meters", StreamsMeters.watch(registry, "coordinator", streams));
        parts.add("coordinator", () -> streams.close(CLOSE_TIMEOUT));
        streams.start();
        LOGGER.atInfo().addKeyValue("application", application)
                .addKeyValue("kafkaPartitions", settings.kafkaPartitions())
                .log("coordinator started");
    }

    /** Starts it, untraced. */
    public CoordinatorApp(CoordinatorConfig config, KafkaConnection connection, WireCodec codec, MeterRegistry registry,
            HealthChecks health, Consumer<String> onFatal) {
        this(config, connection, codec, registry, health, onFatal, Tracing.off());
    }

    /** Its name as a group, and the prefix of its changelogs. */
    public static String application(String topicPrefix) {
        return topicPrefix + "coordinator";
    }

    /** Where its work stands and which positions are committed with it: state without a position is a place that was lost. */
    public static List<ReplayGuard.Reader> places(String topicPrefix) {
        String application = application(topicPrefix);
        return List.of(
                new ReplayGuard.Reader(application,
                        List.of(Topics.EVENTS.name(topicPrefix), Topics.DISPATCHES.name(topicPrefix)),
                        application + "-" + NodeNames.INSTANCE_STATE + "-changelog", _ -> true),
                new ReplayGuard.Reader(application, List.of(Topics.ADMISSIONS.name(topicPrefix)),
                        application + "-" + NodeNames.GROUP_STATE + "-changelog", _ -> true));
    }

    private static void awaitRegistry(JobRegistry jobs) {
        try {
            if (!jobs.awaitCaughtUp(PATIENCE)) {
                throw new StartRefusedException("the job registry could not be read within " + PATIENCE.toSeconds()
                        + " s: check that its topic exists and may be read");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartRefusedException("interrupted while reading the job registry", e);
        }
    }

    private static int kafkaPartitions(CoordinatorConfig config, KafkaConnection connection) {
        String topic = Topics.EVENTS.name(config.topicPrefix());
        try (Admin admin = Admin.create(connection.admin(config.topicPrefix() + "coordinator-admin"))) {
            return admin.describeTopics(List.of(topic)).topicNameValues().values().iterator().next()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).partitions().size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartRefusedException("interrupted while looking at topic " + topic, e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartRefusedException("topic " + topic + " cannot be looked at: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
