// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/**
 * Where services add their routes. Paths begin with a slash; <code>{name}</code> takes one segment and
 * <code>&lt;name&gt;</code> takes the rest with its slashes. Handlers run on virtual threads, many at a time.
 */
public interface RouteRegistry {

    /**
     * Adds a route.
     *
     * @throws IllegalArgumentException if the path does not begin with a slash or the route exists
     */
    void route(Method method, String path, Access access, RouteHandler handler);

    /**
     * Adds a route whose handler looks at the scope of its caller by {@link Request#requireScope} before it changes
     * anything. A route that is added otherwise and changes something refuses every caller whose scope is limited.
     *
     * @throws IllegalArgumentException as for {@link #route}
     */
    default void scoped(Method method, String path, Access access, RouteHandler handler) {
        route(method, path, access, handler);
    }

    /**
     * Adds a stream of server-sent events, as a GET route.
     *
     * @throws IllegalArgumentException as for {@link #route}
     */
    void events(String path, Access access, EventStreamHandler handler);

    /**
     * Serves files of the class path, such as pages and scripts, as GET routes below {@code path}; the folder itself
     * answers with its {@code index.html}.
     *
     * @param path where they appear, such as {@code /ui}
     * @param anchor a class of the module that holds the files
     * @param folder absolute folder on the class path, such as {@code /web}
     */
    void resources(String path, Access access, Class<?> anchor, String folder);

    /** Adds a GET route. */
    default void get(String path, Access access, RouteHandler handler) {
        route(Method.GET, path, access, handler);
    }

    /** Adds a POST route. */
    default void post(String path, Access access, RouteHandler handler) {
        route(Method.POST, path, access, handler);
    }

    /** Adds a PUT route. */
    default void put(String path, Access access, RouteHandler handler) {
        route(Method.PUT, path, access, handler);
    }

    /** Adds a DELETE route. */
    default void delete(String path, Access access, RouteHandler handler) {
        route(Method.DELETE, path, access, handler);
    }
}
