// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.FailureClass;

/**
 * Everything the core needs to know of a job to decide. Complete: inheritance from defaults and namespace is resolved
 * before a policy comes to be.
 *
 * @param version which policy this is, for provenance: a hash of its content
 * @param mode whether decided reruns are sent
 * @param rerun when the job may be rerun at all
 * @param idempotency what the owner declares
 * @param whenUnknown what to do while the owner has not said
 * @param trustAfterFailure whether a definition that analysis finds safe to repeat after a failure only may be rerun
 *     where the failure is certain
 * @param approval how a person approves
 * @param maxReruns extra runs for one episode, over the scheduler's own, 0 to 100
 * @param budgets reruns of an episode for each class of failure, inside {@code maxReruns}; a class that is not named has
 *     all of them
 * @param backoff the space between two reruns
 * @param settle how long a fresh failure settles before anything is done
 * @param maxAge a failure older than this is told, never rerun
 * @param requestAge a request older than this is refused
 * @param lostAfter no sign of life for this long: the scheduler is asked; absent: silence means nothing
 * @param nativeRetries the scheduler's own tries
 * @param flapping when starts are too many
 * @param failureRules classification rules of the job, tried before the built-in ones
 * @param overrides what a rerun changes because of the cause
 * @param admission what the job's group allows; absent: no group is asked
 * @param deadline when a partition must be ready
 * @param expectedDuration how long a run takes; absent: learned from its runs
 * @param blackouts times of day in which no rerun is sent
 * @param cascade how the job hangs together with those it reads from
 */
public record Policy(String version, RerunMode mode, RerunRule rerun, Idempotency idempotency, WhenUnknown whenUnknown,
        boolean trustAfterFailure, ApprovalRule approval, int maxReruns, List<ClassBudget> budgets, Backoff backoff,
        Duration settle, Duration maxAge, Duration requestAge, Optional<Duration> lostAfter,
        NativeRetries nativeRetries, Flapping flapping, List<FailureRule> failureRules, List<OverrideRule> overrides,
        Optional<AdmissionRule> admission, Optional<Deadline> deadline, Optional<Duration> expectedDuration,
        List<Blackout> blackouts, Cascade cascade) {
    /** Most classification rules of a job. */
    public static final int MAX_FAILURE_RULES = 32;
    /** Most overrides of a job. */
    public static final int MAX_OVERRIDES = 8;
    /** Most blackout windows of a job. */
    public static final int MAX_BLACKOUTS = 16;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Policy {
        Bounds.name("version", version);
        Bounds.range("maxReruns", maxReruns, 0, 100);
        Bounds.notNegative("settle", settle);
        Bounds.positive("maxAge", maxAge);
        Bounds.positive("requestAge", requestAge);
        lostAfter.ifPresent(silence -> Bounds.positive("lostAfter", silence));
        budgets = Bounds.list("budgets", budgets, 0, FailureClass.values().length);
        failureRules = Bounds.list("failureRules", failureRules, 0, MAX_FAILURE_RULES);
        overrides = Bounds.list("overrides", overrides, 0, MAX_OVERRIDES);
        expectedDuration.ifPresent(duration -> Bounds.positive("expectedDuration", duration));
        blackouts = Bounds.list("blackouts", blackouts, 0, MAX_BLACKOUTS);
    }

    /** Reruns of an episode that a class of failure is given. */
    public int budget(FailureClass failureClass) {
        return budgets.stream().filter(budget -> budget.failureClass() == failureClass)
                .mapToInt(ClassBudget::reruns).min().orElse(maxReruns);
    }

    /**
     * The longest {@code max-age}: the log and the ledger are kept for seven days, and a failure and the command that answers it
     * must both be over by then.
     */
    public static final Duration LONGEST_MAX_AGE = Duration.ofDays(3);

    /** The policy of a job that states nothing: cautious, since nobody has said that it may be repeated. */
    public static final Policy DEFAULTS = new Policy("defaults", RerunMode.LIVE, RerunRule.ON_FAILURE,
            Idempotency.UNKNOWN, WhenUnknown.APPROVE, false, new ApprovalRule(Duration.ofHours(4), false), 3,
            List.of(new ClassBudget(FailureClass.TIMEOUT, 1), new ClassBudget(FailureClass.RESOURCE, 2),
                    new ClassBudget(FailureClass.USER_CODE, 1), new ClassBudget(FailureClass.DATA, 1),
                    new ClassBudget(FailureClass.PERMISSION, 1)),
            new Backoff(Duration.ofMinutes(1), 2, Duration.ofMinutes(30), 0.2), Duration.ofSeconds(30),
            Duration.ofHours(6), Duration.ofMinutes(10), Optional.of(Duration.ofMinutes(15)),
            new NativeRetries(1, Duration.ofMinutes(1)), new Flapping(10, Duration.ofHours(1)), List.of(), List.of(),
            Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Cascade.NONE);
}
