// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.DeadlineReported;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.wire.WireType;

/**
 * What an event says, without its texts.
 *
 * @param instance the instance
 * @param type the type of the message
 * @param what what it means
 * @param at when it happened, by the clock of whoever told it
 * @param attempt the attempt it is about, as reported
 * @param aliasOf the run under which the same execution was reported before
 * @param command what a person asked
 * @param permit what a gated run asked
 * @param order a person's order for what reads another instance's output, told to the instance that reads it
 */
public record EventNote(InstanceId instance, WireType type, What what, Instant at, Optional<AttemptId> attempt,
        Optional<RunId> aliasOf, Optional<OperatorCommand> command, Optional<PermitRequested> permit,
        Optional<CascadeOrder> order) {

    /** What an event means to the promises. */
    public enum What {
        /** A run began. */
        STARTED(false, false),
        /** A run is alive. */
        ALIVE(false, false),
        /** The job has succeeded. */
        SUCCEEDED(false, true),
        /** An observer believes so. */
        SEEMS_SUCCEEDED(false, true),
        /** An attempt failed. */
        FAILED(true, true),
        /** An attempt failed and its body certainly never began. */
        NEVER_STARTED(true, true),
        /** A state that nobody knows. */
        UNCLEAR(true, true),
        /** It could not run because something before it failed: its body never began. */
        UPSTREAM_FAILED(true, true),
        /** Killed, skipped or reset by a person. */
        ENDED(true, true),
        /** Output became visible. */
        COMMITTED(false, false),
        /** A deadline passed. */
        DEADLINE(true, false),
        /** A person asked for something. */
        ASKED(true, false),
        /** A gated run asked whether it may go on. */
        PERMIT_ASKED(true, false),
        /** The coordinator tells an instance something, or marks its log. */
        INTERNAL(false, false);

        private final boolean answered;
        private final boolean ends;

        What(boolean answered, boolean ends) {
            this.answered = answered;
            this.ends = ends;
        }

        /** Whether such an event always has a decision. */
        public boolean answered() {
            return answered;
        }

        /** Whether an attempt is over by it. */
        public boolean ends() {
            return ends;
        }

        /** Whether it reports a failure that a rerun may answer. */
        public boolean fails() {
            return this == FAILED || neverBegan();
        }

        /** Whether the body of the attempt certainly never began. */
        public boolean neverBegan() {
            return this == NEVER_STARTED || this == UPSTREAM_FAILED;
        }
    }

    /** The note of an event. */
    public static EventNote of(InstanceEvent event, WireType type) {
        return switch (event) {
            case RunEvent run -> new EventNote(event.instance(), type, what(run), event.at(),
                    Optional.of(run.attemptId()),
                    run instanceof RunStarted started ? started.aliasOf() : Optional.empty(), Optional.empty(),
                    Optional.empty(), Optional.empty());
            case OperatorCommand command -> new EventNote(event.instance(), type, What.ASKED, event.at(),
                    Optional.empty(), Optional.empty(), Optional.of(command), Optional.empty(),
                    Optional.empty());
            case PermitRequested permit -> new EventNote(event.instance(), type, What.PERMIT_ASKED, event.at(),
                    Optional.of(permit.attemptId()), Optional.empty(), Optional.empty(), Optional.of(permit),
                    Optional.empty());
            case CoordinatorEvent told -> new EventNote(event.instance(), type, What.INTERNAL, event.at(),
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                    told instanceof UpstreamRewritten rewritten ? rewritten.order() : Optional.empty());
        };
    }

    private static What what(RunEvent event) {
        return switch (event) {
            case RunStarted _ -> What.STARTED;
            case RunHeartbeat _ -> What.ALIVE;
            case RunSucceeded success -> success.proof() == SuccessProof.OWNER ? What.SUCCEEDED : What.SEEMS_SUCCEEDED;
            case RunFailed failed -> failure(failed.phase());
            case RunLost lost -> failure(lost.phase());
            case RunReconciled answer -> switch (answer.state()) {
                case SUCCESS -> What.SUCCEEDED;
                case RUNNING -> What.ALIVE;
                case FAILED, GONE -> What.FAILED;
                case UNKNOWN -> What.UNCLEAR;
            };
            case RunStateUnknown _ -> What.UNCLEAR;
            case RunUpstreamFailed _ -> What.UPSTREAM_FAILED;
            case RunKilled _,RunSkipped _,RunCleared _ -> What.ENDED;
            case OutputCommitted _ -> What.COMMITTED;
            case DeadlineReported _ -> What.DEADLINE;
        };
    }

    private static What failure(RunPhase phase) {
        return phase == RunPhase.NEVER_STARTED ? What.NEVER_STARTED : What.FAILED;
    }
}
