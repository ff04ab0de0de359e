// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

/** What happens around one call; the heading of a column of the table. */
enum Fault {
    /** Nothing; the call is made twice. */
    DUPLICATE("called twice"),
    /** The call is made again after the rerun itself has failed. */
    FAILED_AGAIN("called again after the rerun failed"),
    /** The network delivers the request twice. */
    DELIVERED_TWICE("request delivered twice"),
    /** The request is taken and the connection breaks. */
    ANSWER_LOST("answer lost"),
    /** The answer comes after the time-out. */
    ANSWER_LATE("answer after the time-out"),
    /** The request is taken, and the answer is a fault of the server. */
    ACCEPTED_THEN_ERROR("accepted, then error 500"),
    /** The answer is no document. */
    GARBAGE("garbage"),
    /** The answer has 10 MB. */
    HUGE("10 MB"),
    /** The answer never ends. */
    ENDLESS("endless answer"),
    /** The answer is lost, and the scheduler cannot be asked what became of it. */
    BLIND("answer lost, no query"),
    /** The request is refused before anything is done. */
    REFUSED("refused before accept"),
    /** Something else holds the place. */
    CONFLICT_FOREIGN("conflict, foreign"),
    /** An earlier request of ours holds the place, and comes to light only in the answer. */
    CONFLICT_OWN("conflict, ours"),
    /** Nobody listens. */
    UNREACHABLE("unreachable"),
    /** The scheduler has forgotten our name. */
    NAME_FREED("name freed");

    private final String heading;

    Fault(String heading) {
        this.heading = heading;
    }

    String heading() {
        return heading;
    }

    /** Whether it takes the whole time-out. */
    boolean isSlow() {
        return this == ANSWER_LATE || this == ENDLESS;
    }
}
