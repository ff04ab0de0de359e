// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.scheduler;

import dev.reprise.schemas.id.RunId;

/** What stands at a scheduler when it is looked at for one rerun. */
public sealed interface Sight {
    /**
     * The rerun itself, found by our own name.
     *
     * @param run the run id there
     */
    record Ours(RunId run) implements Sight {}

    /**
     * The place is as the rerun needs it: the failed run as it failed, or our name still free.
     *
     * @param mark what identifies this state, for the condition of the call
     */
    record Ready(String mark) implements Sight {}

    /**
     * The failed run has gone on since it failed: there is a newer attempt, or it no longer stands as failed. Who did it
     * cannot be seen.
     *
     * @param run the run id there
     * @param detail what was found
     */
    record Moved(RunId run, String detail) implements Sight {}

    /**
     * Something that is certainly not ours holds our place.
     *
     * @param detail what was found
     */
    record Foreign(String detail) implements Sight {}

    /**
     * The scheduler says that this cannot be done: unknown run, no right, a mode that forbids it.
     *
     * @param detail what it said, without secrets
     */
    record Impossible(String detail) implements Sight {}

    /**
     * It could not be looked at now.
     *
     * @param detail why not, without secrets
     */
    record Unseen(String detail) implements Sight {}

    /** What an answer to a look means that is not the one hoped for. */
    static Sight of(Reply reply) {
        return switch (reply) {
            case Reply.Nothing nothing -> new Unseen(nothing.detail());
            case Reply.Answer answer when answer.saysNo() -> new Impossible(answer.told());
            case Reply.Answer answer -> new Unseen(answer.told());
        };
    }
}
