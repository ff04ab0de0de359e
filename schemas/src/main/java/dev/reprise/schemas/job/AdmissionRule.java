// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/**
 * What a group of jobs allows its reruns together: a breaker against storms, a budget, and how many may run at once.
 *
 * @param group the concurrency group; jobs without one share that of their namespace
 * @param failures more failures than this within {@code window}, in the group or of one error signature, open the
 *     breaker, 1 to 100000
 * @param window the time over which failures are counted
 * @param probeAfter how long an open breaker waits before it lets probes through
 * @param probes how many reruns probe an open breaker, 1 to 100
 * @param releasePerMinute how many held reruns are let go each minute once the probes succeeded, 1 to 100000
 * @param release whether a breaker probes and closes by itself
 * @param maxParallel reruns of the group under way at once, 0 to 100000; 0: no limit
 * @param retryBudget reruns allowed in percent of the runs of the last hour, 0 to 100; 100: no limit
 * @param retryBudgetFloor reruns that are always allowed within an hour, however few runs there are, 0 to 100000
 */
public record AdmissionRule(String group, int failures, Duration window, Duration probeAfter, int probes,
        int releasePerMinute, BreakerRelease release, int maxParallel, int retryBudget, int retryBudgetFloor) {
    /** The highest count that may be given. */
    public static final int MAX_COUNT = 100_000;
    /** Most probes. */
    public static final int MAX_PROBES = 100;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AdmissionRule {
        Bounds.name("group", group);
        Bounds.range("failures", failures, 1, MAX_COUNT);
        Bounds.positive("window", window);
        Bounds.positive("probeAfter", probeAfter);
        Bounds.range("probes", probes, 1, MAX_PROBES);
        Bounds.range("releasePerMinute", releasePerMinute, 1, MAX_COUNT);
        Bounds.range("maxParallel", maxParallel, 0, MAX_COUNT);
        Bounds.range("retryBudget", retryBudget, 0, 100);
        Bounds.range("retryBudgetFloor", retryBudgetFloor, 0, MAX_COUNT);
    }
}
