// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

import dev.reprise.schemas.id.RunId;

/** What a scheduler answered to the call. */
public sealed interface Verdict {
    /**
     * It has taken the rerun.
     *
     * @param run the run id there
     */
    record Taken(RunId run) implements Verdict {}

    /**
     * It has certainly not taken it.
     *
     * @param conflict whether something else holds the place
     * @param detail what it said, without secrets
     */
    record Denied(boolean conflict, String detail) implements Verdict {}

    /**
     * It has certainly not taken it, and may do so later: not reached, or too busy to look at it.
     *
     * @param detail what happened, without secrets
     */
    record Later(String detail) implements Verdict {}

    /**
     * Nobody knows.
     *
     * @param detail what happened, without secrets
     */
    record Unsure(String detail) implements Verdict {}

    /** What a reply means that is no clear yes. */
    static Verdict of(Reply reply) {
        return switch (reply) {
            case Reply.Nothing nothing when nothing.sent() -> new Unsure(nothing.detail());
            case Reply.Nothing nothing -> new Later(nothing.detail());
            case Reply.Answer answer when answer.status() == Reply.TOO_MANY -> new Later(answer.told());
            case Reply.Answer answer when answer.status() == Reply.CONFLICT -> new Denied(true, answer.told());
            case Reply.Answer answer when answer.saysNo() -> new Denied(false, answer.told());
            case Reply.Answer answer -> new Unsure(answer.told());
        };
    }
}
