// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.web;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.console.store.StoreException;
import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.EventStreamHandler;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Method;
import dev.reprise.runtime.http.Problem;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.RouteHandler;
import dev.reprise.runtime.http.RouteRegistry;

/** Routes that ask the read model: while its database is away, each of them answers with status 503. */
public final class StoreRoutes implements HttpRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(StoreRoutes.class);

    private final List<HttpRoutes> routes;

    /** Wraps routes. */
    public StoreRoutes(List<HttpRoutes> routes) {
        this.routes = List.copyOf(routes);
    }

    @Override
    public void register(RouteRegistry registry) {
        Guarded guarded = new Guarded(registry);
        routes.forEach(each -> each.register(guarded));
    }

    private record Guarded(RouteRegistry inner) implements RouteRegistry {

        @Override
        public void route(Method method, String path, Access access, RouteHandler handler) {
            inner.route(method, path, access, guarded(path, handler));
        }

        @Override
        public void scoped(Method method, String path, Access access, RouteHandler handler) {
            inner.scoped(method, path, access, guarded(path, handler));
        }

        private static RouteHandler guarded(String path, RouteHandler handler) {
            return request -> {
                try {
                    return handler.handle(request);
                } catch (StoreException e) {
                    LOGGER.atWarn().setCause(e).addKeyValue("path", path).log("the read model did not answer");
                    throw new ProblemException(Problem.of(503, "the read model does not answer at present")
                            .fixedBy("try again; the check read-model of /healthz/ready says why"));
                }
            };
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
