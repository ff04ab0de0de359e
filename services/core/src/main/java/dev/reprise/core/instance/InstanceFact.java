// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;

import dev.reprise.core.classify.Classification;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.InstanceEvent;

/** One line of an instance's history. */
public sealed interface InstanceFact {
    /** It came from outside and asks for an answer. */
    sealed interface Input extends InstanceFact {
        /** The coordinator's clock when it was taken in. */
        Instant now();
    }

    /**
     * An event was read.
     *
     * @param event the event
     * @param position its offset in the log: it grows, whatever becomes of the state; 0 where there is no log
     * @param appendedAt when the broker appended it: freshness must not rest on a sender's clock
     * @param now the coordinator's clock
     */
    record Observed(InstanceEvent event, long position, Instant appendedAt, Instant now) implements Input {
        /** One outside any log. */
        public Observed(InstanceEvent event, Instant appendedAt, Instant now) {
            this(event, 0, appendedAt, now);
        }

        /** When it happened: a sender's clock may not run ahead of the broker's, and nothing happened before 1970. */
        public Instant happenedAt() {
            Instant at = event.at().isBefore(appendedAt) ? event.at() : appendedAt;
            return at.isBefore(Instant.EPOCH) ? Instant.EPOCH : at;
        }
    }

    /**
     * The runner reported.
     *
     * @param dispatch its record
     * @param now the coordinator's clock
     */
    record Dispatched(RerunDispatch dispatch, Instant now) implements Input {}

    /**
     * A timer fired. A timer that its phase no longer waits for means nothing.
     *
     * @param purpose what was waited for
     * @param dueAt when it was due
     * @param now the coordinator's clock; never before {@code dueAt}
     */
    record TimerFired(WaitPurpose purpose, Instant dueAt, Instant now) implements Input {}

    /**
     * What a failure just taken in was taken for: a function of the rules that were in force.
     *
     * @param classification its class
     */
    record Diagnosed(Classification classification) implements InstanceFact {}

    /**
     * It was forgotten, after nothing was heard of it for long.
     *
     * @param extent how much of it
     */
    record Forgotten(Extent extent) implements InstanceFact {
        /** How much is forgotten. */
        public enum Extent {
            /** The single reports: that it has succeeded stays. */
            DETAILS,
            /** Everything: it is as if it had never been heard of. */
            ALL
        }
    }

    /**
     * What was answered.
     *
     * @param decision the decision
     * @param now the clock of the input it answers
     */
    record Decided(Decision decision, Instant now) implements InstanceFact {}
}
