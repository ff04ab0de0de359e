// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.job.AdmissionRule;

/**
 * Bounds reruns by the runs of the last hour: a share of them, and a floor. A place is spent when a rerun is admitted
 * and comes back an hour later. Nothing is counted while the rule sets no limit.
 *
 * @param runs runs of the last hour, those that failed too
 * @param reruns reruns admitted in the last hour
 */
public record RetryBudget(SlidingCount runs, SlidingCount reruns) {
    static final RetryBudget EMPTY = new RetryBudget(SlidingCount.EMPTY, SlidingCount.EMPTY);
    static final Duration HOUR = Duration.ofHours(1);
    private static final int NO_LIMIT = 100;

    static boolean limits(AdmissionRule rule) {
        return rule.retryBudget() < NO_LIMIT;
    }

    RetryBudget ran(AdmissionRule rule, Instant now) {
        return limits(rule) ? new RetryBudget(runs.plus(now, HOUR), reruns.at(now, HOUR)) : EMPTY;
    }

    RetryBudget spent(AdmissionRule rule, Instant now) {
        return limits(rule) ? new RetryBudget(runs.at(now, HOUR), reruns.plus(now, HOUR)) : EMPTY;
    }

    boolean allows(AdmissionRule rule, Instant now) {
        return !limits(rule) || reruns.at(now, HOUR).total() < allowed(rule, now);
    }

    int allowed(AdmissionRule rule, Instant now) {
        long share = (long) runs.at(now, HOUR).total() * rule.retryBudget() / NO_LIMIT;
        return (int) Math.max(rule.retryBudgetFloor(), share);
    }

    /** The share that is left, from 0 to 1. */
    double left(AdmissionRule rule, Instant now) {
        int allowed = allowed(rule, now);
        int spent = reruns.at(now, HOUR).total();
        return allowed <= spent ? 0 : (double) (allowed - spent) / allowed;
    }

    /** When a place comes back. */
    Optional<Instant> nextPlace(Instant now) {
        SlidingCount counted = reruns.at(now, HOUR);
        return counted.isEmpty() ? Optional.empty() : Optional.of(counted.firstEnd(HOUR));
    }
}
