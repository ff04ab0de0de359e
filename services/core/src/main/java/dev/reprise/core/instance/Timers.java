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
    /** How long a runner may take, once a command has lost its life, to say what became of it: clocks differ, logs lag. */
    static final Duration ANSWER_PATIENCE = Duration.ofMinutes(5);

    private Timers() {}

    /**
     * A timer.
     *
     * @param purpose what is waited for
     * @param due when to look again
     */
    public record Timer(WaitPurpose purpose, Instant due) {}

    /**
     * The next timer of a state, if it waits for a moment: that of its phase or the deadline, whichever comes first; where it
     * waits for neither, the moment when it may be forgotten.
     */
    public static Optional<Timer> of(InstanceState state, JobView job) {
        Optional<Timer> wait = ofPhase(state, job);
        Optional<Timer> deadline = job instanceof JobView.Known known && isDeadlineOpen(state)
                ? deadline(state, known).map(due -> new Timer(WaitPurpose.DEADLINE, due))
                : Optional.empty();
        return Stream.concat(wait.stream(), deadline.stream()).min(Comparator.comparing(Timer::due))
                .or(() -> Forgetting.due(state, job).map(due -> new Timer(WaitPurpose.FORGETTING, due)));
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
            case Phase.Intended _ -> answer(state, job);
            case Phase.InDoubt doubt -> doubt.parked() ? Optional.empty() : answer(state, job);
            case Phase.Idle _,Phase.Succeeded _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ -> Optional.empty();
        };
    }

    /**
     * When a runner must have answered for the rerun under way: no call begins after its command has lost its life, so that
     * whoever still says nothing then is away.
     */
    private static Optional<Timer> answer(InstanceState state, JobView job) {
        return state.isToldUnanswered()
                ? Optional.empty()
                : state.claim().map(claim -> claim.notAfter().orElseGet(() -> claim.decidedAt().plus(longestLife(job))))
                        .map(life -> new Timer(WaitPurpose.DISPATCH, life.plus(ANSWER_PATIENCE)));
    }

    /** How long a command may live at most, counted from its decision. */
    static Duration longestLife(JobView job) {
        Policy policy = job instanceof JobView.Known known ? known.policy() : Policy.DEFAULTS;
        return policy.maxAge().compareTo(policy.requestAge()) > 0 ? policy.maxAge() : policy.requestAge();
    }

    /** How long a scheduler may take to answer before a person is told. */
    static Duration reconcilePatience(Duration lostAfter) {
        return lostAfter.multipliedBy(RECONCILE_PATIENCE);
    }

    private static Optional<Timer> after(WaitPurpose purpose, Instant from, Optional<Duration> wait) {
        return wait.map(duration -> new Timer(purpose, from.plus(duration)));
    }
}
