// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.id.AttemptId;

/**
 * Where an instance stands; each phase carries only what it needs.
 *
 * <pre>
 * Idle ──start──> Running ──success──> Succeeded
 *                   │ failure
 *                   ├─> AwaitingNativeRetry ──due──┐
 *                   ├─> Settling / BackingOff ─due─┴─> Confirming ──barrier──> Intended ──> Dispatched ──start──> Running
 *                   ├─> Held ──released───────────────^
 *                   ├─> AwaitingApproval ──approved──────^                        └─> InDoubt
 *                   └─> GaveUp
 * </pre>
 */
public sealed interface Phase {
    /** The public name of this phase. */
    InstanceStatus status();

    /** A rerun is considered; anything new about the instance may still withdraw it. */
    sealed interface Pending extends Phase permits Settling, BackingOff, Confirming, Held, AwaitingNativeRetry,
            Reconciling, AwaitingApproval {}

    /** The rerun that this phase may lead to, where there is one already. */
    default Optional<Proposal> proposed() {
        return switch (this) {
            case Settling settling -> Optional.of(settling.proposal());
            case BackingOff backing -> Optional.of(backing.proposal());
            case Confirming confirming -> Optional.of(confirming.proposal());
            case Held held -> Optional.of(held.proposal());
            case AwaitingApproval approval -> Optional.of(approval.proposal());
            case Idle _,Running _,Succeeded _,AwaitingNativeRetry _,Reconciling _,Claimed _,Cleared _,Closed _,GaveUp _ ->
                Optional.empty();
        };
    }

    /** A rerun was decided and its run has not been seen. */
    sealed interface Claimed extends Phase permits Intended, InDoubt, Dispatched {}

    /** Nothing is known yet. */
    record Idle() implements Phase {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.IDLE;
        }
    }

    /**
     * A run is alive.
     *
     * @param lastSign its last sign of life
     * @param ours whether it is a rerun of ours
     */
    record Running(Instant lastSign, boolean ours) implements Phase {
        @Override
        public InstanceStatus status() {
            return ours ? InstanceStatus.RERUNNING : InstanceStatus.RUNNING;
        }
    }

    /** The instance has succeeded. */
    record Succeeded() implements Phase {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.SUCCEEDED;
        }
    }

    /**
     * The truth may still arrive.
     *
     * @param proposal what is considered
     * @param until when it is looked at again
     */
    record Settling(Proposal proposal, Instant until) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.SETTLING;
        }
    }

    /**
     * The next rerun is spaced out.
     *
     * @param proposal what is considered
     * @param until when it is looked at again
     */
    record BackingOff(Proposal proposal, Instant until) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.BACKING_OFF;
        }
    }

    /**
     * The barrier was written and is not read back yet.
     *
     * @param proposal what is considered
     * @param nonce which barrier
     * @param again when it is written again, should it never come back
     */
    record Confirming(Proposal proposal, String nonce, Instant again) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.SETTLING;
        }
    }

    /**
     * Something outside the instance holds the rerun.
     *
     * @param proposal what is considered
     * @param why what holds it
     * @param earliest when its own wait is over
     * @param until when it is looked at again
     */
    record Held(Proposal proposal, Reason why, Instant earliest, Instant until) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.HELD;
        }

        /** What is waited for. */
        WaitPurpose purpose() {
            return switch (why) {
                case PAUSED, FROZEN, BLACKOUT -> WaitPurpose.RELEASE;
                case UPSTREAM_AWAITED -> WaitPurpose.UPSTREAM;
                default -> WaitPurpose.ADMISSION;
            };
        }
    }

    /**
     * The scheduler will try again.
     *
     * @param failed the attempt whose next try is awaited
     * @param until when it must have started
     */
    record AwaitingNativeRetry(AttemptId failed, Instant until) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.AWAITING_NATIVE_RETRY;
        }
    }

    /**
     * No sign of life; the scheduler is asked.
     *
     * @param since since when
     * @param told whether it was told that no answer came
     */
    record Reconciling(Instant since, boolean told) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.RECONCILING;
        }
    }

    /**
     * A person must approve.
     *
     * @param proposal what is proposed
     * @param until when the proposal expires
     */
    record AwaitingApproval(Proposal proposal, Instant until) implements Pending {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.AWAITING_APPROVAL;
        }
    }

    /** The command is written and the runner has not answered. */
    record Intended() implements Claimed {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.INTENDED;
        }
    }

    /**
     * It is unknown whether the target took the rerun.
     *
     * @param parked whether no further call will be made
     */
    record InDoubt(boolean parked) implements Claimed {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.IN_DOUBT;
        }
    }

    /**
     * The target took the rerun.
     *
     * @param since since when
     * @param told whether it was told that no sign of the run came
     */
    record Dispatched(Instant since, boolean told) implements Claimed {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.DISPATCHED;
        }
    }

    /** A person reset it at its scheduler. */
    record Cleared() implements Phase {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.CLEARED;
        }
    }

    /**
     * Nothing is to be done here.
     *
     * @param reason why
     */
    record Closed(Reason reason) implements Phase {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.CLOSED;
        }
    }

    /**
     * It rests with people.
     *
     * @param reason why
     */
    record GaveUp(Reason reason) implements Phase {
        @Override
        public InstanceStatus status() {
            return InstanceStatus.GAVE_UP;
        }
    }
}
