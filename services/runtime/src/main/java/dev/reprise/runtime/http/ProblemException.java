// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Duration;
import java.util.Map;

/** Ends the handling of a request with a {@link Problem}; no stack trace, as it is an answer and not a fault. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;
    private final transient Map<String, String> headers;

    /** Answers with {@code problem}. */
    public ProblemException(Problem problem) {
        this(problem, Map.of());
    }

    private ProblemException(Problem problem, Map<String, String> headers) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.headers = headers;
    }

    /** Status 429: as before after a while, in whole seconds. */
    static ProblemException tooMany(String detail, Duration wait) {
        long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
        return new ProblemException(
                Problem.of(429, detail).fixedBy("wait " + seconds + " s, or ask for a higher limit under http.limits"),
                Map.of("Retry-After", Long.toString(seconds)));
    }

    /** Status 400: a field or parameter is not usable; {@code fix} says what would be. */
    public static ProblemException badField(String field, String detail, String fix) {
        return new ProblemException(Problem.of(400, detail).in(field).fixedBy(fix));
    }

    /** Status 404. */
    public static ProblemException notFound(String detail) {
        return new ProblemException(Problem.of(404, detail));
    }

    /** Status 409: the state is not what the caller thinks. */
    public static ProblemException conflict(String detail, String fix) {
        return new ProblemException(Problem.of(409, detail).fixedBy(fix));
    }

    /** What is answered. */
    public Problem problem() {
        return problem;
    }

    /** The whole answer. */
    Response response() {
        Response response = Response.problem(problem);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            response = response.with(header.getKey(), header.getValue());
        }
        return response;
    }
}
