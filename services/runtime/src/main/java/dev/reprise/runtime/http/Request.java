// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** One HTTP request. Valid only while its handler runs. */
public interface Request {

    /** The method. */
    Method method();

    /** The path as sent, without the query. */
    String path();

    /**
     * The decoded value of a placeholder of the route's path.
     *
     * @throws IllegalArgumentException if the route has no such placeholder
     */
    String pathParameter(String name);

    /** The first value of a query parameter, decoded. */
    Optional<String> query(String name);

    /** All values of a query parameter, decoded, in the order sent. */
    List<String> queries(String name);

    /** The names of all query parameters, decoded. */
    Set<String> queryNames();

    /** A header by its name, whatever its case. */
    Optional<String> header(String name);

    /** All headers whose lower-case name begins with {@code prefix}, as lower-case name and value. */
    Map<String, String> headers(String prefix);

    /**
     * The body, decompressed; empty when there is none. Read once and kept.
     *
     * @throws ProblemException with status 413 if it is larger than the configured limit, 415 for an encoding other than
     *         gzip, 400 if it is not valid gzip
     */
    byte[] body();

    /**
     * The body as a JSON tree.
     *
     * @throws ProblemException with status 400 naming line and column if it is not JSON
     */
    JsonNode json();

    /**
     * The body as a record.
     *
     * @throws ProblemException with status 400 naming the field if it is not JSON, or has an unknown field or a wrong type
     */
    <T> T json(Class<T> type);

    /** Who is calling. */
    Principal principal();

    /**
     * Goes on only if the caller has the role of the route for what concerns a place.
     *
     * @throws ProblemException with status 403 and the type {@code urn:reprise:out-of-scope}
     */
    void requireScope(Scope.Place place);

    /**
     * Goes on only if the caller has the role of the route without any limit.
     *
     * @throws ProblemException with status 403 and the type {@code urn:reprise:out-of-scope}
     */
    void requireUnlimited(String what);

    /** The address of the caller, which trusted proxies pass on; otherwise of the peer. */
    String remoteAddress();
}
