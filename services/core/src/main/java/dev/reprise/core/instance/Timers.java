// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.core.guard.Due;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.job.Policy;

/**
 * The one timer that an instance may have. It is a function of the state and the policy, so that setting it twice is
 * setting it once and a changed policy takes hold at the next step.
 */
public final class Timers {
    /** How many times {@code lost-after} a scheduler may take to answer before a person is told. */
    private static final int RECONCILE_PATIENCE = 2;

    private Timers() {}

    /**
     * A timer.
     *
     * @param purpose what is waited for
     * @param due when to look again
     */
    public record Timer(WaitPurpose purpose, Instant due) {}

    /** The next timer of a state, if it waits for a moment: that of its phase or the deadline, whichever comes first. */
    public static Optional<Timer> of(InstanceState state, JobView job) {
        Optional<Timer> wait = ofPhase(state, job);
        Optional<Timer> deadline = job instanceof JobView.Known known && isDeadlineOpen(state)
                ? deadline(state, known).map(due -> new Timer(WaitPurpose.DEADLINE, due))
                : Optional.empty();
        return Stream.concat(wait.stream(), deadline.stream()).min(Comparator.comparing(Timer::due));
    }

    /** When the partition of a state must be ready. */
    static Optional<Instant> deadline(InstanceState state, JobView.Known job) {
        return job.policy().deadline().flatMap(deadline -> Due.of(deadline, state.instance().partition(),
                state.memory().starts().stream().map(Memory.StartSeen::at).max(Comparator.naturalOrder())));
    }

    private static boolean isDeadlineOpen(InstanceState state) {
        return !state.deadlineTold() && !state.succeeded() && !(state.phase() instanceof Phase.Idle);
    }

    private static Optional<Timer> ofPhase(InstanceState state, JobView job) {
        Optional<Duration> lostAfter = job instanceof JobView.Known known
                ? known.policy().lostAfter()
                : Policy.DEFAULTS.lostAfter();
        return switch (state.phase()) {
            case Phase.Running running -> after(WaitPurpose.HEARTBEAT, running.lastSign(), lostAfter);
            case Phase.Settling settling -> Optional.of(new Timer(WaitPurpose.SETTLE, settling.until()));
            case Phase.BackingOff backing -> Optional.of(new Timer(WaitPurpose.BACKOFF, backing.until()));
            case Phase.Confirming confirming -> Optional.of(new Timer(WaitPurpose.BARRIER, confirming.again()));
            case Phase.Held held -> Optional.of(new Timer(held.purpose(), held.until()));
            case Phase.AwaitingNativeRetry retry -> Optional.of(new Timer(WaitPurpose.NATIVE_RETRY, retry.until()));
            case Phase.AwaitingApproval approval -> Optional.of(new Timer(WaitPurpose.APPROVAL, approval.until()));
            case Phase.Reconciling silent -> silent.told()
                    ? Optional.empty()
                    : after(WaitPurpose.RECONCILE, silent.since(),
                            lostAfter.map(Timers::reconcilePatience));
            case Phase.Dispatched taken ->
                taken.told() ? Optional.empty() : after(WaitPurpose.DISPATCH, taken.since(), lostAfter);
            case Phase.Idle _,Phase.Succeeded _,Phase.Intended _,Phase.InDoubt _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ ->
                Optional.empty();
        };
    }

    /** How long a scheduler may take to answer before a person is told. */
    static Duration reconcilePatience(Duration lostAfter) {
        return lostAfter.multipliedBy(RECONCILE_PATIENCE);
    }

    private static Optional<Timer> after(WaitPurpose purpose, Instant from, Optional<Duration> wait) {
        return wait.map(duration -> new Timer(purpose, from.plus(duration)));
    }
}
