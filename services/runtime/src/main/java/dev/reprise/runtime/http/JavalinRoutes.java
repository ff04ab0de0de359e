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
    private final Map<Route, Handler> handlers = new LinkedHashMap<>();

    private record Route(Method method, String path) {}

    JavalinRoutes(Gate gate, HttpConfig config, OpenStreams streams) {
        this.gate = gate;
        this.config = config;
        this.streams = streams;
    }

    @Override
    public void route(Method method, String path, Access access, RouteHandler handler) {
        add(method, path, context -> answer(context, () -> {
            Principal caller = gate.admit(context, method, access);
            Answers.send(context, handler.handle(new JavalinRequest(context, method, caller, config)));
        }));
    }

    @Override
    public void events(String path, Access access, EventStreamHandler handler) {
        add(Method.GET, path, context -> answer(context, () -> {
            Principal caller = gate.admit(context, Method.GET, access);
            streams.serve(context, new JavalinRequest(context, Method.GET, caller, config), handler);
        }));
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

    private void add(Method method, String path, Handler handler) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("expected a path that begins with a slash, found " + path);
        }
        if (handlers.putIfAbsent(new Route(method, path), handler) != null) {
            throw new IllegalArgumentException("the route " + method + " " + path + " is registered twice");
        }
    }

    private static void answer(Context context, Runnable handling) {
        try {
            handling.run();
        } catch (ProblemException e) {
            Answers.send(context, Response.problem(e.problem()));
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
