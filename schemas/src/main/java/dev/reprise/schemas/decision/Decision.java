// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.OverrideRule;

/**
 * One decision about one instance. Silence is a decision too: a report that changes nothing is answered by
 * {@link Suppress} and the reason.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
public sealed interface Decision {
    /** The rule that decided. */
    Reason reason();

    /** What is decided, in the word of the wire: {@code rerun}, {@code wait}, {@code suppress} ... */
    default String kind() {
        return getClass().getAnnotation(JsonTypeName.class).value();
    }

    /**
     * Run the instance again.
     *
     * @param reason the rule that decided
     * @param rerunId the name of the rerun, derived from the failure or the request
     * @param generation the number of this rerun of the instance, from 1; an older generation loses
     * @param answers the failed attempt it answers; absent where a person asked without a known run
     * @param notAfter when the command loses its life, a function of the time of the failure or request
     * @param approval who allowed it, where a person had to
     * @param overrides what the rerun changes because of the cause of the failure: name and value
     * @param cascade the order to rerun what reads its output, where it goes along
     */
    @JsonTypeName("rerun")
    record Rerun(Reason reason, RerunId rerunId, long generation, Optional<AttemptId> answers, Instant notAfter,
            Optional<Approval> approval, Map<String, String> overrides, Optional<CascadeOrder> cascade)
            implements
                Decision {
        /**
         * Checks the bounds and takes a copy.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Rerun {
            Bounds.atLeast("generation", generation, 1);
            overrides = Bounds.map("overrides", overrides, OverrideRule.MAX_PARAMETERS, OverrideRule.MAX_PARAMETER,
                    OverrideRule.MAX_VALUE);
        }

        /** One that concerns its instance alone. */
        public Rerun(Reason reason, RerunId rerunId, long generation, Optional<AttemptId> answers, Instant notAfter,
                Optional<Approval> approval, Map<String, String> overrides) {
            this(reason, rerunId, generation, answers, notAfter, approval, overrides, Optional.empty());
        }
    }

    /**
     * A rerun that is recorded and not sent, since the job is in shadow mode.
     *
     * @param reason the rule that would have sent it
     * @param rerunId the name it would have had
     * @param answers the failed attempt it would have answered
     * @param overrides what it would have changed
     */
    @JsonTypeName("shadow")
    record Shadow(Reason reason, RerunId rerunId, Optional<AttemptId> answers, Map<String, String> overrides)
            implements
                Decision {
        /** Takes a copy. */
        public Shadow {
            overrides = Bounds.map("overrides", overrides, OverrideRule.MAX_PARAMETERS, OverrideRule.MAX_PARAMETER,
                    OverrideRule.MAX_VALUE);
        }
    }

    /**
     * Wait, and look again.
     *
     * @param reason the rule that decided
     * @param purpose what is waited for
     * @param until when to look again at the latest; absent where only an event ends the wait
     * @param proposal the rerun that the wait may lead to
     */
    @JsonTypeName("wait")
    record Wait(Reason reason, WaitPurpose purpose, Optional<Instant> until, Optional<Proposal> proposal)
            implements
                Decision {}

    /**
     * Do nothing, knowingly.
     *
     * @param reason the rule that decided
     * @param repeats the alert that would have been told again
     */
    @JsonTypeName("suppress")
    record Suppress(Reason reason, Optional<Reason> repeats) implements Decision {}

    /**
     * Tell a person.
     *
     * @param reason the rule that decided, which is also the kind of the alert
     * @param alertKey what the alert is about
     * @param severity how soon a person must look
     * @param proposal the rerun that a person may approve
     * @param until when the proposal expires
     */
    @JsonTypeName("alert")
    record Alert(Reason reason, AlertKey alertKey, Severity severity, Optional<Proposal> proposal,
            Optional<Instant> until) implements Decision {}

    /**
     * Tell that an alert is over.
     *
     * @param reason why it is over
     * @param alertKey the alert that fired before
     */
    @JsonTypeName("resolve")
    record Resolve(Reason reason, AlertKey alertKey) implements Decision {}

    /**
     * Take back a rerun that was decided; it may have been sent already.
     *
     * @param reason why it is no longer wanted
     * @param rerunId the rerun
     */
    @JsonTypeName("withdraw")
    record Withdraw(Reason reason, RerunId rerunId) implements Decision {}

    /**
     * Let a gated run pass.
     *
     * @param reason the rule that decided
     * @param requestId the request it answers
     * @param gate the gate that it may pass
     * @param attempt the attempt that may pass
     * @param asker the process that may pass
     * @param generation the generation that it belongs to, from 0
     * @param token the fencing token; it grows with each permit of the instance
     */
    @JsonTypeName("grant")
    record Grant(Reason reason, String requestId, Gate gate, AttemptId attempt, String asker, long generation,
            long token) implements Decision {
        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Grant {
            Bounds.name("requestId", requestId);
            Bounds.name("asker", asker);
            Bounds.atLeast("generation", generation, 0);
            Bounds.atLeast("token", token, 0);
        }
    }

    /**
     * Let a gated run not pass.
     *
     * @param reason the rule that refused it
     * @param requestId the request it answers
     * @param gate the gate that it may not pass
     * @param attempt the attempt that asked
     * @param generation the newest generation of the instance, from 0
     * @param holder the attempt that has the permit, where one has
     */
    @JsonTypeName("refuse")
    record Refuse(Reason reason, String requestId, Gate gate, AttemptId attempt, long generation,
            Optional<AttemptId> holder) implements Decision {
        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Refuse {
            Bounds.name("requestId", requestId);
            Bounds.atLeast("generation", generation, 0);
        }
    }
}
