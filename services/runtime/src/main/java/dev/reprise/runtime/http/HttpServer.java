// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.router.Endpoint;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.lifecycle.StartRefusedException;

/**
 * The one HTTP server of a process. Services bring {@link HttpRoutes}; the server adds authentication, limits, problems
 * in the form of RFC 9457, and the metric {@code http_server_requests_seconds{method,route,status}}.
 */
public final class HttpServer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(HttpServer.class);
    private static final long STOP_TIMEOUT_MS = 5_000;
    private static final long IDLE_AFTER_STOP_MS = 200;

    private final HttpConfig config;
    private final Javalin server;
    private final OpenStreams streams;
    private final RefusalCounts refusals;
    private final Optional<TlsConnector> tls;

    private HttpServer(HttpConfig config, Javalin server, OpenStreams streams, RefusalCounts refusals,
            Optional<TlsConnector> tls) {
        this.config = config;
        this.server = server;
        this.streams = streams;
        this.refusals = refusals;
        this.tls = tls;
    }

    /**
     * Registers the routes and starts to accept connections; what is refused is counted and logged.
     *
     * @throws StartRefusedException if the port is taken, the address is not of this machine, or the certificate cannot
     *         be used
     * @throws IllegalArgumentException if two routes are the same
     */
    public static HttpServer start(HttpConfig config, MeterRegistry meters, List<HttpRoutes> routes) {
        return start(config, meters, routes, Refusals.NOWHERE);
    }

    /**
     * As the other, telling what is refused.
     *
     * @throws StartRefusedException as for the other
     * @throws IllegalArgumentException as for the other
     */
    public static HttpServer start(HttpConfig config, MeterRegistry meters, List<HttpRoutes> routes,
            Refusals refused) {
        return start(config, meters, routes, refused, EndedSessions.here(InstantSource.system()));
    }

    /**
     * As the other, with sessions that other processes end, too.
     *
     * @throws StartRefusedException as for the other
     * @throws IllegalArgumentException as for the other
     */
    public static HttpServer start(HttpConfig config, MeterRegistry meters, List<HttpRoutes> routes,
            Refusals refused, EndedSessions endings) {
        return start(config, meters, routes, refused, endings, InstantSource.system(),
                tls(config, InstantSource.system()));
    }

    static HttpServer start(HttpConfig config, MeterRegistry meters, List<HttpRoutes> routes, Refusals refused,
            InstantSource clock, Optional<TlsConnector> tls) {
        return start(config, meters, routes, refused, EndedSessions.here(clock), clock, tls);
    }

    private static HttpServer start(HttpConfig config, MeterRegistry meters, List<HttpRoutes> routes, Refusals refused,
            EndedSessions endings, InstantSource clock, Optional<TlsConnector> tls) {
        OpenStreams streams = new OpenStreams();
        Optional<OidcSignIn> oidc = config.auth().oidc().isOn()
                ? Optional.of(new OidcSignIn(config.auth().oidc(), OidcSignIn.provider(config.auth().oidc()),
                        endings, clock))
                : Optional.empty();
        RefusalCounts counts = new RefusalCounts(refused, meters, clock);
        JavalinRoutes registry = new JavalinRoutes(new Gate(config, oidc, clock), config, streams, counts);
        try {
            new SignInRoutes(config, oidc).register(registry);
            routes.forEach(each -> each.register(registry));
            Javalin server = Javalin.create(javalin -> configure(javalin, config, meters, registry, tls));
            server.start();
            tls.ifPresent(TlsConnector::watch);
            HttpServer started = new HttpServer(config, server, streams, counts, tls);
            LOGGER.atInfo().addKeyValue("uri", started.uri()).addKeyValue("tokens", config.tokens().size())
                    .log("http server started");
            if (config.isReadableOnTheWay()) {
                LOGGER.atWarn().addKeyValue("host", config.host()).addKeyValue("fix",
                        "give http.tls a certificate, or name the proxy that encrypts in http.trusted-proxies")
                        .log("tokens can be read on the way to this server");
            }
            return started;
        } catch (JavalinBindException e) {
            counts.close();
            throw new StartRefusedException("cannot listen on " + config.host() + ":" + config.port()
                    + "; stop the program that holds the port or set http.host and http.port to an address of this machine"
                    + " and a free port", e);
        } catch (RuntimeException e) {
            counts.close();
            throw e;
        }
    }

    private static Optional<TlsConnector> tls(HttpConfig config, InstantSource clock) {
        if (!config.tls().isOn()) {
            return Optional.empty();
        }
        try {
            return Optional.of(TlsConnector.of(config.tls(), clock));
        } catch (ConfigException e) {
            throw new StartRefusedException("http.tls." + e.getMessage(), e);
        }
    }

    /** The port that is listened on, whatever was asked for. */
    public int port() {
        return server.port();
    }

    /** The address to call from this machine. */
    public URI uri() {
        String host = config.host().equals("0.0.0.0") || config.host().equals("::") ? "localhost" : config.host();
        return URI.create((config.tls().isOn() ? "https://" : "http://")
                + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
    }

    /** Ends the event streams, lets running requests end for at most 5 s, and stops. Closing twice does nothing. */
    @Override
    public void close() {
        streams.close();
        tls.ifPresent(TlsConnector::close);
        for (Connector connector : server.jettyServer().server().getConnectors()) {
            if (connector instanceof AbstractConnector idling) {
                idling.setShutdownIdleTimeout(IDLE_AFTER_STOP_MS); // else each kept-alive connection costs a second
            }
        }
        try {
            server.stop();
        } catch (JavalinException e) {
            // Jetty tells so after it has cut off what did not end in time; the server is down all the same.
            LOGGER.atWarn().setCause(e).log("http server cut off requests that were still running");
        }
        refusals.close();
    }

    private static void configure(JavalinConfig javalin, HttpConfig config, MeterRegistry meters,
            JavalinRoutes routes, Optional<TlsConnector> tls) {
        javalin.startup.showJavalinBanner = false;
        javalin.startup.showOldJavalinVersionWarning = false;
        javalin.startup.startupWatcherEnabled = false;
        javalin.concurrency.useVirtualThreads = true;
        javalin.http.prefer405over404 = true;
        javalin.http.maxRequestSize = config.maxBody().bytes();
        javalin.jetty.host = config.host();
        javalin.jetty.port = config.port();
        javalin.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        tls.ifPresent(each -> {
            javalin.jetty.addConnector(
                    (jetty, plain) -> each.connector(jetty, plain, config.host(), config.port()));
            javalin.routes.before(HttpServer::refusePlain);
        });
        javalin.jetty.modifyServer(jetty -> jetty.setStopTimeout(STOP_TIMEOUT_MS));
        javalin.requestLogger.http((context, milliseconds) -> record(meters, context, milliseconds));
        javalin.routes.exception(HttpResponseException.class, HttpServer::answerUnmatched);
        routes.addTo(javalin.routes);
    }

    /** A request on the TLS port that came without TLS: nothing of it is done. */
    private static void refusePlain(Context context) {
        if (!context.req().isSecure()) {
            Answers.send(context, Response.problem(Problem.of(400, "this port speaks TLS and was called by http")
                    .fixedBy("call it by https; what was sent with the request can have been read by others")));
            context.skipRemainingHandlers();
        }
    }

    /** What Javalin itself refuses: no such route, or not with this method. */
    private static void answerUnmatched(HttpResponseException refused, Context context) {
        String detail = refused.getStatus() == 404
                ? "there is nothing at " + context.path()
                : context.path() + " does not take " + context.method();
        Answers.send(context, Response.problem(Problem.of(refused.getStatus(), detail)));
    }

    private static void record(MeterRegistry meters, Context context, float milliseconds) {
        if (OpenStreams.isStream(context)) {
            return; // lasts as long as the client stays
        }
        Endpoint matched = context.endpoints().matchedHttpEndpoint();
        String route = matched == null ? "unmatched" : matched.path;
        // A client may invent methods; as labels they would be series without end.
        String method = HandlerType.commonHttp().contains(context.method()) ? context.method().name() : "other";
        meters.timer("http.server.requests", "method", method, "route", route, "status",
                Integer.toString(context.statusCode())).record(Duration.ofNanos((long) (milliseconds * 1_000_000)));
    }
}
