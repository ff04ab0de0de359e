// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;

/** Which report of success stands at a moment of an instance's log. */
final class Successes {
    private Successes() {}

    /**
     * The success that stands before an offset: no run began after it, and where only an observer told it, no failure of
     * the same attempt was told.
     *
     * @param after offset of the events from which on a success counts; what came before was superseded
     * @param before offset of the events before which it counts
     */
    static Optional<Logged<EventNote>> standing(History history, InstanceId instance, long after, long before) {
        @Nullable
        Logged<EventNote> standing = null;
        Set<AttemptId> failed = new HashSet<>();
        for (Logged<EventNote> event : history.events(instance)) {
            if (event.position().offset() >= before) {
                break;
            }
            Optional<AttemptId> attempt = event.message().attempt().map(told -> history.resolve(instance, told));
            switch (event.message().what()) {
                case STARTED -> standing = null;
                case SUCCEEDED -> standing = isIgnored(history, event) ? standing : event;
                case SEEMS_SUCCEEDED -> standing = attempt.filter(failed::contains).isPresent()
                        || isIgnored(history, event) ? standing : event;
                case FAILED, NEVER_STARTED, UNCLEAR -> {
                    attempt.ifPresent(failed::add);
                    boolean onlyObserved = standing != null
                            && standing.message().what() == EventNote.What.SEEMS_SUCCEEDED;
                    standing = onlyObserved ? null : standing;
                }
                case ALIVE, UPSTREAM_FAILED, ENDED, COMMITTED, DEADLINE, ASKED, PERMIT_ASKED, INTERNAL -> {
                    // says nothing of success
                }
            }
        }
        return Optional.ofNullable(standing).filter(event -> event.position().offset() > after);
    }

    /** Nothing is taken in of a job that is not registered; its decision says so. */
    static boolean isIgnored(History history, Logged<EventNote> event) {
        return history.decisionsFor(event.position()).stream().map(decision -> decision.message().decision())
                .anyMatch(decision -> decision.reason() == Reason.UNKNOWN_JOB
                        || decision instanceof Decision.Suppress suppress
                                && suppress.repeats().filter(Reason.UNKNOWN_JOB::equals).isPresent());
    }
}
