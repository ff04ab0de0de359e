// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import io.opentelemetry.api.GlobalOpenTelemetry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.reprise.app.build.BuildFile;
import dev.reprise.app.config.AppConfig;
import dev.reprise.console.ConsoleApp;
import dev.reprise.console.ConsoleConfig;
import dev.reprise.coordinator.CoordinatorApp;
import dev.reprise.coordinator.CoordinatorConfig;
import dev.reprise.ingest.IngestApp;
import dev.reprise.ingest.IngestPlace;
import dev.reprise.notifier.NotifierApp;
import dev.reprise.notifier.NotifierPlace;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.runner.RunnerApp;
import dev.reprise.runner.RunnerConfig;
import dev.reprise.runner.RunnerHealth;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthReport;
import dev.reprise.runtime.health.HealthState;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.http.EndedSessions;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsMeters;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.lifecycle.Parts;
import dev.reprise.runtime.metrics.Metrics;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The services of one process, on a cluster whose topics exist. All of the wiring is in {@link #start}; services meet only
 * at topics.
 */
final class Node implements AutoCloseable {

    /** Longest close of one part; parts close one after the other. */
    private static final Duration CLOSE = Duration.ofSeconds(25);

    private final Parts parts;
    private final HealthChecks health;
    private final HttpServer http;

    private final Optional<NotifierApp> notifier;

    private Node(Parts parts, HealthChecks health, HttpServer http, Optional<NotifierApp> notifier) {
        this.parts = parts;
        this.health = health;
        this.http = http;
        this.notifier = notifier;
    }

    /**
     * Starts the services and returns before they are ready.
     *
     * @param roles which services
     * @param connection how to reach the cluster
     * @param topics the layout of its topics
     * @param directory where they keep state
     * @param onFatal told in one line when a service has stopped for good and the process should end
     * @throws dev.reprise.runtime.lifecycle.StartRefusedException in one line, when one of them must not start
     */
    static Node start(AppConfig config, Set<Role> roles, KafkaConnection connection, TopicSettings topics,
            StateDirectory directory, Consumer<String> onFatal) {
        Parts parts = new Parts(CLOSE);
        try {
            return start(config, roles, connection, topics, directory, onFatal, parts);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private static Node start(AppConfig config, Set<Role> roles, KafkaConnection connection, TopicSettings topics,
            StateDirectory directory, Consumer<String> onFatal, Parts parts) {
        String prefix = topics.prefix();
        String instance = directory.instanceId(config.instance());
        Clock clock = Clock.systemUTC();
        WireCodec codec = new WireCodec();
        // An agent, or an SDK on the class path, stands behind it; without either it does nothing.
        Tracing tracing = new Tracing(GlobalOpenTelemetry.get());
        HealthChecks health = new HealthChecks();
        Metrics metrics = parts.add("metrics", new Metrics(BuildFile.read(), StreamsMeters::filter));
        List<HttpRoutes> routes = new ArrayList<>(List.of(health.routes(), metrics.routes()));

        // Those who act on decisions come before the one who decides, so that nothing waits for them.
        if (roles.contains(Role.CONSOLE)) {
            ConsoleApp console = parts.add("console",
                    ConsoleApp.start(
                            new ConsoleConfig(directory.console(), config.console().retention(),
                                    config.console().database()),
                            new ConsoleApp.Surroundings(connection, prefix, metrics.registry(), health,
                                    BuildFile.read(), clock,
                                    new AlertTrial(config.notifier()))));
            routes.add(console.routes());
        }
        Optional<NotifierApp> telling = Optional.empty();
        if (roles.contains(Role.NOTIFIER)) {
            NotifierApp notifier = parts.add("notifier", new NotifierApp(config.notifier(), connection,
                    new NotifierPlace(prefix, Optional.of("notifier-" + instance), instance, directory.streams()),
                    metrics.registry(), health, clock, onFatal, tracing));
            notifier.start();
            telling = Optional.of(notifier);
        }
        if (roles.contains(Role.RUNNER)) {
            RunnerApp runner = parts.add("runner",
                    new RunnerApp(new RunnerConfig(prefix, instance, Optional.of("runner-" + instance),
                            directory.runs(), config.runner().dispatch(), config.runner().process(),
                            config.runner().http()), connection, codec, metrics.registry(), clock,
                            tracing));
            runner.start();
            watch(health, runner);
        }
        if (roles.contains(Role.COORDINATOR)) {
            parts.add("coordinator",
                    new CoordinatorApp(new CoordinatorConfig(prefix, instance, directory.streams(),
                            config.coordinator().tick(), config.coordinator().timersPerTick(),
                            config.coordinator().remember().asRemembrance()), connection, codec,
                            metrics.registry(), health, onFatal, tracing));
        }
        if (roles.contains(Role.INGEST)) {
            IngestApp ingest = parts.add("ingest", new IngestApp(config.ingest(),
                    new IngestPlace(prefix, instance, directory.streams()), connection, metrics.registry(), health,
                    onFatal, clock, tracing));
            ingest.start();
            routes.addAll(ingest.routes());
        }

        // Last, when there is something to answer with; and closed first, so that nobody is half served.
        RefusalAudit refusals = parts.add("refusals", new RefusalAudit(connection, codec, prefix, instance));
        EndedSessions endings = config.http().auth().oidc().sharesSessions()
                ? parts.add("sessions", SharedSessions.start(connection, codec, prefix, instance,
                        config.http().auth().oidc().sessionLife(), clock))
                : EndedSessions.here(clock);
        HttpServer http = parts.add("http",
                HttpServer.start(config.http(), metrics.registry(), routes, refusals, endings));
        parts.add("liveness", LivenessWatch.start(health, onFatal));
        return new Node(parts, health, http, telling);
    }

    /** Puts other subscriptions in force, where this process tells people. */
    void reconfigure(NotifierConfig changed) {
        notifier.ifPresent(app -> app.reconfigure(changed));
    }

    /** Where it is reached from this machine. */
    URI uri() {
        return http.uri();
    }

    /** Whether every service does its work, and which does not. */
    HealthReport readiness() {
        return health.report(Probe.READY);
    }

    @Override
    public void close() {
        parts.close();
    }

    private static void watch(HealthChecks health, RunnerApp runner) {
        health.add(Probe.LIVE, "runner", () -> state(runner.health().alive(), runner.health()));
        health.add(Probe.READY, "runner", () -> state(runner.health().ready(), runner.health()));
    }

    private static HealthState state(boolean healthy, RunnerHealth runner) {
        return new HealthState(healthy, runner.problem()
                .orElseGet(() -> "owns " + runner.kafkaPartitions().size() + " Kafka partitions"));
    }
}
