// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.target;

/** What the scheduler does with one request to start a run. */
public enum Conduct {
    /** It starts the run and says so; a key that it knows is refused with 409. */
    ACCEPT,
    /** It takes a while before it starts the run. */
    ACCEPT_SLOWLY,
    /** It starts the run and answers after the caller has given up. */
    ACCEPT_AND_ANSWER_LATE,
    /** It starts the run and resets the connection. */
    ACCEPT_AND_DROP,
    /** It starts the run and answers 500. */
    ACCEPT_AND_FAIL,
    /** The request is on its way for longer than the caller waits, and then starts the run. */
    DELIVER_LATE,
    /** It answers 500 and starts nothing. */
    FAIL,
    /** It answers 422 and starts nothing. */
    REFUSE,
    /** It answers 409 because of something else than the key, and starts nothing. */
    CONFLICT_WITH_OTHER,
    /** It answers nothing and starts nothing. */
    HANG,
    /** It starts the run and answers what is no HTTP. */
    ACCEPT_AND_ANSWER_GARBAGE,
    /** It starts the run and answers 500 with 10 MB. */
    ACCEPT_AND_ANSWER_TOO_MUCH,
    /** It starts the run and never ends its answer. */
    ACCEPT_AND_ANSWER_FOR_EVER
}
