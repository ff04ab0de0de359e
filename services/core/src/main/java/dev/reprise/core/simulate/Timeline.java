// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.reprise.core.instance.Effects;
import dev.reprise.core.instance.Evolution;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Outgoing;
import dev.reprise.core.instance.Step;
import dev.reprise.core.instance.Timers;
import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.id.InstanceId;

/**
 * Instances in virtual time: the real machine, whose words to itself and to others arrive at once. Whoever drives it feeds
 * what comes from outside, and lets time pass. Not for use by many threads.
 */
final class Timeline {
    private final Surroundings surroundings;
    private final Map<InstanceId, InstanceState> states = new HashMap<>();
    private final Map<InstanceId, List<InstanceFact>> facts = new HashMap<>();
    private final Map<InstanceId, Due> waiting = new HashMap<>();
    private final TreeSet<Due> dues = new TreeSet<>(Comparator.comparing((Due due) -> due.timer().due())
            .thenComparing(due -> due.instance().key()));

    /** What a timeline stands in. */
    interface Surroundings {
        /** What is in force for the job of an instance; the same for as long as the timeline runs. */
        JobView view(InstanceId instance);

        /** What a group of jobs answers. */
        List<CoordinatorEvent> answer(AdmissionMessage message, Instant now);

        /** Told of each step as it is made. */
        void stepped(InstanceState before, InstanceFact.Input input, Step step);
    }

    /**
     * A timer that is set.
     *
     * @param instance whose
     * @param timer the timer
     */
    record Due(InstanceId instance, Timers.Timer timer) {}

    Timeline(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Where an instance stands; the initial state for one of which nothing was heard. */
    InstanceState state(InstanceId instance) {
        return states.getOrDefault(instance, InstanceState.initial(instance));
    }

    /** All instances of which something was heard. */
    Collection<InstanceState> states() {
        return List.copyOf(states.values());
    }

    /** The timer that fires next. */
    Optional<Due> next() {
        return dues.isEmpty() ? Optional.empty() : Optional.of(dues.first());
    }

    /** Fires a timer, at the moment it is due. */
    void fire(Due due) {
        step(due.instance(), new InstanceFact.TimerFired(due.timer().purpose(), due.timer().due(), due.timer().due()));
    }

    /** Takes an input in, and delivers what follows from it. */
    void step(InstanceId instance, InstanceFact.Input input) {
        InstanceState before = state(instance);
        JobView view = surroundings.view(instance);
        Step step = InstanceMachine.step(before, input, view);
        put(step.next(), view);
        facts.computeIfAbsent(instance, _ -> new ArrayList<>()).addAll(step.facts());
        surroundings.stepped(before, input, step);
        for (Outgoing told : Effects.of(before, input, step.next(), view)) {
            switch (told) {
                case Outgoing.ToInstance(CoordinatorEvent event) -> tell(event, input.now());
                case Outgoing.ToGroup(AdmissionMessage message) ->
                    surroundings.answer(message, input.now()).forEach(answer -> tell(answer, input.now()));
            }
        }
    }

    /** An instance is told something by the coordinator. */
    void tell(CoordinatorEvent event, Instant now) {
        step(event.instance(), new InstanceFact.Observed(event, now, now));
    }

    /** Forgets where all instances stand and reads it from their histories: what happens after a crash. */
    void restart() {
        facts.forEach((instance, history) -> {
            InstanceState state = InstanceState.initial(instance);
            for (InstanceFact fact : history) {
                state = Evolution.evolve(state, fact);
            }
            put(state, surroundings.view(instance));
        });
    }

    private void put(InstanceState state, JobView view) {
        InstanceId instance = state.instance();
        states.put(instance, state);
        Optional.ofNullable(waiting.remove(instance)).ifPresent(dues::remove);
        Timers.of(state, view).map(timer -> new Due(instance, timer)).ifPresent(due -> {
            waiting.put(instance, due);
            dues.add(due);
        });
    }
}
