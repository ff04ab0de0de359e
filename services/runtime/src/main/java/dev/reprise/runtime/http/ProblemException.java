// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

/** Ends the handling of a request with a {@link Problem}; no stack trace, as it is an answer and not a fault. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /** Answers with {@code problem}. */
    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
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
}
