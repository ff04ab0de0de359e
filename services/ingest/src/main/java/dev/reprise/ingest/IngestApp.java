// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.ingest.bridge.LineageBridge;
import dev.reprise.ingest.http.EventRoutes;
import dev.reprise.ingest.http.LineageRoutes;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.normalise.LineageTopology;
import dev.reprise.ingest.normalise.NormaliseConfig;
import dev.reprise.ingest.record.AckedProducer;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The way in: HTTP routes for events and lineage, the bridge from OpenLineage topics, and the normaliser. Made by its
 * constructor, which connects the producer only; {@link #start()} begins to read topics.
 */
public final class IngestApp implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(IngestApp.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

    private final AckedProducer producer;
    private final List<HttpRoutes> routes;
    private final Optional<LineageBridge> bridge;
    private final KafkaStreams normaliser;

    /**
     * Wires the service.
     *
     * @param prefix the prefix of all topic names, such as {@code reprise.}
     * @param identity who this process is to the group of normalisers; see {@link #identity}
     * @param clock the time at which things come in
     */
    public IngestApp(IngestConfig config, String prefix, KafkaConnection kafka, StreamsIdentity identity,
            MeterRegistry registry, InstantSource clock) {
        IngestMeters meters = new IngestMeters(registry);
        WireCodec codec = new WireCodec();
        RawLineage raw = new RawLineage(Topics.RAW.name(prefix));
        String deadLetters = Topics.DEAD_LETTERS.name(prefix);
        String clientId = identity.applicationId() + "-" + identity.instanceId();
        producer = AckedProducer.connect(kafka, clientId + "-intake", config.ackTimeout());
        routes = List.of(
                new EventRoutes(Topics.EVENTS.name(prefix), config.maxBatch(), codec, producer, meters, clock),
                new LineageRoutes(raw, config.maxBatch(), config.maxEvent(), producer, meters, clock));
        bridge = config.bridgeTopics().isEmpty()
                ? Optional.empty()
                : Optional.of(new LineageBridge(
                        new KafkaConsumer<>(kafka.groupConsumer(prefix + "openlineage-bridge", clientId + "-bridge"),
                                new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                        config.bridgeTopics(), producer, raw, deadLetters, meters, clock));
        NormaliseConfig normalise = new NormaliseConfig(raw.topic(), Topics.EVENTS.name(prefix), deadLetters,
                config.memory(), config.silence());
        normaliser = new KafkaStreams(LineageTopology.build(normalise, codec, meters), kafka.streams(identity));
        normaliser.setUncaughtExceptionHandler(IngestApp::onUncaught);
    }

    /**
     * The identity of a normaliser.
     *
     * @param prefix the prefix of all topic names
     * @param instanceId the fixed name of this process
     * @param stateDirectory where this process keeps state
     */
    public static StreamsIdentity identity(String prefix, String instanceId, Path stateDirectory) {
        return new StreamsIdentity(prefix + "ingest", instanceId, stateDirectory);
    }

    /** The routes to be registered on the shared HTTP server. */
    public List<HttpRoutes> routes() {
        return routes;
    }

    /** Begins to copy and to normalise; the topics must exist. Called once. */
    public void start() {
        normaliser.start();
        bridge.ifPresent(LineageBridge::start);
    }

    /** The normaliser, for metrics. */
    public KafkaStreams normaliser() {
        return normaliser;
    }

    /** Why the service does not do its work at the moment, one line each; empty while all is well. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        KafkaStreams.State state = normaliser.state();
        if (state != KafkaStreams.State.RUNNING) {
            faults.add("the normaliser is " + state);
        }
        bridge.flatMap(LineageBridge::fault).ifPresent(faults::add);
        return faults;
    }

    /** Whether the normaliser has failed for good, so that only a restart of the process helps. */
    public boolean failed() {
        return normaliser.state() == KafkaStreams.State.ERROR;
    }

    /** Stops reading, then waits a short while for what is under way. */
    @Override
    public void close() {
        bridge.ifPresent(LineageBridge::close);
        normaliser.close(CLOSE_TIMEOUT);
        // last, as the bridge's batch under way is sent by it
        producer.close();
    }

    /** A broken invariant would break again on the same record: stop, show it in the health, let a person see the log. */
    private static StreamThreadExceptionResponse onUncaught(Throwable fault) {
        LOGGER.atError().addKeyValue("error", fault.getClass().getSimpleName()).setCause(fault)
                .log("normaliser failed");
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
}
