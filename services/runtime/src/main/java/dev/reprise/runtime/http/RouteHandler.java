// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** Answers the requests of one route; called by many threads at a time. */
@FunctionalInterface
public interface RouteHandler {

    /**
     * Answers one request.
     *
     * @throws ProblemException to answer with a problem; any other exception becomes status 500 and is logged
     */
    Response handle(Request request);
}
