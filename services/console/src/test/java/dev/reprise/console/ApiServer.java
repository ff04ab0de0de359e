// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import dev.reprise.console.command.AckCommands;
import dev.reprise.console.command.CommandLog;
import dev.reprise.console.command.ControlCommands;
import dev.reprise.console.command.GroupCommands;
import dev.reprise.console.command.InstanceCommands;
import dev.reprise.console.command.RegistryCommands;
import dev.reprise.console.command.SilenceCommands;
import dev.reprise.console.command.SubscriptionCommands;
import dev.reprise.console.live.LiveStream;
import dev.reprise.console.page.PageRoutes;
import dev.reprise.console.query.FigureRoutes;
import dev.reprise.console.query.QueryRoutes;
import dev.reprise.console.query.SystemRoutes;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.console.web.ContractRoutes;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.TokenConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.metrics.BuildVersion;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The whole API over a read model that a test fills by hand, with a Kafka that is away. */
public final class ApiServer implements AutoCloseable {

    private final AtomicBoolean caughtUp = new AtomicBoolean(true);
    private final ReadModelStore readModel;
    private final CommandLog log;
    private final LiveStream live;
    private final List<HttpRoutes> routes;
    private final HttpServer server;
    private long offset;

    public ApiServer(Path directory) {
        WireCodec codec = new WireCodec();
        JsonAnswers answers = new JsonAnswers(codec);
        readModel = ReadModelStore.open(directory, new ReadModelStore.Origin("cluster", "reprise."), Samples.NOON,
                codec);
        log = new CommandLog(KafkaConnection.to("127.0.0.1:1"), new KafkaMessages(codec, "reprise/console"), "reprise.",
                "test");
        live = new LiveStream(answers, "life");
        routes = List.of(new QueryRoutes(readModel, answers, Clock.systemUTC()),
                new FigureRoutes(readModel, answers, Clock.systemUTC()),
                new SystemRoutes(readModel, answers, new SystemRoutes.Process(new BuildVersion("1.2.3", "abc"),
                        "reprise.", new HealthChecks(), () -> new TailStatus(caughtUp.get(), 0, List.of(),
                                Optional.empty()))),
                new InstanceCommands(log, readModel, answers, caughtUp::get, Clock.systemUTC()),
                new RegistryCommands(log, readModel, answers, caughtUp::get, Clock.systemUTC()),
                new GroupCommands(log, answers, Clock.systemUTC()),
                new ControlCommands(log, readModel, answers, caughtUp::get, Clock.systemUTC()),
                new AckCommands(log, readModel, answers, caughtUp::get, Clock.systemUTC()),
                new SilenceCommands(log, readModel, answers, caughtUp::get, Clock.systemUTC()),
                new SubscriptionCommands(log, readModel, answers, new FakeTrial(), caughtUp::get,
                        Clock.systemUTC()),
                live,
                new ContractRoutes());
        server = serve(Stream.concat(routes.stream(), Stream.of(new PageRoutes())).toList());
    }

    /** A server with one token for each role. */
    public static HttpServer serve(List<HttpRoutes> routes) {
        List<TokenConfig> tokens = Arrays.stream(Role.values()).map(
                role -> new TokenConfig(role.name().toLowerCase(Locale.ROOT), Secret.of(token(role)), Set.of(role)))
                .toList();
        return HttpServer.start(new HttpConfig("127.0.0.1", 0, null, null, tokens, null), new SimpleMeterRegistry(),
                routes);
    }

    /** The token of a caller with one role. */
    public static String token(Role role) {
        return "test-token-of-" + role.name().toLowerCase(Locale.ROOT) + "-0123456789";
    }

    public void apply(Topics topic, Record... data) {
        List<Incoming> records = Arrays.stream(data).<Incoming>map(
                each -> new Incoming.Message(new Incoming.Position(topic, 0, offset++), each)).toList();
        readModel.writer().apply(records, Samples.NOON);
        live.publish(records);
    }

    /** Forgets keys of a compacted topic. */
    public void remove(Topics topic, List<String> keys) {
        readModel.writer().apply(keys.stream().<Incoming>map(
                key -> new Incoming.Tombstone(new Incoming.Position(topic, 0, offset++), key)).toList(), Samples.NOON);
    }

    /** The routes of the API, without the pages. */
    public List<HttpRoutes> routes() {
        return routes;
    }

    public ReadModelStore readModel() {
        return readModel;
    }

    public void fallBehind() {
        caughtUp.set(false);
    }

    public ApiClient client() {
        return new ApiClient(server.uri());
    }

    public URI uri() {
        return server.uri();
    }

    @Override
    public void close() {
        server.close();
        log.close();
        readModel.close();
    }
}
