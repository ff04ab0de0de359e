// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** What a service brings to the shared HTTP server. */
@FunctionalInterface
public interface HttpRoutes {

    /** Adds the routes; called once, before the server accepts connections. */
    void register(RouteRegistry routes);
}
