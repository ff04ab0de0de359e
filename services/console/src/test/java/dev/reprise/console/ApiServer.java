// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
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
import dev.reprise.console.store.DatabaseConfig;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.console.web.ContractRoutes;
import dev.reprise.console.web.JsonAnswers;
import dev.reprise.console.web.StoreRoutes;
import dev.reprise.console.web.StrictRoutes;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.http.AuthConfig;
import dev.reprise.runtime.http.EndedSessions;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.http.LimitConfig;
import dev.reprise.runtime.http.OidcConfig;
import dev.reprise.runtime.http.Refusal;
import dev.reprise.runtime.http.Refusals;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.Scope;
import dev.reprise.runtime.http.TokenConfig;
import dev.reprise.runtime.http.UserConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.metrics.BuildVersion;
import dev.reprise.runtime.password.PasswordHash;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The whole API over a read model that a test fills by hand, with a Kafka that is away. */
public final class ApiServer implements AutoCloseable {

    /** Admins whose role extends to some jobs only, by name. */
    public static final Map<String, Scope> SCOPES = Map.of("warehouse",
            new Scope(List.of("warehouse"), List.of(), List.of()), "elsewhere",
            new Scope(List.of("other"), List.of(), List.of()), "owner",
            new Scope(List.of(), List.of(Samples.owner().name()), List.of()), "stranger",
            new Scope(List.of(), List.of("nobody"), List.of()));

    private static final ReadModelStore.Origin ORIGIN = new ReadModelStore.Origin("cluster", "reprise.");

    /** Of ann, a viewer. */
    public static final String PASSWORD = "correct horse battery";
    private static final String PASSWORD_HASH = "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg:hLne8TouGCTQgICXM2UlnguGPFJk6wzUwaafCbSR-18";

    private static final TailStatus CAUGHT_UP = new TailStatus(true, 0, List.of(), Optional.empty());

    private final List<Refusal> refused = new CopyOnWriteArrayList<>();
    private final AtomicReference<TailStatus> tail = new AtomicReference<>(CAUGHT_UP);
    private final ReadModelStore readModel;
    private final CommandLog log;
    private final LiveStream live;
    private final List<HttpRoutes> routes;
    private final HttpServer server;
    private long offset;

    public ApiServer(Path directory) {
        this(directory, OidcConfig.OFF);
    }

    /** One that takes tokens of a provider, too. */
    public ApiServer(Path directory, OidcConfig oidc) {
        this(directory, oidc, 0, EndedSessions.here(InstantSource.system()));
    }

    /** One at a port that a provider knows, with sessions that others end, too. */
    public ApiServer(Path directory, OidcConfig oidc, int port, EndedSessions endings) {
        this(codec -> ReadModelStore.open(directory, ORIGIN, Samples.NOON, codec), oidc, port, endings);
    }

    /** One with its read model in a database. */
    public ApiServer(DatabaseConfig database, OidcConfig oidc) {
        this(codec -> ReadModelStore.open(database, ORIGIN, Clock.fixed(Samples.NOON, ZoneOffset.UTC), codec), oidc, 0,
                EndedSessions.here(InstantSource.system()));
    }

    private ApiServer(Function<WireCodec, ReadModelStore> opening, OidcConfig oidc, int port, EndedSessions endings) {
        WireCodec codec = new WireCodec();
        JsonAnswers answers = new JsonAnswers(codec);
        readModel = opening.apply(codec);
        Supplier<Boolean> caughtUp = () -> tail.get().caughtUp();
        log = new CommandLog(KafkaConnection.to("127.0.0.1:1"), new KafkaMessages(codec, "reprise/console"), "reprise.",
                "test");
        live = new LiveStream(answers, "life");
        routes = List.of(new QueryRoutes(readModel, answers, Clock.systemUTC()),
                new FigureRoutes(readModel, answers, Clock.systemUTC()),
                new SystemRoutes(readModel, answers, new SystemRoutes.Process(new BuildVersion("1.2.3", "abc"),
                        "reprise.", new HealthChecks(), tail::get)),
                new InstanceCommands(log, readModel, answers, caughtUp, Clock.systemUTC()),
                new RegistryCommands(log, readModel, answers, caughtUp, Clock.systemUTC()),
                new GroupCommands(log, readModel, answers, Clock.systemUTC()),
                new ControlCommands(log, readModel, answers, caughtUp, Clock.systemUTC()),
                new AckCommands(log, readModel, answers, caughtUp, Clock.systemUTC()),
                new SilenceCommands(log, readModel, answers, caughtUp, Clock.systemUTC()),
                new SubscriptionCommands(log, readModel, answers, new FakeTrial(), caughtUp,
                        Clock.systemUTC()),
                live,
                new ContractRoutes());
        // As the console wraps them.
        HttpRoutes wrapped = new StrictRoutes(new StoreRoutes(
                Stream.concat(routes.stream(), Stream.of(new PageRoutes())).toList(), tail::get));
        server = serve(List.of(wrapped), oidc, port, endings, new Refusals() {
            @Override
            public void take(List<Refusal> refusals) {
                refused.addAll(refusals);
            }

            @Override
            public Duration every() {
                return Duration.ofMillis(50);
            }
        });
    }

    /** What the server has refused and told by now. */
    public List<Refusal> refused() {
        return List.copyOf(refused);
    }

    /** A server with one token for each role. */
    public static HttpServer serve(List<HttpRoutes> routes) {
        return serve(routes, OidcConfig.OFF, 0, EndedSessions.here(InstantSource.system()), Refusals.NOWHERE);
    }

    private static HttpServer serve(List<HttpRoutes> routes, OidcConfig oidc, int port, EndedSessions endings,
            Refusals refusals) {
        List<TokenConfig> tokens = Arrays.stream(Role.values()).map(
                role -> new TokenConfig(role.name().toLowerCase(Locale.ROOT), Secret.of(token(role)), Set.of(role)))
                .toList();
        return HttpServer.start(new HttpConfig("127.0.0.1", port, null, null,
                Stream.concat(tokens.stream(), SCOPES.entrySet().stream().map(ApiServer::scoped)).toList(), null, null,
                null,
                new AuthConfig(List.of(new UserConfig("ann", PasswordHash.parse(PASSWORD_HASH), Set.of(Role.VIEWER),
                        Optional.empty())), null, oidc),
                new LimitConfig(100_000, 100_000, 1_000)),
                new SimpleMeterRegistry(), routes, refusals, endings);
    }

    private static TokenConfig scoped(Map.Entry<String, Scope> scope) {
        return new TokenConfig(scope.getKey(), Optional.of(Secret.of(scopedToken(scope.getKey()))), Optional.empty(),
                Set.of(Role.ADMIN), Optional.empty(), Optional.of(scope.getValue()), Optional.empty());
    }

    /** The token of an admin with one of {@link #SCOPES}. */
    public static String scopedToken(String name) {
        return "scoped-token-of-" + name + "-0123456789";
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
        List<Incoming> records = keys.stream().<Incoming>map(
                key -> new Incoming.Tombstone(new Incoming.Position(topic, 0, offset++), key)).toList();
        readModel.writer().apply(records, Samples.NOON);
        live.publish(records);
    }

    /** The routes of the API, without the pages. */
    public List<HttpRoutes> routes() {
        return routes;
    }

    public ReadModelStore readModel() {
        return readModel;
    }

    /** From now on the read model has so many records to read. */
    public void fallBehind(long lag) {
        become(new TailStatus(false, lag, List.of(), Optional.empty()));
    }

    /** From now on the read model is whole. */
    public void catchUp() {
        become(CAUGHT_UP);
    }

    /** From now on the read model has come so far. */
    public void become(TailStatus status) {
        tail.set(status);
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
