// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

import dev.reprise.ingest.bridge.LineageBridge;
import dev.reprise.ingest.enquiry.Enquirer;
import dev.reprise.ingest.http.EventRoutes;
import dev.reprise.ingest.http.LineageRoutes;
import dev.reprise.ingest.http.PermitRoutes;
import dev.reprise.ingest.http.SourceRoutes;
import dev.reprise.ingest.intake.ForeignIntake;
import dev.reprise.ingest.kubernetes.KubernetesFormat;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.normalise.Asker;
import dev.reprise.ingest.normalise.NormaliseConfig;
import dev.reprise.ingest.normalise.NormaliseTopology;
import dev.reprise.ingest.normalise.SourcesConfig;
import dev.reprise.ingest.permit.PermitAnswers;
import dev.reprise.ingest.permit.PermitTail;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.watch.ClusterWatch;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthState;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.kafka.BoundedStores;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsHealth;
import dev.reprise.runtime.kafka.StreamsMeters;
import dev.reprise.runtime.kafka.ThreadReplacement;
import dev.reprise.runtime.lifecycle.Parts;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The way in: HTTP routes for events and lineage, the bridge from OpenLineage topics, and the normaliser. The constructor
 * wires and connects the producer, so that the routes can be registered; {@link #start()} begins to read topics.
 */
public final class IngestApp implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);
    private static final String NORMALISER = "ingest";

    private final Parts parts = new Parts(CLOSE_TIMEOUT.plusSeconds(2));
    private final List<HttpRoutes> routes;
    private final Optional<LineageBridge> bridge;
    private final KafkaStreams normaliser;
    private final PermitTail permits;
    private final List<ClusterWatch> clusters;

    /**
     * Wires the service.
     *
     * @param registry where its meters are made
     * @param health where its checks are added
     * @param onFatal told once, in one line, when the normaliser has stopped for good
     * @param clock the time at which things come in
     * @param tracing where the way of what comes in is told
     */
    public IngestApp(IngestConfig config, IngestPlace place, KafkaConnection kafka, MeterRegistry registry,
            HealthChecks health, Consumer<String> onFatal, InstantSource clock, Tracing tracing) {
        String prefix = place.topicPrefix();
        String events = Topics.EVENTS.name(prefix);
        String deadLetters = Topics.DEAD_LETTERS.name(prefix);
        IngestMeters meters = new IngestMeters(registry);
        meters.expect(Stream.concat(Formats.NAMES.stream(), Stream.of(RawLineage.FORMAT)).toList(),
                Arrays.stream(Finding.Kind.values()).map(Finding.Kind::label).toList());
        WireCodec codec = new WireCodec();
        RawLineage raw = new RawLineage(Topics.RAW.name(prefix));
        // Added first, so closed last: the bridge's batch under way is sent by it.
        AckedProducer producer = parts.add("ingest-producer",
                AckedProducer.connect(kafka, place.clientId("intake"), config.ackTimeout(), tracing));
        KafkaMessages messages = new KafkaMessages(codec, "reprise/ingest");
        PermitAnswers answers = new PermitAnswers();
        permits = parts.add("ingest-permits", new PermitTail(
                () -> new KafkaConsumer<>(kafka.consumer(place.clientId("permits")), new ByteArrayDeserializer(),
                        new ByteArrayDeserializer()),
                Topics.PERMITS.name(prefix), messages, answers, clock));
        RawForeign foreign = new RawForeign(Topics.RAW.name(prefix));
        ForeignIntake intake = new ForeignIntake(foreign, config.maxEvent(), producer, meters, clock);
        clusters = config.kubernetes().stream().map(cluster -> parts.add("kubernetes-" + cluster.name(),
                new ClusterWatch(cluster, new KubernetesFormat(), intake, config.memory(), meters, clock))).toList();
        Enquirer enquirer = parts.add("ingest-enquirer",
                new Enquirer(config.sources(), foreign, producer, meters, clock));
        routes = List.of(new SourceRoutes(intake, Formats.ALL, meters, clock),
                new EventRoutes(events, config.maxBatch(), codec, producer, meters, clock),
                new PermitRoutes(events, messages, producer, answers, meters, clock),
                new LineageRoutes(raw, config.maxBatch(), config.maxEvent(), producer, meters, clock));

        Properties properties = kafka.streams(place.identity());
        properties.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedStores.class.getName());
        NormaliseConfig normalise = new NormaliseConfig(raw.topic(), events, Topics.LINEAGE.name(prefix), deadLetters,
                config.memory(),
                config.silence());
        normaliser = new KafkaStreams(
                NormaliseTopology.build(normalise, sources(config, prefix), codec, meters, asker(enquirer), tracing),
                properties);
        normaliser.setUncaughtExceptionHandler(new ThreadReplacement(onFatal, clock));
        StreamsHealth.watch(health, NORMALISER, normaliser);
        parts.add("ingest-normaliser-meters", StreamsMeters.watch(registry, NORMALISER, normaliser));
        parts.add("ingest-normaliser", () -> normaliser.close(CLOSE_TIMEOUT));

        bridge = config.bridgeTopics().isEmpty()
                ? Optional.empty()
                : Optional.of(parts.add("ingest-bridge",
                        new LineageBridge(
                                new KafkaConsumer<>(
                                        kafka.groupConsumer(prefix + "openlineage-bridge", place.clientId("bridge")),
                                        new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                                config.bridgeTopics(), producer, raw, deadLetters, meters, clock)));
        bridge.ifPresent(each -> watch(health, each));
    }

    /** Wires the service, untraced. */
    public IngestApp(IngestConfig config, IngestPlace place, KafkaConnection kafka, MeterRegistry registry,
            HealthChecks health, Consumer<String> onFatal, InstantSource clock) {
        this(config, place, kafka, registry, health, onFatal, clock, Tracing.off());
    }

    /** The routes to be registered on the shared HTTP server. */
    public List<HttpRoutes> routes() {
        return routes;
    }

    /** Begins to copy and to normalise; the topics must exist. Called once. */
    public void start() {
        normaliser.start();
        permits.start();
        clusters.forEach(ClusterWatch::start);
        bridge.ifPresent(LineageBridge::start);
    }

    /** Stops reading, then waits a short while for what is under way. Closing twice does nothing. */
    @Override
    public void close() {
        parts.close();
    }

    private static SourcesConfig sources(IngestConfig config, String prefix) {
        Map<String, ZoneId> zones = new HashMap<>();
        config.sources().forEach(source -> source.zone().ifPresent(zone -> zones.put(source.name(), ZoneId.of(zone))));
        return SourcesConfig.of(Topics.RAW.name(prefix), Topics.JOBS.name(prefix), Formats.ALL, zones,
                config.patience());
    }

    private static Asker asker(Enquirer enquirer) {
        return new Asker() {
            @Override
            public void ask(Enquiry enquiry) {
                enquirer.ask(enquiry.format(), enquiry.source(), enquiry.rawKey(), enquiry.question());
            }

            @Override
            public boolean knows(String source) {
                return enquirer.knows(source);
            }

            @Override
            public Optional<String> fault(String source) {
                return enquirer.fault(source);
            }
        };
    }

    private static void watch(HealthChecks health, LineageBridge bridge) {
        health.add(Probe.READY, "openlineage-bridge",
                () -> bridge.fault().map(HealthState::down).orElseGet(() -> HealthState.up("copies")));
        // a fault that Kafka calls final, such as a missing right, is cured by a restart at best
        health.add(Probe.LIVE, "openlineage-bridge", () -> bridge.stopped()
                ? HealthState.down("has stopped")
                : HealthState.up("runs, or is not started yet"));
    }
}
