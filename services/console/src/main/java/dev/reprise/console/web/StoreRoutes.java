// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.store.StoreException;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.EventStreamHandler;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.runtime.http.Response;
import dev.reprise.runtime.http.RouteHandler;
import dev.reprise.runtime.http.RouteRegistry;

/**
 * Routes that ask the read model. While its database is away, each of them answers with status 503. While it is not whole,
 * each says so in a header, and what is not found, or seems to have changed, is answered with status 503 as well: it may only
 * not have been read yet.
 */
public final class StoreRoutes implements HttpRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(StoreRoutes.class);

    /** Tells that an answer may not be whole; absent otherwise. */
    static final String HEADER = "Reprise-Read-Model";

    private static final String API = "/api/v1/";
    private static final int NOT_FOUND = 404;
    private static final int STALE = 412;

    private final List<HttpRoutes> routes;
    private final Supplier<TailStatus> tail;

    /**
     * Wraps routes.
     *
     * @param tail how far the read model has come
     */
    public StoreRoutes(List<HttpRoutes> routes, Supplier<TailStatus> tail) {
        this.routes = List.copyOf(routes);
        this.tail = tail;
    }

    @Override
    public void register(RouteRegistry registry) {
        Guarded guarded = new Guarded(registry, tail);
        routes.forEach(each -> each.register(guarded));
    }

    private record Guarded(RouteRegistry inner, Supplier<TailStatus> tail) implements RouteRegistry {

        @Override
        public void route(Method method, String path, Access access, RouteHandler handler) {
            inner.route(method, path, access, guarded(path, handler));
        }

        @Override
        public void scoped(Method method, String path, Access access, RouteHandler handler) {
            inner.scoped(method, path, access, guarded(path, handler));
        }

        private RouteHandler guarded(String path, RouteHandler handler) {
            RouteHandler honest = path.startsWith(API) ? request -> honest(request, handler) : handler;
            return request -> {
                try {
                    return honest.handle(request);
                } catch (StoreException e) {
                    LOGGER.atWarn().setCause(e).addKeyValue("path", path).log("the read model did not answer");
                    throw new ProblemException(Problem.of(503, "the read model does not answer at present")
                            .fixedBy("try again; the check read-model of /healthz/ready says why"));
                }
            };
        }

        private Response honest(Request request, RouteHandler handler) {
            // Before it is asked: what is read meanwhile makes the answer better, not worse.
            TailStatus before = tail.get();
            if (before.caughtUp()) {
                return handler.handle(request);
            }
            try {
                Response answer = handler.handle(request);
                if (answer.status() == STALE) {
                    throw unknown(before);
                }
                return answer.with(HEADER, header(before));
            } catch (ProblemException e) {
                throw e.problem().status() == NOT_FOUND || e.problem().status() == STALE ? unknown(before) : e;
            }
        }

        private static ProblemException unknown(TailStatus status) {
            return new ProblemException(Problem.of(503, "it cannot be told yet: " + status.text())
                    .fixedBy("try again in a moment; the check read-model of /healthz/ready says how far it has come"));
        }

        private static String header(TailStatus status) {
            if (status.failure().isPresent()) {
                return "stopped";
            }
            return status.missingTopics().isEmpty() ? "filling; lag=" + status.lag() : "topics-missing";
        }

        @Override
        public void events(String path, Access access, EventStreamHandler handler) {
            inner.events(path, access, handler);
        }

        @Override
        public void resources(String path, Access access, Class<?> anchor, String folder) {
            inner.resources(path, access, anchor, folder);
        }
    }
}
