// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

/** What happens around one call; a line of each table of conformance. */
public enum Fault {
    /** Nothing; the call is made twice. */
    DUPLICATE("called twice"),
    /** The call is made again after the rerun itself has failed. */
    FAILED_AGAIN("called again after the rerun failed"),
    /** The network delivers the request twice. */
    DELIVERED_TWICE("request delivered twice"),
    /** The request is held on its way and arrives when all else is over. */
    DELIVERED_LATE("request delivered at the very end"),
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
    NAME_FREED("name freed"),
    /** The call comes under an older token than the target was shown. */
    STALE_TOKEN("call under an older token");

    private final String heading;

    Fault(String heading) {
        this.heading = heading;
    }

    /** What the table calls it. */
    public String heading() {
        return heading;
    }

    /** Whether it takes the whole time-out. */
    public boolean isSlow() {
        return this == ANSWER_LATE || this == ENDLESS;
    }
}
