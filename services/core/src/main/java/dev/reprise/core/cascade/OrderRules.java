// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.core.guard.Grounds;
import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Policy;

/** What a person's order to rerun with all that follows means for a job that it comes to. */
public final class OrderRules {
    private OrderRules() {}

    /**
     * The approval that the order is at the same time. There is none where the policy wants a second person.
     *
     * @param policy the policy of the job it comes to
     * @param at when it comes there
     */
    public static Optional<Approval> approval(CascadeOrder order, Policy policy, Instant at) {
        return order.acceptNotIdempotent() && !policy.approval().fourEyes()
                ? Optional.of(new Approval(order.actor(), order.reason(), at))
                : Optional.empty();
    }

    /**
     * May the job be repeated on this order? That it has succeeded is no hindrance: the person knows it.
     *
     * @param policy the job's policy
     * @param analysis what analysis says of its definition
     * @param hasTarget whether Reprise knows how to run it
     */
    public static Guard.Ruling rule(CascadeOrder order, Policy policy, Optional<DefinitionAnalysis> analysis,
            boolean hasTarget) {
        Guard.Ruling ruling = Guard.rule(policy, analysis, Grounds.LOST, approval(order, policy, Instant.EPOCH));
        return hasTarget || ruling instanceof Guard.Refused ? ruling : new Guard.Refused(Reason.NO_TARGET);
    }
}
