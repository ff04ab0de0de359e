// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

import dev.reprise.console.command.AckCommands;
import dev.reprise.console.command.CommandLog;
import dev.reprise.console.command.ControlCommands;
import dev.reprise.console.command.GroupCommands;
import dev.reprise.console.command.InstanceCommands;
import dev.reprise.console.command.RegistryCommands;
import dev.reprise.console.command.SilenceCommands;
import dev.reprise.console.command.SubscriptionCommands;
import dev.reprise.console.command.SubscriptionTrial;
import dev.reprise.console.live.LiveStream;
import dev.reprise.console.page.PageRoutes;
import dev.reprise.console.query.FigureRoutes;
import dev.reprise.console.query.QueryRoutes;
import dev.reprise.console.query.SystemRoutes;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.tail.TailConfig;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.console.tail.TopicTail;
import dev.reprise.console.web.ContractRoutes;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.console.web.StoreRoutes;
import dev.reprise.console.web.StrictRoutes;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.HealthState;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.kafka.DirectoryLock;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.lifecycle.Parts;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.metrics.BuildVersion;
import dev.reprise.schemas.wire.WireCodec;

/**
 * The reading side: the read model, the thread that fills it, and the routes of the query and command API. Any number of
 * them may run, each with a directory of its own or all on one database; all of them show the same.
 */
public final class ConsoleApp implements AutoCloseable {

    private static final Duration KAFKA_ANSWERS_WITHIN = Duration.ofSeconds(60);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(15);
    private static final String CLIENT_ID = "reprise-console";
    private static final String SOURCE = "reprise/console";

    private final Parts parts;
    private final TopicTail tail;
    private final HttpRoutes routes;

    private ConsoleApp(Parts parts, TopicTail tail, HttpRoutes routes) {
        this.parts = parts;
        this.tail = tail;
        this.routes = routes;
    }

    /**
     * What the console shares with the rest of its process.
     *
     * @param kafka how to reach Kafka
     * @param topicPrefix the prefix of the topics
     * @param meters where meters are made
     * @param health where the check {@code read-model} is added, for readiness
     * @param version what is running
     * @param clock the time
     * @param trial what a subscription would do
     */
    public record Surroundings(KafkaConnection kafka, String topicPrefix, MeterRegistry meters, HealthChecks health,
            BuildVersion version, Clock clock, SubscriptionTrial trial) {}

    /**
     * Opens the read model and begins to fill it; returns before it has caught up.
     *
     * @throws dev.reprise.runtime.lifecycle.StartRefusedException if another process uses the directory
     * @throws KafkaException if Kafka does not answer within 60 s
     * @throws dev.reprise.console.store.StoreException if the database refuses, or holds tables that are not ours
     */
    public static ConsoleApp start(ConsoleConfig config, Surroundings around) {
        Parts parts = new Parts(CLOSE_WITHIN);
        try {
            return start(config, around, parts);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private static ConsoleApp start(ConsoleConfig config, Surroundings around, Parts parts) {
        WireCodec codec = new WireCodec();
        KafkaMessages messages = new KafkaMessages(codec, SOURCE);
        JsonAnswers answers = new JsonAnswers(codec);
        // The lock before the file: a second process would rebuild it under the first one's hands.
        parts.add("read model lock", DirectoryLock.take(config.dataDirectory()));
        ReadModelStore.Origin origin = new ReadModelStore.Origin(clusterId(around.kafka()), around.topicPrefix());
        ReadModelStore readModel = parts.add("read model", config.database()
                .map(database -> ReadModelStore.open(database, origin, around.clock(), codec))
                .orElseGet(() -> ReadModelStore.open(config.dataDirectory(), origin, around.clock().instant(),
                        codec)));
        LiveStream live = new LiveStream(answers, Long.toString(around.clock().millis(), Character.MAX_RADIX));
        TopicTail tail = new TopicTail(new TailConfig(around.topicPrefix(), CLIENT_ID, config.retention()),
                around.kafka(), readModel.writer(), messages, live::publish, around.meters(), around.clock());
        tail.start();
        parts.add("topic tail", tail);
        CommandLog log = parts.add("command log",
                new CommandLog(around.kafka(), messages, around.topicPrefix(), CLIENT_ID + "-commands"));
        Supplier<Boolean> caughtUp = () -> tail.status().caughtUp();
        List<HttpRoutes> routes = List.of(new QueryRoutes(readModel, answers, around.clock()),
                new FigureRoutes(readModel, answers, around.clock()),
                new SystemRoutes(readModel, answers, new SystemRoutes.Process(around.version(), around.topicPrefix(),
                        around.health(), tail::status)),
                new InstanceCommands(log, readModel, answers, caughtUp, around.clock()),
                new RegistryCommands(log, readModel, answers, caughtUp, around.clock()),
                new GroupCommands(log, readModel, answers, around.clock()),
                new ControlCommands(log, readModel, answers, caughtUp, around.clock()),
                new AckCommands(log, readModel, answers, caughtUp, around.clock()),
                new SilenceCommands(log, readModel, answers, caughtUp, around.clock()),
                new SubscriptionCommands(log, readModel, answers, around.trial(), caughtUp, around.clock()), live,
                new ContractRoutes(), new PageRoutes());
        around.health().add(Probe.READY, "read-model", () -> health(tail.status()));
        return new ConsoleApp(parts, tail, new StrictRoutes(new StoreRoutes(routes, tail::status)));
    }

    /** The routes of the API, for the one HTTP server of the process. */
    public HttpRoutes routes() {
        return routes;
    }

    /** How far the read model has come. */
    public TailStatus status() {
        return tail.status();
    }

    /** Stops to fill the read model and closes it. Closing twice does nothing. */
    @Override
    public void close() {
        parts.close();
    }

    private static HealthState health(TailStatus status) {
        return status.caughtUp() ? HealthState.up(status.text()) : HealthState.down(status.text());
    }

    private static String clusterId(KafkaConnection kafka) {
        try (Admin admin = Admin.create(kafka.admin(CLIENT_ID + "-admin"))) {
            return admin.describeCluster().clusterId().get(KAFKA_ANSWERS_WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException("the Kafka cluster did not answer within "
                    + KAFKA_ANSWERS_WITHIN.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new org.apache.kafka.common.errors.InterruptException(e);
        }
    }
}
