// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the routes and hands them to Javalin, each wrapped in the checks that every request passes. */
final class JavalinRoutes implements RouteRegistry {

    private static final Logger LOGGER = LoggerFactory.getLogger(JavalinRoutes.class);

    private final Gate gate;
    private final HttpConfig config;
    private final OpenStreams streams;
    private final RefusalCounts refusals;
    private final Map<Route, Handler> handlers = new LinkedHashMap<>();

    private record Route(Method method, String path) {}

    JavalinRoutes(Gate gate, HttpConfig config, OpenStreams streams, RefusalCounts refusals) {
        this.gate = gate;
        this.config = config;
        this.streams = streams;
        this.refusals = refusals;
    }

    @Override
    public void route(Method method, String path, Access access, RouteHandler handler) {
        add(new Gate.Route(method, path, access, false), handler);
    }

    @Override
    public void scoped(Method method, String path, Access access, RouteHandler handler) {
        add(new Gate.Route(method, path, access, true), handler);
    }

    @Override
    public void events(String path, Access access, EventStreamHandler handler) {
        Gate.Route route = new Gate.Route(Method.GET, path, access, false);
        add(Method.GET, path, context -> answer(context, route,
                () -> streams.serve(context, admitted(context, route), handler)));
    }

    @Override
    public void resources(String path, Access access, Class<?> anchor, String folder) {
        ClassPathFiles files = new ClassPathFiles(anchor, folder);
        get(path, access, request -> files.answer("index.html", request));
        get(path + "/<file>", access, request -> files.answer(request.pathParameter("file"), request));
    }

    void addTo(RoutesConfig routes) {
        handlers.forEach((route, handler) -> routes.addHttpHandler(handlerType(route.method()), route.path(), handler));
    }

    private void add(Gate.Route route, RouteHandler handler) {
        add(route.method(), route.path(),
                context -> answer(context, route, () -> {
                    Response response = handler.handle(admitted(context, route));
                    note(context, route, response);
                    Answers.send(context, response);
                }));
    }

    private JavalinRequest admitted(Context context, Gate.Route route) {
        Principal caller = gate.admit(context, route);
        return new JavalinRequest(context, route, caller, gate.address(context), config);
    }

    private void note(Context context, Gate.Route route, Response response) {
        if (RefusalCounts.isRefusal(response.status())) {
            String detail = response.body() instanceof Response.Body.Json(String _, Problem problem)
                    ? problem.detail()
                    : "";
            refusals.count(new RefusalCounts.Key(Gate.callerName(context), gate.address(context),
                    route.method() + " " + route.path(), response.status()), detail);
        }
    }

    private void add(Method method, String path, Handler handler) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("expected a path that begins with a slash, found " + path);
        }
        if (handlers.putIfAbsent(new Route(method, path), handler) != null) {
            throw new IllegalArgumentException("the route " + method + " " + path + " is registered twice");
        }
    }

    private void answer(Context context, Gate.Route route, Runnable handling) {
        try {
            handling.run();
        } catch (ProblemException e) {
            Response response = e.response();
            note(context, route, response);
            Answers.send(context, response.status() == 401
                    ? response.with("WWW-Authenticate", gate.challenge(context))
                    : response);
        } catch (RuntimeException e) { // the border: a fault of ours must become an answer, with nothing of it told
            LOGGER.atError().setCause(e).addKeyValue("method", context.method()).addKeyValue("path", context.path())
                    .log("request failed");
            Answers.send(context,
                    Response.problem(Problem.of(500, "the request failed; the log of the server says why")));
        }
    }

    private static HandlerType handlerType(Method method) {
        return switch (method) {
            case GET -> HandlerType.GET;
            case POST -> HandlerType.POST;
            case PUT -> HandlerType.PUT;
            case PATCH -> HandlerType.PATCH;
            case DELETE -> HandlerType.DELETE;
        };
    }
}
