// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.audit.history.Place;
import dev.reprise.audit.history.Position;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.topic.Topics;

/**
 * A decided rerun.
 *
 * @param logged the decision
 * @param rerun what it says
 * @param barrier the record of the events that it answers; absent where it names none
 */
record Claim(Logged<DecisionRecord> logged, Decision.Rerun rerun, Optional<Position> barrier) {
    /** The decided reruns of an instance, in their order. */
    static List<Claim> of(History history, InstanceId instance) {
        List<Claim> claims = new ArrayList<>();
        for (Logged<DecisionRecord> logged : history.decisions(instance)) {
            if (logged.message().decision() instanceof Decision.Rerun rerun) {
                claims.add(new Claim(logged, rerun, history.causeOf(logged.message())
                        .filter(cause -> cause.topic() == Topics.EVENTS)));
            }
        }
        return claims;
    }

    InstanceId instance() {
        return logged.message().instance();
    }

    /** Whether the machine decided it by itself: nobody asked for it and nobody had to approve it. */
    boolean isAutomatic() {
        return rerun.approval().isEmpty() && rerun.cascade().isEmpty() && rerun.reason() != Reason.MANUAL;
    }

    /** Instance, rerun and position, for a violation's text. */
    String name() {
        return instance() + " rerun " + rerun.rerunId() + " (" + logged.position() + ")";
    }

    /** Whether events before the barrier may be gone, so that nothing can rest on what the log does not say. */
    static boolean eventsMayBeGone(History history, InstanceId instance) {
        Place home = history.home(Topics.EVENTS, instance);
        return history.extent().isCut(home);
    }
}
