// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.Optional;

import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/** What a rerun's name was made of. */
sealed interface Origin {
    /**
     * A failure.
     *
     * @param attempt the failed attempt
     */
    record Failure(AttemptId attempt) implements Origin {}

    /**
     * A person's request.
     *
     * @param event the event that asked
     * @param request what was asked
     */
    record Request(Logged<EventNote> event, RerunRequested request) implements Origin {}

    /** Something else that was written anew; its name is not a matter of the contract. */
    record Rewrite() implements Origin {}

    /** Perhaps a request that is no longer in the log. */
    record Gone() implements Origin {}

    /** Neither the failure that it says it answers nor any request. */
    record Nothing() implements Origin {}

    /** Works the name out again. */
    static Origin of(History history, InstanceId instance, RerunId rerunId, Optional<AttemptId> answers,
            Reason reason) {
        if (answers.filter(attempt -> RerunId.ofFailure(instance, attempt).equals(rerunId)).isPresent()) {
            return new Failure(answers.get());
        }
        for (Logged<EventNote> event : history.events(instance)) {
            if (event.message().command().orElse(null) instanceof RerunRequested request
                    && RerunId.ofRequest(instance, request.requestId()).equals(rerunId)) {
                return new Request(event, request);
            }
        }
        if (reason == Reason.UPSTREAM_REWRITTEN) {
            return new Rewrite();
        }
        return Claim.eventsMayBeGone(history, instance) ? new Gone() : new Nothing();
    }

    /** The same for a decided rerun. */
    static Origin of(History history, Claim claim) {
        return of(history, claim.instance(), claim.rerun().rerunId(), claim.rerun().answers(),
                claim.rerun().reason());
    }
}
