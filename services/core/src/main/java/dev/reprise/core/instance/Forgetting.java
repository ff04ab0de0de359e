// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.reprise.core.instance.InstanceFact.Forgotten.Extent;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.job.Policy;

/**
 * When an instance may be forgotten, and what is left of it until then. State that is remembered too long can only suppress;
 * what can hurt is missing state beside a record that looks fresh. So an instance is forgotten only when nothing about it is
 * open, and when whatever is still told of it is older than a rerun may answer.
 *
 * <pre>
 * last heard ── details ──> only its success is left ── results ──> what fires about it is told to be over ── results ──> nothing
 * </pre>
 *
 * Which of the numbers that were given out may begin anew then, and why: {@code docs/adr/0007}.
 */
final class Forgetting {
    /** What clocks may differ, and how late a timer, a record and a call may be, all together. */
    private static final Duration MARGIN = Duration.ofHours(1);

    private Forgetting() {}

    /** When something of an instance may be forgotten next; empty for one that is not at rest, and for one of which nothing is known. */
    static Optional<Instant> due(InstanceState state, JobView job) {
        if (!isAtRest(state) || state.equals(InstanceState.initial(state.instance()))) {
            return Optional.empty();
        }
        boolean brief = !hasRun(state) || isDetailed(state);
        return Optional.of(lastHeard(state).plus(brief ? details(job) : results(job)));
    }

    /** What is told before it is forgotten: that what fires about it is over. It stays remembered until that is forgotten, too. */
    static List<Decision> decide(Situation situation) {
        InstanceState state = situation.before();
        return isDetailed(state) ? List.of() : situation.resolveAll(Reason.FORGOTTEN);
    }

    /** What a timer makes an instance forget, if anything. */
    static Optional<InstanceFact.Forgotten> of(InstanceState state, InstanceFact.Input input, JobView job) {
        boolean due = input instanceof InstanceFact.TimerFired fired && fired.purpose() == WaitPurpose.FORGETTING
                && Timers.of(state, job).filter(timer -> timer.purpose() == WaitPurpose.FORGETTING
                        && !timer.due().isAfter(fired.now())).isPresent();
        if (!due) {
            return Optional.empty();
        }
        if (isDetailed(state)) {
            return Optional.of(new InstanceFact.Forgotten(Extent.DETAILS));
        }
        return state.openAlerts().isEmpty() ? Optional.of(new InstanceFact.Forgotten(Extent.ALL)) : Optional.empty();
    }

    /** The state after it was forgotten. */
    static InstanceState forget(InstanceState state, Extent extent) {
        return switch (extent) {
            case DETAILS -> state.withoutDetails();
            case ALL -> InstanceState.initial(state.instance());
        };
    }

    /** Nothing about it is open: no run and no rerun, no wait and no question, no permit, and nothing told in the name of others. */
    private static boolean isAtRest(InstanceState state) {
        boolean resting = switch (state.phase()) {
            case Phase.Idle _,Phase.Succeeded _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ -> true;
            case Phase.Running _,Phase.Pending _,Phase.Claimed _ -> false;
        };
        return resting && !state.permits().filter(permits -> isInUse(permits, state)).isPresent()
                && state.openAlerts().stream().allMatch(alert -> alert.isAbout(state.instance()));
    }

    private static boolean isInUse(Permits permits, InstanceState state) {
        return !permits.done() && Stream.concat(permits.start().stream(), permits.commit().stream())
                .anyMatch(holder -> !state.memory().knowsFailure(holder.attempt()));
    }

    /** Whether it is more than a trace: then others may know its runs, its generations, its alerts or its permits by number. */
    private static boolean hasRun(InstanceState state) {
        return state.runs().current().isPresent() || !state.runs().known().isEmpty() || state.generation() > 0
                || !state.alerts().isEmpty() || state.permits().isPresent();
    }

    /** A success says all that anybody asks for later; what has not succeeded is remembered whole. */
    private static boolean isDetailed(InstanceState state) {
        return state.phase() instanceof Phase.Succeeded && state.succeeded() && state.runs().active().isEmpty()
                && !state.withoutDetails().equals(state);
    }

    private static Instant lastHeard(InstanceState state) {
        Stream<Instant> told = state.alerts().stream()
                .flatMap(alert -> Stream.concat(Stream.of(alert.startsAt()), alert.endedAt().stream()));
        return Stream.concat(Stream.of(state.highestAppend()), told).max(Comparator.naturalOrder()).orElseThrow();
    }

    /** No shorter than a failure may be old, and the command that answers it may live, one after the other. */
    private static Duration details(JobView job) {
        Policy policy = job instanceof JobView.Known known ? known.policy() : Policy.DEFAULTS;
        Duration needed = policy.maxAge().plus(Timers.longestLife(job)).plus(MARGIN);
        return longer(job.remembrance().details(), needed);
    }

    private static Duration results(JobView job) {
        return longer(job.remembrance().results(), details(job));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
