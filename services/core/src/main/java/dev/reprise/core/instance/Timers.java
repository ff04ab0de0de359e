// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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

    /** The timer of a state, if it waits for a moment. */
    public static Optional<Timer> of(InstanceState state, JobView job) {
        Optional<Duration> lostAfter = job instanceof JobView.Known known
                ? known.policy().lostAfter()
                : Policy.DEFAULTS.lostAfter();
        return switch (state.phase()) {
            case Phase.Running running -> after(WaitPurpose.HEARTBEAT, running.lastSign(), lostAfter);
            case Phase.Settling settling -> Optional.of(new Timer(WaitPurpose.SETTLE, settling.until()));
            case Phase.BackingOff backing -> Optional.of(new Timer(WaitPurpose.BACKOFF, backing.until()));
            case Phase.Confirming confirming -> Optional.of(new Timer(WaitPurpose.BARRIER, confirming.again()));
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
