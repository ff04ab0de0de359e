// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

import dev.reprise.core.storm.GroupState;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.storm.BreakerState;

/** What groups hold, in numbers. Labels never carry a group: their number is the users' to choose. Safe for use by many
 * threads. */
final class GroupMeters {
    private final MeterRegistry registry;
    private final Map<String, Totals> totals = new ConcurrentHashMap<>();

    /**
     * The sums of one task.
     *
     * @param breakers breakers that are not closed, by state
     * @param counts reruns by where they stand
     * @param budgetLeft the least share of a retry budget that a group has left
     */
    record Totals(Map<BreakerState, Long> breakers, GroupState.Counts counts, double budgetLeft) {
        static Totals of(Iterable<GroupState> groups, Instant now) {
            double budgetLeft = 1;
            Map<BreakerState, Long> breakers = new EnumMap<>(BreakerState.class);
            int storm = 0;
            int budget = 0;
            int slot = 0;
            int underWay = 0;
            for (GroupState group : groups) {
                group.storming().values().forEach(state -> breakers.merge(state, 1L, Long::sum));
                storm += group.counts().storm();
                budget += group.counts().budget();
                slot += group.counts().slot();
                underWay += group.counts().underWay();
                budgetLeft = Math.min(budgetLeft, group.budgetLeft(now));
            }
            return new Totals(breakers, new GroupState.Counts(storm, budget, slot, underWay), budgetLeft);
        }
    }

    GroupMeters(MeterRegistry registry) {
        this.registry = registry;
        for (BreakerState state : BreakerState.values()) {
            transitions(state);
            // A closed breaker is forgotten, so nobody can count them.
            if (state != BreakerState.CLOSED) {
                Gauge.builder("rerun.breakers", () -> sum(sums -> sums.breakers().getOrDefault(state, 0L)))
                        .description("breakers that are not closed").tag("state", state.name()).register(registry);
            }
        }
        held(registry, Reason.STORM_HELD, GroupState.Counts::storm);
        held(registry, Reason.RETRY_BUDGET_HELD, GroupState.Counts::budget);
        held(registry, Reason.SLOT_HELD, GroupState.Counts::slot);
        Gauge.builder("rerun.reruns.in.flight", () -> sum(sums -> sums.counts().underWay()))
                .description("reruns that have a slot of their group").register(registry);
        Gauge.builder("rerun.breaker.state", this::worstBreaker)
                .description("the worst state of any breaker: 0 closed, 1 half open or releasing, 2 open")
                .register(registry);
        Gauge.builder("rerun.retry.budget.remaining.ratio",
                () -> totals.values().stream().mapToDouble(Totals::budgetLeft).min().orElse(1))
                .description(
                        "what the group with the least has left of its retry budget, of those that run or hold reruns")
                .register(registry);
    }

    /** A breaker came into a state. */
    void transition(BreakerState state) {
        transitions(state).increment();
    }

    private Counter transitions(BreakerState state) {
        return Counter.builder("rerun.breaker.transitions").description("changes of breakers by the state they came to")
                .tag("state", state.name()).register(registry);
    }

    private int worstBreaker() {
        if (sum(sums -> sums.breakers().getOrDefault(BreakerState.OPEN, 0L)) > 0) {
            return 2;
        }
        return sum(sums -> sums.breakers().values().stream().mapToLong(Long::longValue).sum()) > 0 ? 1 : 0;
    }

    private void held(MeterRegistry registry, Reason reason, ToLongFunction<GroupState.Counts> count) {
        Gauge.builder("rerun.reruns.held", () -> sum(sums -> count.applyAsLong(sums.counts())))
                .description("reruns that their group holds").tag("reason", reason.name()).register(registry);
    }

    void totals(String task, Totals sums) {
        totals.put(task, sums);
    }

    void forget(String task) {
        totals.remove(task);
    }

    private long sum(ToLongFunction<Totals> count) {
        return totals.values().stream().mapToLong(count).sum();
    }

    /** The groups of one task that hold something. Belongs to its thread. */
    static final class Holding {
        private final Map<String, GroupState> groups = new HashMap<>();

        void changed(GroupState state) {
            if (state.storming().isEmpty() && state.counts().held() == 0 && state.counts().underWay() == 0) {
                groups.remove(state.group());
            } else {
                groups.put(state.group(), state);
            }
        }

        Totals totals(Instant now) {
            return Totals.of(groups.values(), now);
        }
    }
}
