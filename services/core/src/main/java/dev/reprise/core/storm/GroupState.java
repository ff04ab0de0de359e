// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.storm.BreakerState;

/**
 * What is remembered of a group besides its rows: of constant size, since it is written at every step.
 *
 * @param group the concurrency group
 * @param clock the latest time seen; a group's time never runs backwards
 * @param asked questions so far
 * @param rule what is allowed, as of the latest question; absent until the first
 * @param budget the retry budget
 * @param counts how many reruns stand where
 * @param storming breakers that are not closed, by signature; at most {@value #MAX_STORMS}
 * @param requests the latest requests of persons, so that a click counts once
 * @param nextDue when to tell it that time went on; absent: it waits for nothing
 */
public record GroupState(String group, Instant clock, long asked, Optional<AdmissionRule> rule, RetryBudget budget,
        Counts counts,
        SortedMap<String, BreakerState> storming, List<String> requests, Optional<Instant> nextDue) {
    /** Most breakers that may be open at once. More causes than this are trouble of the group as a whole. */
    public static final int MAX_STORMS = 32;
    /** Requests remembered. */
    static final int MAX_REQUESTS = 16;

    /** How many reruns of a group stand where. */
    public record Counts(int storm, int budget, int slot, int underWay) {
        static final Counts NONE = new Counts(0, 0, 0, 0);

        /** All that are held. */
        public int held() {
            return storm + budget + slot;
        }

        Counts heldIn(Lane.Kind kind, int change) {
            return switch (kind) {
                case BREAKER -> new Counts(storm + change, budget, slot, underWay);
                case BUDGET -> new Counts(storm, budget + change, slot, underWay);
                case SLOT -> new Counts(storm, budget, slot + change, underWay);
            };
        }

        Counts underWay(int change) {
            return new Counts(storm, budget, slot, underWay + change);
        }
    }

    /** What share of its retry budget is left, from 0 to 1; 1 where the rule sets no limit. */
    public double budgetLeft(Instant now) {
        return rule.filter(RetryBudget::limits).map(limit -> budget.left(limit, now)).orElse(1.0);
    }

    /** Takes copies. */
    public GroupState {
        storming = Collections.unmodifiableSortedMap(new TreeMap<>(storming));
        requests = List.copyOf(requests);
    }

    /** A group of which nothing is known. */
    public static GroupState initial(String group) {
        return new GroupState(group, Instant.EPOCH, 0, Optional.empty(), RetryBudget.EMPTY, Counts.NONE,
                new TreeMap<>(),
                List.of(), Optional.empty());
    }
}
