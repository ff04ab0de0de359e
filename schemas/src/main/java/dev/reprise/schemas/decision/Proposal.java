// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;

/**
 * A rerun that is considered and not yet decided: what a wait or a person's word may lead to.
 *
 * @param rerunId the name it would have
 * @param reason the rule under which it would be sent
 * @param answers the failed attempt it would answer; absent where a person asked without a known run
 * @param notAfter when it loses its life, a function of the time of the failure or request
 * @param approval who allowed it, where a person had to and did
 * @param requestedBy who asked for it, where a person did
 * @param cascade the order to rerun what reads its output, where it goes along
 * @param group the concurrency group that must admit it, where one must
 */
public record Proposal(RerunId rerunId, Reason reason, Optional<AttemptId> answers, Instant notAfter,
        Optional<Approval> approval, Optional<String> requestedBy, Optional<CascadeOrder> cascade,
        Optional<String> group) {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Proposal {
        Bounds.text("requestedBy", requestedBy, Bounds.MAX_NAME);
        Bounds.text("group", group, Bounds.MAX_NAME);
    }

    /** One that concerns its instance alone. */
    public Proposal(RerunId rerunId, Reason reason, Optional<AttemptId> answers, Instant notAfter,
            Optional<Approval> approval, Optional<String> requestedBy, Optional<String> group) {
        this(rerunId, reason, answers, notAfter, approval, requestedBy, Optional.empty(), group);
    }

    /** Whether a person asked for it or allowed it: what holds or counts what the machine does by itself is not asked. */
    public boolean ordered() {
        return requestedBy.isPresent() || approval.isPresent();
    }
}
