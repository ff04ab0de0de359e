// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.Step;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.id.RerunId;

/**
 * What a step follows from, as places in traces. Pure, and beside the core: it reads what the core made of a step and adds
 * nothing to it.
 *
 * @param matter what is decided upon: the failure, or a person's request, that may lie hours back
 * @param told the record that the step answers; absent where a timer fired, and where the record belongs to no trace
 * @param open whether the matter must be remembered after the step
 */
record Origins(Optional<Traceparent> matter, Optional<Traceparent> told, boolean open) {
    /**
     * Those of a step.
     *
     * @param remembered what was still to be decided upon before the step
     * @param told the record that the step answers
     */
    static Origins of(Optional<Traceparent> remembered, Optional<Traceparent> told, InstanceState before, Step step) {
        InstanceState after = step.next();
        boolean failure = step.facts().stream().anyMatch(InstanceFact.Diagnosed.class::isInstance);
        boolean proposed = proposed(after).isPresent() && !proposed(after).equals(proposed(before));
        Optional<Traceparent> matter = remembered;
        if (failure) {
            // Also where it belongs to no trace: an older failure is not what this one is about.
            matter = told;
        } else if (proposed) {
            matter = told.or(() -> remembered);
        }
        return new Origins(matter, told, after.troubled() || proposed(after).isPresent());
    }

    /** What a decision follows from, the matter first; a trace that is named twice is named once. */
    List<Traceparent> causes() {
        return Stream.concat(matter.stream(), told.stream().filter(
                record -> matter.filter(first -> first.traceId().equals(record.traceId())).isEmpty())).toList();
    }

    /** What goes on with a message to others, or to itself. */
    Optional<Traceparent> passedOn() {
        return told.or(() -> matter);
    }

    /** What the row of the instance keeps. */
    Optional<String> kept() {
        return open ? matter.map(Traceparent::toString) : Optional.empty();
    }

    private static Optional<RerunId> proposed(InstanceState state) {
        return state.phase().proposed().map(Proposal::rerunId);
    }
}
